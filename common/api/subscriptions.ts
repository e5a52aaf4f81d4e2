import * as v from "valibot";
import { Period } from "../pricing/model.ts";
import { ANTI_PASSBACK, SUBSCRIPTION_STATUSES } from "../words.ts";
import { At, Instant, Int, Line, Plate, pageQuery, Slug } from "./parts.ts";

/** Somebody who parks without a ticket: by plate or credential, within what was agreed. */
export const Subscription = v.strictObject({
  id: v.string(),
  /** Null once it was erased. */
  holder: v.nullable(v.string()),
  plates: v.array(v.string()),
  credentials: v.array(v.string()),
  validFrom: At,
  /** The first instant at which it is valid no more. */
  validTo: At,
  /** The lanes it is good for; all of a direction of which none is named. */
  lanes: v.exactOptional(v.array(v.string())),
  /** When its cars may stand here, on the site's wall clock; always, if absent. */
  hours: v.exactOptional(v.array(Period)),
  /** How many of its cars may be inside at once. */
  carsInside: Int,
  status: v.picklist(SUBSCRIPTION_STATUSES),
  blockedReason: v.exactOptional(v.string()),
  antiPassback: v.picklist(ANTI_PASSBACK),
});
export type Subscription = v.InferOutput<typeof Subscription>;

const DAY_TEXT = /^\d{4}-\d\d-\d\d$/;

const DAY_OR_INSTANT = "expected a day that exists, such as 2026-12-31, or an RFC 3339 instant";

const Day = v.pipe(
  v.string(),
  v.regex(DAY_TEXT, DAY_OR_INSTANT),
  v.check((day) => {
    const at = Date.parse(`${day}T00:00:00Z`);
    return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
  }, DAY_OR_INSTANT),
);

/** A day of the site, or an instant. As an end, a day is meant whole. */
export const DayOrInstant = v.pipe(
  v.union([Day, Instant], DAY_OR_INSTANT),
  // An instant near the ends of the calendar would no longer sort as text once it is moved.
  v.check((text) => text >= "1970" && text < "9000", "expected a date of the years 1970 to 8999"),
);

/** Whether a text is a day and no instant. */
export function isDay(text: string): boolean {
  return DAY_TEXT.test(text);
}

/** What a card or tag says, as it is kept: upper case and without spaces, as readers differ in both. */
export function credentialName(text: string): string {
  return text.normalize("NFKC").replace(/\s/g, "").toUpperCase();
}

export const Credential = v.pipe(
  v.string("expected a credential"),
  v.transform(credentialName),
  v.minLength(1, "expected some text"),
  v.maxLength(100, "expected at most 100 characters"),
);

const listOf = <S extends v.GenericSchema<string, string>>(item: S, most: number, what: string) =>
  v.pipe(
    v.array(item, `expected a list of ${what}`),
    v.maxLength(most, `expected at most ${most} ${what}`),
    v.transform((items) => [...new Set(items)]),
  );

const fields = {
  holder: Line,
  plates: listOf(Plate, 100, "plates"),
  credentials: listOf(Credential, 100, "credentials"),
  validFrom: DayOrInstant,
  validTo: DayOrInstant,
  lanes: v.nullable(
    v.pipe(listOf(Slug, 50, "lanes"), v.minLength(1, "expected at least one lane, or null for all of them")),
  ),
  hours: v.nullable(
    v.pipe(
      v.array(Period, "expected a list of hours"),
      v.minLength(1, "expected at least one entry, or null for always"),
      v.maxLength(50, "expected at most 50 entries"),
    ),
  ),
  carsInside: v.pipe(
    v.number("expected a whole number"),
    v.integer("expected a whole number"),
    v.minValue(1, "expected 1 or more"),
    v.maxValue(1000, "expected at most 1000"),
  ),
  status: v.picklist(SUBSCRIPTION_STATUSES, `expected one of ${SUBSCRIPTION_STATUSES.join(", ")}`),
  blockedReason: v.nullable(Line),
  antiPassback: v.picklist(ANTI_PASSBACK, `expected one of ${ANTI_PASSBACK.join(", ")}`),
};

