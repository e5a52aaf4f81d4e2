import { refuse } from "../errors.ts";

/** No body of ours is nested deeper than a rate table, which has six levels. */
const DEEPEST = 32;

/** Parses a body of JSON; refuses with `malformed_json` what is none, and what nobody could record. */
export function parseSoundJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse("malformed_json", "expected a body of well-formed JSON");
  }
  assertSoundJson(value);
  return value;
}

/**
 * Refuses JSON that parses and still has no canonical form (RFC 7493, I-JSON): halves of characters, numbers beyond what
 * a number holds, nesting without end.
 */
export function assertSoundJson(value: unknown, depth = 0): void {
  if (typeof value === "string") assertWholeText(value);
  if (typeof value === "number" && !Number.isFinite(value))
    refuse("malformed_json", "expected JSON with numbers that a double can hold");
  if (typeof value !== "object" || value === null) return;
  if (depth === DEEPEST) refuse("malformed_json", `expected JSON of at most ${DEEPEST} levels`);
  for (const [key, member] of Object.entries(value)) {
    assertWholeText(key);
    assertSoundJson(member, depth + 1);
  }
}

/** A surrogate without its other half is no character. */
const HALF = /\p{Surrogate}/u;

function assertWholeText(text: string): void {
  if (HALF.test(text)) refuse("malformed_json", "expected JSON with text of whole Unicode characters");
}
