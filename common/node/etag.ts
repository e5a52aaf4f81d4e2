import { createHash } from "node:crypto";
import { BoothError } from "../errors.ts";

/** The strong entity tag (RFC 9110 §8.8.3) of a resource as it is answered. */
export function tagOf(resource: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(resource)).digest("base64url").slice(0, 22)}"`;
}

/** Refuses a change that was made on sight of an older state; `expected` is the If-Match header, if there was one. */
export function assertUnchanged(expected: string | undefined, current: unknown): void {
  if (expected === undefined || expected === "*" || expected.split(",").some((tag) => tag.trim() === tagOf(current)))
    return;
  throw new BoothError("changed_meanwhile", "somebody changed this meanwhile; here is how it stands now", {
    body: { current },
  });
}
