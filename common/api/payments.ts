import * as v from "valibot";
import { INTENTS, PAYMENT_METHODS, VOID_REASONS } from "../words.ts";
import { Amount, At, Instant, Int, Line, noteForOther, numberedPageQuery, reasonOf, Slug } from "./parts.ts";
import { Printing } from "./prints.ts";

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

export const PaymentReceipt = v.strictObject({
  id: v.string(),
  seq: Int,
  sessionId: v.string(),
  amount: Int,
  tax: Int,
  currency: v.string(),
  method: v.picklist(PAYMENT_METHODS),
  tendered: v.nullable(Int),
  change: v.nullable(Int),
  paidAt: At,
  receiptNumber: Int,
  /** The barrier intent this payment gave, or null without a lane. */
  intent: v.nullable(v.strictObject({ lane: v.string(), intent: v.picklist(INTENTS), at: At, seq: Int })),
});
export type PaymentReceipt = v.InferOutput<typeof PaymentReceipt>;

export const Payment = v.strictObject({
  id: v.string(),
  seq: Int,
  sessionId: v.string(),
  /** The plate of the stay, unless it is erased or was never read. */
  plate: v.nullable(v.string()),
  ticket: v.string(),
  shiftId: v.string(),
  amount: Int,
  tax: Int,
  currency: v.string(),
  method: v.picklist(PAYMENT_METHODS),
  tendered: v.nullable(Int),
  change: v.nullable(Int),
  paidAt: At,
  userId: v.string(),
  receiptNumber: Int,
  copies: Int,
  voidedBySeq: v.exactOptional(Int),
});
export type Payment = v.InferOutput<typeof Payment>;

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

/** A receipt as it went to the printer. */
export const IssuedReceipt = v.strictObject({ text: v.string(), copy: Int, ...Printing.entries });

export const VoidRequest = v.pipe(
  v.strictObject({ reason: reasonOf(VOID_REASONS), note: v.optional(Line) }),
  v.rawCheck((context) => noteForOther(context)),
);
export type VoidRequest = v.InferOutput<typeof VoidRequest>;
