import * as v from "valibot";
import { LANGUAGES } from "../words.ts";

/** RFC 3339 in UTC with milliseconds, such as `2026-11-20T18:42:03.120Z`. */
export const Instant = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/,
    "expected an RFC 3339 instant, such as 2026-11-20T18:42:03.120Z",
  ),
  v.check(isRealInstant, "expected a date and time that exist, in the years 0000 to 9999"),
  v.transform((text) => new Date(text).toISOString()),
);

/** Whether a date is in the calendar (the parser takes 30 February for 2 March) and sorts as text once it is in UTC. */
function isRealInstant(text: string): boolean {
  const ms = Date.parse(text);
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  const lastDay = new Date(Date.UTC(year < 100 ? year + 400 : year, month, 0)).getUTCDate();
  return (
    !Number.isNaN(ms) && day <= lastDay && text.slice(11, 13) !== "24" && /^\d{4}-/.test(new Date(ms).toISOString())
  );
}

/** An instant as the booth answers it: always in UTC and with milliseconds. */
export const At = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

/** A whole number as the booth answers it. */
export const Int = v.pipe(v.number(), v.integer());

/** Whole minor units of the site's currency, never negative, at most ten million units. */
export const Amount = v.pipe(
  v.number("expected a whole number of minor units"),
  v.integer("expected a whole number of minor units"),
  v.minValue(0, "expected 0 or more"),
  v.maxValue(1_000_000_000, "expected at most 1000000000"),
);

export const PositiveAmount = v.pipe(Amount, v.minValue(1, "expected more than 0"));

/** Names that appear in paths, files and topics: lanes, roles, users, booths. */
export const Slug = v.pipe(
  v.string("expected text"),
  v.regex(/^[A-Za-z0-9_-]{1,64}$/, "expected 1 to 64 letters, digits, - or _"),
);

/** A line of text a person typed: trimmed, 1 to 200 characters, nothing a terminal would obey. */
export const Line = v.pipe(
  v.string("expected text"),
  v.trim(),
  v.minLength(1, "expected some text"),
  v.maxLength(200, "expected at most 200 characters"),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  v.regex(/^[^\u0000-\u001f\u007f]*$/, "expected text without control characters"),
);

export const LanguageCode = v.picklist(LANGUAGES, `expected one of ${LANGUAGES.join(", ")}`);

/** A reason out of a list; `other` needs a note. Use with `noteForOther`. */
export function reasonOf<const T extends readonly string[]>(reasons: T) {
  return v.picklist(reasons, `expected one of ${reasons.join(", ")}`);
}

/** The check that the reason `other` comes with a note; for `v.rawCheck`. */
export function noteForOther<T extends { reason: string; note?: string | undefined }>(
  context: v.RawCheckContext<T>,
): void {
  if (!context.dataset.typed || context.dataset.value.reason !== "other" || context.dataset.value.note) return;
  const input = context.dataset.value;
  context.addIssue({
    message: 'expected a note with the reason "other"',
    path: [{ type: "object", origin: "value", input, key: "note", value: input.note }],
  });
}

/** What every list takes: how many, and where to go on. */
export const pageQuery = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, "expected a whole number"),
      v.transform(Number),
      v.minValue(1, "expected 1 to 500"),
      v.maxValue(500, "expected 1 to 500"),
    ),
    "50",
  ),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,200}$/, "expected a cursor this list gave out"))),
};

/** What a list takes that goes on by a number, such as a seq. */
export const numberedPageQuery = {
  limit: pageQuery.limit,
  cursor: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,15}$/, "expected a cursor this list gave out"), v.transform(Number)),
  ),
};

export interface Page<T> {
  items: T[];
  next: string | null;
}

/** The answer of a list. */
export function pageOf<S extends v.GenericSchema>(item: S) {
  return v.strictObject({ items: v.array(item), next: v.nullable(v.string()) });
}

/** A plate as a camera reads or a person types it: kept as upper-case letters and digits. */
export const Plate = v.pipe(
  v.string("expected a plate"),
  v.transform((text) =>
    text
      .normalize("NFKC")
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ""),
  ),
  v.minLength(1, "expected at least one letter or digit"),
  v.maxLength(16, "expected at most 16 letters and digits"),
);
