/**
 * The canonical form of a JSON value (RFC 8785): members sorted by UTF-16 code units, no white space, strings and
 * numbers as ECMAScript writes them. Members that are undefined are left out. Throws TypeError for what JSON cannot hold.
 */
export function canonical(value: unknown): string {
  if (typeof value === "string") return textOf(value);
  if (typeof value === "number" && Number.isFinite(value)) return JSON.stringify(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "object" && isPlain(value)) return objectOf(value as Record<string, unknown>);
  throw new TypeError("expected a value that JSON can hold");
}

/** Printable ASCII without quote and backslash stands as it is: nearly all text of a ledger. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;
const HALF_A_PAIR = /\p{Surrogate}/u;

function textOf(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  if (HALF_A_PAIR.test(text)) throw new TypeError("expected text without half a surrogate pair");
  return JSON.stringify(text);
}

function objectOf(value: Record<string, unknown>): string {
  let text = "{";
  for (const name of Object.keys(value).sort()) {
    const member = value[name];
    if (member !== undefined) text += `${text === "{" ? "" : ","}${textOf(name)}:${canonical(member)}`;
  }
  return `${text}}`;
}

/** A Date or a Map would lose its content without a word. */
function isPlain(value: object): boolean {
  const parent = Object.getPrototypeOf(value);
  return parent === Object.prototype || parent === null;
}
