import * as v from "valibot";
import { VehicleClassName } from "../review.ts";
import { CLOSE_REASONS, CORRECTION_REASONS, SESSION_STATES } from "../words.ts";
import { LedgerRecord } from "./ledger-record.ts";
import { At, Instant, Int, Line, noteForOther, numberedPageQuery, Plate, reasonOf, Slug } from "./parts.ts";

/** A stay of one vehicle. */
export const Session = v.strictObject({
  id: v.string(),
  state: v.picklist(SESSION_STATES),
  plate: v.nullable(v.string()),
  /** The whole code as printed, `number-MAC`. */
  ticket: v.string(),
  vehicleClass: VehicleClassName,
  enteredAt: At,
  entryLane: v.nullable(v.string()),
  paidUntil: v.exactOptional(At),
  exitedAt: v.exactOptional(At),
  exitLane: v.exactOptional(v.string()),
  subscriptionId: v.exactOptional(v.string()),
  /** Where its entry picture can be fetched, if one was kept. */
  picture: v.exactOptional(v.string()),
});
export type Session = v.InferOutput<typeof Session>;

export const SessionWithTimeline = v.strictObject({
  ...Session.entries,
  timeline: v.array(LedgerRecord),
});
export type SessionWithTimeline = v.InferOutput<typeof SessionWithTimeline>;

export const QuoteLine = v.strictObject({
  label: v.string(),
  /** A code the kiosk translates; the label stands where it knows none. */
  code: v.exactOptional(v.string()),
  collection: v.nullable(v.string()),
  from: v.nullable(At),
  to: v.nullable(At),
  quantity: v.number(),
  value: v.number(),
  amount: Int,
});
export type QuoteLine = v.InferOutput<typeof QuoteLine>;

/** What a stay costs at `quotedAt`; holds until `validUntil`. */
export const Quote = v.strictObject({
  sessionId: v.string(),
  amount: Int,
  tax: Int,
  currency: v.string(),
  lines: v.array(QuoteLine),
  tariffId: v.string(),
  tariffName: v.string(),
  enteredAt: At,
  quotedAt: At,
  validUntil: At,
  /** Paid before and not voided; already taken off `amount`. */
  paidBefore: Int,
});
export type Quote = v.InferOutput<typeof Quote>;

export const SessionQuery = v.strictObject({
  ...numberedPageQuery,
  state: v.optional(v.picklist(SESSION_STATES, `expected one of ${SESSION_STATES.join(", ")}`)),
  /** A fragment of a plate or a ticket number. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40, "expected at most 40 characters"))),
  lane: v.optional(Slug),
  subscription: v.optional(Slug),
  from: v.optional(Instant),
  to: v.optional(Instant),
});
export type SessionQuery = v.InferOutput<typeof SessionQuery>;

export const QuoteQuery = v.strictObject({ lost: v.optional(v.literal("flat", 'expected "flat"')) });

export const ManualEntry = v.strictObject({
  lane: v.optional(Slug),
  plate: v.optional(Plate),
  vehicleClass: v.optional(VehicleClassName, "sedan"),
  enteredAt: Instant,
  reason: Line,
});

export const PlateCorrection = v.pipe(
  v.strictObject({ plate: v.nullable(Plate), reason: reasonOf(CORRECTION_REASONS), note: v.optional(Line) }),
  v.rawCheck((context) => noteForOther(context)),
);

export const CloseWithoutPayment = v.pipe(
  v.strictObject({ reason: reasonOf(CLOSE_REASONS), note: v.optional(Line), lane: v.optional(Slug) }),
  v.rawCheck((context) => noteForOther(context)),
);
export type ManualEntry = v.InferOutput<typeof ManualEntry>;
export type PlateCorrection = v.InferOutput<typeof PlateCorrection>;
export type CloseWithoutPayment = v.InferOutput<typeof CloseWithoutPayment>;
