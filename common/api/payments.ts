import * as v from "valibot";
import { type Intent, PAYMENT_METHODS, type PaymentMethod, VOID_REASONS } from "../words.ts";
import { Amount, Instant, Line, noteForOther, numberedPageQuery, reasonOf, Slug } from "./parts.ts";

/** Money for a stay: the fee quoted at `quotedAt`, and in cash what was handed over. */
export const PaymentRequest = v.strictObject({
  sessionId: Slug,
  quotedAt: Instant,
  amount: Amount,
  method: v.picklist(PAYMENT_METHODS, `expected one of ${PAYMENT_METHODS.join(", ")}`),
  tendered: v.optional(Amount),
  lost: v.optional(v.literal("flat", 'expected "flat"')),
  lane: v.optional(Slug),
});
export type PaymentRequest = v.InferOutput<typeof PaymentRequest>;

export interface PaymentReceipt {
  id: string;
  seq: number;
  sessionId: string;
  amount: number;
  tax: number;
  currency: string;
  method: PaymentMethod;
  tendered: number | null;
  change: number | null;
  paidAt: string;
  receiptNumber: number;
  /** The barrier intent this payment gave, or null without a lane. */
  intent: { lane: string; intent: Intent; at: string; seq: number } | null;
}

export interface Payment {
  id: string;
  seq: number;
  sessionId: string;
  /** The plate of the stay, unless it is erased or was never read. */
  plate: string | null;
  ticket: string;
  shiftId: string;
  amount: number;
  tax: number;
  currency: string;
  method: PaymentMethod;
  tendered: number | null;
  change: number | null;
  paidAt: string;
  userId: string;
  receiptNumber: number;
  copies: number;
  voidedBySeq?: number;
}

export const PaymentQuery = v.strictObject({
  ...numberedPageQuery,
  shift: v.optional(Slug),
  session: v.optional(Slug),
  from: v.optional(Instant),
  to: v.optional(Instant),
});
export type PaymentQuery = v.InferOutput<typeof PaymentQuery>;

/** Asks for a receipt on paper: a copy, or the original, which there is once. */
export const ReceiptRequest = v.strictObject({ original: v.optional(v.boolean("expected true or false"), false) });

export const VoidRequest = v.pipe(
  v.strictObject({ reason: reasonOf(VOID_REASONS), note: v.optional(Line) }),
  v.rawCheck((context) => noteForOther(context)),
);
export type VoidRequest = v.InferOutput<typeof VoidRequest>;
