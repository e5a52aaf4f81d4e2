import type { VoidRequest } from "../../common/api/payments.ts";
import { refuse } from "../../common/errors.ts";
import type { LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { readEvent } from "../ledger/read.ts";
import { sessionById } from "./session-rows.ts";
import { openShiftOf } from "./shift-rows.ts";
import { totalsAfter } from "./shifts.ts";

/** Voids a payment, a cash movement or an unpaid opening. The event stays; another is appended that says so. */
export async function voidEvent(
  booth: Needs<"ledger">,
  actor: Actor,
  seq: number,
  input: VoidRequest,
): Promise<LedgerEvent> {
  return booth.ledger.commit(actor, (tx) => {
    const event = readEvent(tx.db, seq) ?? refuse("not_found", "the ledger has no entry with this number");
    if (event.kind === "payment") return voidPayment(tx, actor, event as LedgerEvent<"payment">, input);
    if (event.kind === "cash_movement")
      return voidCashMovement(tx, actor, event as LedgerEvent<"cash_movement">, input);
    if (event.kind === "session_open") return voidSession(tx, event as LedgerEvent<"session_open">, input);
    return refuse("not_voidable", `an entry of kind ${event.kind} cannot be voided`);
  });
}

function words(input: VoidRequest) {
  return { reason: input.reason, ...(input.note === undefined ? {} : { note: input.note }) };
}

/** The shift in which a void counts: the one that took the money if it is open, else the actor's own, else none. */
function shiftToCount(db: Db, actor: Actor, takenIn: string): string | null {
  const open = sql<{ id: string }>(db, "SELECT id FROM shifts WHERE id = ? AND closed_at IS NULL").get(takenIn);
  return open?.id ?? openShiftOf(db, actor)?.id ?? null;
}

function refuseIfVoided(db: Db, table: "payments" | "cash_movements", seq: number): void {
  const row = sql<{ voided_by_seq: number | null }>(db, `SELECT voided_by_seq FROM ${table} WHERE seq = ?`).get(seq);
  if (row && row.voided_by_seq !== null)
    refuse("already_voided", `this is voided already, by entry ${row.voided_by_seq}`);
}

function voidPayment(tx: Transaction, actor: Actor, event: LedgerEvent<"payment">, input: VoidRequest): LedgerEvent {
  refuseIfVoided(tx.db, "payments", event.seq);
  const { paymentId, amount, method, sessionId, shiftId } = event.data;
  const counted = shiftToCount(tx.db, actor, shiftId);
  if (method === "cash" && counted === null) refuse("shift_required", "open a shift before giving cash back");
  const cash = method === "cash" ? amount : 0;
  return tx.append(
    "void",
    {
      voidedSeq: event.seq,
      voidedKind: "payment",
      voidedId: paymentId,
      amount,
      cash,
      shiftId: counted,
      sessionId,
      ...words(input),
      totals: totalsAfter(tx.db, -amount),
    },
    event.lane,
  );
}

function voidCashMovement(
  tx: Transaction,
  actor: Actor,
  event: LedgerEvent<"cash_movement">,
  input: VoidRequest,
): LedgerEvent {
  refuseIfVoided(tx.db, "cash_movements", event.seq);
  const { movementId, amount, shiftId } = event.data;
  const counted =
    shiftToCount(tx.db, actor, shiftId) ?? refuse("shift_required", "open a shift before correcting a drawer");
  return tx.append("void", {
    voidedSeq: event.seq,
    voidedKind: "cash_movement",
    voidedId: movementId,
    amount,
    cash: amount,
    shiftId: counted,
    sessionId: null,
    ...words(input),
    totals: totalsAfter(tx.db, 0),
  });
}

function voidSession(tx: Transaction, event: LedgerEvent<"session_open">, input: VoidRequest): LedgerEvent {
  const session = sessionById(tx.db, event.data.sessionId);
  if (session.state === "voided") refuse("already_voided", "this stay is voided already");
  if (session.state !== "open") refuse("not_voidable", "only a stay that is open and unpaid can be voided");
  return tx.append("session_void", { sessionId: session.id, voidedSeq: event.seq, ...words(input) }, event.lane);
}
