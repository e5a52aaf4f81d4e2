import { createHash } from "node:crypto";
import { BoothError, type ErrorDetail } from "../errors.ts";

/** The strong entity tag (RFC 9110 §8.8.3) of a resource as it is answered. */
export function tagOf(resource: unknown): string {
  return `"${createHash("sha256").update(JSON.stringify(resource)).digest("base64url").slice(0, 22)}"`;
}

/** What a change was made on sight of: the headers If-Match and If-None-Match (RFC 9110 §13.1), where there were any. */
export interface Seen {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** Whether one of the tags in a header is the resource's; `*` is that of any. */
export function isTagged(header: string, resource: unknown): boolean {
  return header === "*" || header.split(",").some((tag) => tag.trim() === tagOf(resource));
}

/** The refusal of a change that was made on sight of an older state. */
export function changedMeanwhile(
  current: unknown,
  message = "somebody changed this meanwhile; here is how it stands now",
  details: readonly ErrorDetail[] = [],
): BoothError {
  return new BoothError("changed_meanwhile", message, { details, body: { current } });
}

/** Refuses a change that was made on sight of an older state; `expected` is the If-Match header, if there was one. */
export function assertUnchanged(expected: string | undefined, current: unknown): void {
  if (expected !== undefined && !isTagged(expected, current)) throw changedMeanwhile(current);
}
