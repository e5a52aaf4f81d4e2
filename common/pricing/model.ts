import * as v from "valibot";
import { noList } from "../no-list.ts";
import { VEHICLE_CLASSES } from "../review.ts";
import { DAYS } from "./duration.ts";

const Name = v.pipe(v.string(), v.trim(), v.minLength(1, "must not be empty"), v.maxLength(120));
const Count = v.pipe(v.number(), v.safeInteger("must be a whole number"), v.minValue(0, "must not be negative"));
/** At most a year, so that an instant moved by it is still one. */
const Minutes = v.pipe(Count, v.maxValue(527_040, "must be at most 527040"));
const Sequence = v.pipe(v.number(), v.safeInteger("must be a whole number"));

/** Minor units of the site's currency. */
const Money = v.pipe(Count, v.maxValue(1_000_000_000_000, "is too large"));

/** ISO 8601 with days, hours, minutes and seconds (`PT15M`, `P1D`), or weeks alone (`P1W`). */
const Duration = v.pipe(
  v.string(),
  v.regex(
    /^P(?:\d{1,6}W|(?=.)(?:\d{1,6}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,8}S)?)?)$/,
    "must be a duration like PT15M",
  ),
);
const NO_TIME = /^[^1-9]*$/;
const PositiveDuration = v.pipe(
  Duration,
  v.check((text) => !NO_TIME.test(text), "must be longer than zero"),
);
const TimeOfDay = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time like 07:30"));
const EndOfPeriod = v.pipe(
  v.string(),
  v.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time like 07:30, or 24:00"),
);

/** A share as a decimal, number or text: both mean exactly the digits that are written (0.21 is 21/100). */
const decimal = (most: number) =>
  v.union(
    [
      v.pipe(v.number(), v.minValue(0), v.maxValue(most)),
      v.pipe(
        v.string(),
        v.regex(/^\d{1,3}(?:\.\d{1,9})?$/),
        v.check((text) => Number(text) <= most),
      ),
    ],
    `must be a decimal from 0 to ${most}`,
  );

/** Hours of some days of the week, on the site's wall clock; `to` at or before `from` runs past midnight. */
export const Period = v.strictObject({
  days: v.pipe(v.array(v.picklist(DAYS)), v.minLength(1, "must name a day")),
  from: TimeOfDay,
  to: EndOfPeriod,
});

// Lists are bounded so that pricing a table someone sends in stays cheap.
const Periods = v.pipe(v.array(Period), v.maxLength(100));

const Line = v.strictObject({
  sequence: Sequence,
  type: v.picklist(["flatRate", "flatRateTier", "incrementingRate", "perUnit"]),
  tierMode: v.optional(v.picklist(["total", "additive"])),
  durationStart: v.optional(Duration),
  durationEnd: v.optional(Duration),
  incrementPeriod: v.optional(PositiveDuration),
  unitPeriod: v.optional(PositiveDuration),
  value: Money,
  maxValue: v.optional(Money),
});

const ResetMode = v.picklist(["session", "calendar", "rolling"]);

const CollectionSchema = v.strictObject({
  sequence: Sequence,
  name: Name,
  vehicleClasses: v.optional(v.array(v.picklist(VEHICLE_CLASSES))),
  crossing: v.picklist(["split", "entry"]),
  validPeriods: v.optional(Periods),
  entryPeriods: v.optional(Periods),
  exitPeriods: v.optional(Periods),
  minTime: v.optional(Duration),
  maxTime: v.optional(Duration),
  minValue: v.optional(Money),
  maxValue: v.optional(Money),
  resetMode: ResetMode,
  resetTime: v.optional(TimeOfDay),
  durationsReset: v.optional(v.boolean()),
  lines: v.pipe(v.array(Line), v.maxLength(100)),
});

export const ValidationSchema = v.union(
  [
    v.strictObject({ freeMinutes: Minutes }),
    v.strictObject({ percent: decimal(100) }),
    v.strictObject({ amount: Money }),
  ],
  "must be one of freeMinutes, percent or amount",
);

/** `enter` and `exit` are RFC 3339 instants, or wall-clock times of the site (`2026-11-20T16:00`). */
const CaseInstant = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?$/, "must be a date and time"),
  v.check((text) => !Number.isNaN(Date.parse(text)), "must be a date and time"),
);

const CaseSchema = v.strictObject({
  enter: CaseInstant,
  exit: CaseInstant,
  vehicleClass: v.picklist(VEHICLE_CLASSES),
  expect: Money,
});

/** A tariff's rate table, in the terms of APDS v4 / ISO TS 5206-1. */
export const RateTableSchema = v.strictObject({
  name: Name,
  maxValue: v.optional(Money),
  resetMode: v.optional(ResetMode),
  resetTime: v.optional(TimeOfDay),
  freeMinutes: Minutes,
  graceAfterPaymentMinutes: Minutes,
  taxRate: decimal(1),
  taxIncluded: v.boolean(),
  rounding: v.strictObject({
    unit: v.pipe(Count, v.minValue(1, "must be at least 1")),
    mode: v.picklist(["up", "down", "nearest"]),
  }),
  lostTicket: v.strictObject({ flat: Money }),
  validations: noList(v.record(v.string(), ValidationSchema)),
  collections: v.pipe(v.array(CollectionSchema), v.maxLength(50)),
  cases: v.optional(v.pipe(v.array(CaseSchema), v.maxLength(500))),
});

export type RateTable = v.InferOutput<typeof RateTableSchema>;
export type Collection = RateTable["collections"][number];
export type RateLine = Collection["lines"][number];
export type ValidPeriod = v.InferOutput<typeof Period>;
export type Validation = v.InferOutput<typeof ValidationSchema>;
export type RateCase = v.InferOutput<typeof CaseSchema>;
export type ResetMode = v.InferOutput<typeof ResetMode>;
export type Rounding = RateTable["rounding"];
