import * as v from "valibot";
import type { LedgerEvent } from "../events.ts";
import { type VehicleClass, VehicleClassName } from "../review.ts";
import { CLOSE_REASONS, CORRECTION_REASONS, SESSION_STATES, type SessionState } from "../words.ts";
import { Instant, Line, noteForOther, numberedPageQuery, Plate, reasonOf, Slug } from "./parts.ts";

/** A stay of one vehicle. */
export interface Session {
  id: string;
  state: SessionState;
  plate: string | null;
  /** The whole code as printed, `number-MAC`. */
  ticket: string;
  vehicleClass: VehicleClass;
  enteredAt: string;
  entryLane: string | null;
  paidUntil?: string;
  exitedAt?: string;
  exitLane?: string;
  subscriptionId?: string;
  /** Where its entry picture can be fetched, if one was kept. */
  picture?: string;
}

export interface SessionWithTimeline extends Session {
  timeline: LedgerEvent[];
}

export interface QuoteLine {
  label: string;
  /** A code the kiosk translates; the label stands where it knows none. */
  code?: string;
  collection: string | null;
  from: string | null;
  to: string | null;
  quantity: number;
  value: number;
  amount: number;
}

/** What a stay costs at `quotedAt`; holds until `validUntil`. */
export interface Quote {
  sessionId: string;
  amount: number;
  tax: number;
  currency: string;
  lines: QuoteLine[];
  tariffId: string;
  tariffName: string;
  enteredAt: string;
  quotedAt: string;
  validUntil: string;
  /** Paid before and not voided; already taken off `amount`. */
  paidBefore: number;
}

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
