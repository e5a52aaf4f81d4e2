import * as v from "valibot";
import { ANTI_PASSBACK, SUBSCRIPTION_STATUSES } from "./words.ts";

const text = v.string();
const int = v.pipe(v.number(), v.integer());
const nullable = v.nullable(text);

/** All that the fee of a payment was computed from, so that it can be computed again years later. */
export const fee = v.strictObject({
  tariffId: text,
  timezone: text,
  enteredAt: text,
  quotedAt: text,
  vehicleClass: text,
  validations: v.array(text),
  paidBefore: int,
  lost: v.boolean(),
});
export type FeeBasis = v.InferOutput<typeof fee>;

/** Turnover of the booth since its first day: payments less voids, and the sum of both as absolute values. */
export const totals = v.strictObject({ perpetual: int, absolute: int });
export type Totals = v.InferOutput<typeof totals>;

const taken = { payments: int, taken: int, voids: int, voided: int, amount: int, tax: int };

/** What a site day came to: all that `day_close` signs and the day's report shows (amounts in minor units). */
export const dayFigures = {
  currency: text,
  lastSeq: int,
  sums: v.strictObject(taken),
  byMethod: v.array(v.strictObject({ method: text, ...taken })),
  byTariff: v.array(v.strictObject({ tariffId: text, ...taken })),
  /** `rate` as the tariff writes it, such as "0.21"; null for a tariff that was never published. */
  byTax: v.array(v.strictObject({ rate: nullable, ...taken })),
  /** Exceptions by what they are and the reason given. */
  byReason: v.array(v.strictObject({ kind: text, reason: nullable, count: int, amount: int })),
  entries: int,
  exits: int,
  inside: int,
  peak: int,
};
export const DayFigures = v.strictObject(dayFigures);
export type DayFigures = v.InferOutput<typeof DayFigures>;

/**
 * What was agreed with a subscriber. Holder, plates and credentials are keyed hashes: a change of one shows, and the
 * clear text lies where it can be erased.
 */
export const terms = {
  subscriptionId: text,
  holderRef: text,
  plateRefs: v.array(text),
  credentialRefs: v.array(text),
  validFrom: text,
  validTo: text,
  lanes: v.nullable(v.array(text)),
  hours: v.nullable(v.array(v.strictObject({ days: v.array(text), from: text, to: text }))),
  carsInside: int,
  status: v.picklist(SUBSCRIPTION_STATUSES),
  blockedReason: nullable,
  antiPassback: v.picklist(ANTI_PASSBACK),
};

/** A subscriber's passage: by which plate or credential, and whether it came in, or left, twice in a row. */
export const pass = v.strictObject({
  subscriptionId: text,
  ref: text,
  violation: v.optional(v.picklist(["in_in", "out_out"])),
});
export type SubscriberPass = v.InferOutput<typeof pass>;

/** What a rate table would have changed in the stays of the days before it was published (amounts in minor units). */
export const replay = v.strictObject({
  from: text,
  to: text,
  days: int,
  sessions: int,
  before: int,
  after: int,
  difference: int,
  dearer: int,
  cheaper: int,
  same: int,
  /** Stays that were left out, by the reason. */
  skipped: v.strictObject({ subscription: int, lostTicket: int, closedByHand: int, tooLong: int }),
});
export type ReplaySummary = v.InferOutput<typeof replay>;

/** What a station takes off a stay, as the tariff of the stay said when it was validated. */
export const validationRule = v.union([
  v.strictObject({ freeMinutes: int }),
  v.strictObject({ percent: v.union([v.number(), text]) }),
  v.strictObject({ amount: int }),
]);