export const SubscriptionCreate = v.strictObject({
  ...fields,
  plates: v.optional(fields.plates, []),
  credentials: v.optional(fields.credentials, []),
  lanes: v.optional(fields.lanes, null),
  hours: v.optional(fields.hours, null),
  carsInside: v.optional(fields.carsInside, 1),
  status: v.optional(fields.status, "active"),
  blockedReason: v.optional(fields.blockedReason, null),
  antiPassback: v.optional(fields.antiPassback, "off"),
});
export type SubscriptionCreate = v.InferOutput<typeof SubscriptionCreate>;

/** What a PUT takes, each member at will; an absent key stays as it is. */
export const SubscriptionUpdate = v.partial(v.strictObject({ ...fields, id: v.string() }));
export type SubscriptionUpdate = v.InferOutput<typeof SubscriptionUpdate>;

/** By how many months of the site's calendar the end moves; back, if negative. */
export const SubscriptionExtension = v.strictObject({
  months: v.pipe(
    v.number("expected a whole number of months"),
    v.integer("expected a whole number of months"),
    v.minValue(-60, "expected -60 or more"),
    v.maxValue(60, "expected at most 60"),
    v.check((months) => months !== 0, "expected some months"),
  ),
});

export const AntiPassbackReset = v.strictObject({ note: v.optional(Line) });
export type AntiPassbackReset = v.InferOutput<typeof AntiPassbackReset>;

/** How many of its plates and credentials were set back. */
export const AntiPassbackResult = v.strictObject({ subscriptionId: v.string(), reset: Int });

export const SubscriptionQuery = v.strictObject({
  ...pageQuery,
  status: v.optional(fields.status),
  /** A fragment of a holder's name, of a plate or of a credential. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100, "expected at most 100 characters"))),
  /** Only active ones whose end comes within so many days, the first to end first. */
  expiringWithinDays: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, "expected a whole number of days"),
      v.transform(Number),
      v.maxValue(3650, "expected at most 3650"),
    ),
  ),
  /** Only those whose end has come, whatever their status; or only those whose end is yet to come. */
  ended: v.optional(
    v.pipe(
      v.picklist(["true", "false"], "expected true or false"),
      v.transform((text) => text === "true"),
    ),
  ),
});
export type SubscriptionQuery = v.InferOutput<typeof SubscriptionQuery>;

const truth = v.boolean("expected true or false");

/**
 * The columns of an imported file, in any order. Several plates, credentials or lanes stand in one cell with `|`
 * between them; hours are written `mon-fri 07:00-19:00 | sat 08:00-12:00`; what is left empty is as in a request.
 */
export const IMPORT_COLUMNS = [
  "holder",
  "plates",
  "credentials",
  "validFrom",
  "validTo",
  "lanes",
  "hours",
  "carsInside",
  "status",
  "blockedReason",
  "antiPassback",
] as const;

export const SubscriptionImport = v.strictObject({
  /** The names of the columns in the first line; separated by commas or semicolons. */
  csv: v.pipe(v.string("expected the text of a CSV file"), v.minLength(1, "expected the text of a CSV file")),
  dryRun: v.optional(truth, false),
  skipBad: v.optional(truth, false),
});
export type SubscriptionImport = v.InferOutput<typeof SubscriptionImport>;

/** One row of an imported file, by the number of its line; what is wrong with it, if anything is. */
export const ImportedRow = v.strictObject({
  line: Int,
  holder: v.string(),
  problems: v.array(v.strictObject({ column: v.string(), message: v.string() })),
});
export type ImportedRow = v.InferOutput<typeof ImportedRow>;

/** What an import did, or would do. */
export const ImportResult = v.strictObject({
  dryRun: v.boolean(),
  /** Rows that are good; `created` of them were stored. */
  good: Int,
  bad: Int,
  created: Int,
  rows: v.array(ImportedRow),
});
export type ImportResult = v.InferOutput<typeof ImportResult>;
