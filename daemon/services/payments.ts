import { randomUUID } from "node:crypto";
import type { Page } from "../../common/api/parts.ts";
import type { Payment, PaymentQuery, PaymentReceipt, PaymentRequest } from "../../common/api/payments.ts";
import { BoothError, refuse, refuseInput } from "../../common/errors.ts";
import type { LedgerEvent } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { readTotals } from "../read-models/totals.ts";
import { type Fee, feeAt, QUOTE_HOLDS_MS } from "./fees.ts";
import { laneFor } from "./lanes.ts";
import { sessionInside } from "./session-rows.ts";
import { openShiftOf } from "./shift-rows.ts";
import { totalsAfter } from "./shifts.ts";
import { ticketCode } from "./tickets.ts";

/** Takes money for a stay. The fee is the one quoted at `quotedAt`, if that is at most 90 s ago. With a lane, the car leaves. */
export async function takePayment(
  booth: Needs<"ledger">,
  actor: Actor,
  request: PaymentRequest,
): Promise<PaymentReceipt> {
  return booth.ledger.commit(actor, (tx) => {
    const shift = openShiftOf(tx.db, actor) ?? refuse("shift_required", "open a shift before taking money");
    const session = sessionInside(tx.db, request.sessionId);
    const lane = request.lane === undefined ? null : laneFor(tx.db, request.lane, "exit").id;
    const fee = agreedFee(tx, session, request);
    const { tendered, change } = settle(fee.quote.amount, request);
    const event = tx.append(
      "payment",
      {
        paymentId: randomUUID(),
        sessionId: session.id,
        shiftId: shift.id,
        receiptNumber: readTotals(tx.db).receipts + 1,
        amount: fee.quote.amount,
        tax: fee.quote.tax,
        currency: fee.quote.currency,
        method: request.method,
        tendered,
        change,
        paidAt: tx.at,
        paidUntil: instant(Date.parse(tx.at) + fee.graceMs),
        fee: fee.basis,
        totals: totalsAfter(tx.db, fee.quote.amount),
      },
      lane,
    );
    return receiptOf(event, lane === null ? null : letOut(tx, session.id, lane));
  });
}

/** The fee that was quoted, computed again; refused with the new quote when it no longer holds. */
function agreedFee(tx: Transaction, session: Parameters<typeof feeAt>[1], request: PaymentRequest): Fee {
  const lost = request.lost === "flat";
  // By the ledger's time, as the quotes are: while the clock is behind it, that time stands still.
  const age = Date.parse(tx.at) - Date.parse(request.quotedAt);
  if (age < 0) refuseInput("quotedAt", "expected an instant that is not in the future");
  const fee = feeAt(tx.db, session, request.quotedAt, lost);
  if (age > QUOTE_HOLDS_MS || fee.quote.amount !== request.amount) {
    const quote = feeAt(tx.db, session, tx.at, lost).quote;
    throw new BoothError("quote_expired", "the fee has changed since it was quoted; here is the new one", {
      body: { quote },
    });
  }
  if (fee.quote.amount === 0) refuseInput("amount", "nothing is owed for this stay");
  return fee;
}

function settle(amount: number, request: PaymentRequest): { tendered: number | null; change: number | null } {
  if (request.method === "card") {
    if (request.tendered !== undefined && request.tendered !== amount)
      refuseInput("tendered", "a card pays the amount and nothing else");
    return { tendered: null, change: null };
  }
  const tendered = request.tendered ?? amount;
  if (tendered < amount) refuseInput("tendered", "expected at least the amount");
  return { tendered, change: tendered - amount };
}

function letOut(tx: Transaction, sessionId: string, lane: string): LedgerEvent<"barrier_intent"> {
  tx.append("session_close", { sessionId, exitedAt: tx.at, how: "paid", owed: 0 }, lane);
  return tx.append("barrier_intent", { intent: "open", cause: "payment", sessionId }, lane);
}

function receiptOf(event: LedgerEvent<"payment">, intent: LedgerEvent<"barrier_intent"> | null): PaymentReceipt {
  const { paymentId, sessionId, amount, tax, currency, method, tendered, change, paidAt, receiptNumber } = event.data;
  const opened = intent && { lane: intent.lane ?? "", intent: intent.data.intent, at: intent.at, seq: intent.seq };
  return {
    id: paymentId,
    seq: event.seq,
    sessionId,
    amount,
    tax,
    currency,
    method,
    tendered,
    change,
    paidAt,
    receiptNumber,
    intent: opened,
  };
}

interface PaymentRow {
  id: string;
  seq: number;
  session_id: string;
  shift_id: string;
  user_id: string;
  amount: number;
  tax: number;
  currency: string;
  method: Payment["method"];
  tendered: number | null;
  change: number | null;
  paid_at: string;
  receipt_number: number;
  copies: number;
  voided_by_seq: number | null;
  plate: string | null;
  ticket_number: number;
}

const SELECT = `SELECT y.*, p.plate, s.ticket_number FROM payments y
  JOIN sessions s ON s.id = y.session_id LEFT JOIN plates p ON p.ref = s.plate_ref`;

function paymentOf(booth: Needs<"ledger">, row: PaymentRow): Payment {
  return {
    id: row.id,
    seq: row.seq,
    sessionId: row.session_id,
    plate: row.plate,
    ticket: ticketCode(booth.ledger.keys, row.ticket_number),
    shiftId: row.shift_id,
    amount: row.amount,
    tax: row.tax,
    currency: row.currency,
    method: row.method,
    tendered: row.tendered,
    change: row.change,
    paidAt: row.paid_at,
    userId: row.user_id,
    receiptNumber: row.receipt_number,
    copies: row.copies,
    ...(row.voided_by_seq === null ? {} : { voidedBySeq: row.voided_by_seq }),
  };
}

/** One payment. Refuses with `not_found`. */
export function readPayment(booth: Needs<"db" | "ledger">, id: string): Payment {
  const row =
    sql<PaymentRow>(booth.db, `${SELECT} WHERE y.id = ?`).get(id) ??
    refuse("not_found", "there is no payment with this id");
  return paymentOf(booth, row);
}

/** Payments, the last first. */
export function listPayments(booth: Needs<"db" | "ledger">, query: PaymentQuery): Page<Payment> {
  const filters: [condition: string, value: unknown][] = [
    ["y.shift_id = ?", query.shift],
    ["y.session_id = ?", query.session],
    ["y.paid_at >= ?", query.from],
    ["y.paid_at < ?", query.to],
    ["y.seq < ?", query.cursor],
  ];
  const given = filters.filter(([, value]) => value !== undefined);
  const where = given.length > 0 ? `WHERE ${given.map(([condition]) => condition).join(" AND ")}` : "";
  const rows = sql<PaymentRow>(booth.db, `${SELECT} ${where} ORDER BY y.seq DESC LIMIT ?`).all(
    ...given.map(([, value]) => value),
    query.limit + 1,
  );
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => paymentOf(booth, row)),
    next: rows.length > query.limit && last ? String(last.seq) : null,
  };
}
