import type { ExceptionKind } from "../../common/api/reports.ts";
import type { LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

interface Facts {
  sessionId?: string | null;
  shiftId?: string | null;
  /** The entry it is about: the voided one, the payment a copy was made of. */
  subjectSeq?: number;
  amount?: number;
  reason?: string | undefined;
  note?: string | undefined;
}

function record(db: Db, event: LedgerEvent, kind: ExceptionKind, facts: Facts): void {
  sql(
    db,
    `INSERT INTO exceptions (seq, kind, at, lane, actor_type, actor_id, session_id, shift_id, subject_seq, amount, reason, note)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    event.seq,
    kind,
    event.at,
    event.lane,
    event.actor.type,
    event.actor.id,
    facts.sessionId ?? null,
    facts.shiftId ?? null,
    facts.subjectSeq ?? null,
    facts.amount ?? null,
    facts.reason ?? null,
    facts.note ?? null,
  );
}

/** A booth that was stopped and started again sooner than this was not away. */
const NOTABLE_AWAY_SECONDS = 60;

/** How long, the same in every language. */
function awayText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Whether a stay had ended before an event. Later events do not change the answer. */
function hadLeft(db: Db, sessionId: string, seq: number): boolean {
  const row = sql<{ closed_seq: number | null }>(db, "SELECT closed_seq FROM sessions WHERE id = ?").get(sessionId);
  return row?.closed_seq != null && row.closed_seq < seq;
}

/** Whether a stay had a payment before an event that was not voided by then. */
function hadPaid(db: Db, sessionId: string, seq: number): boolean {
  return (
    sql(
      db,
      "SELECT 1 FROM payments WHERE session_id = ? AND seq < ? AND (voided_by_seq IS NULL OR voided_by_seq > ?)",
    ).get(sessionId, seq, seq) !== undefined
  );
}

/**
 * What an owner looks at first. An intent to open that follows from a payment, a close or an entry is none of it; one
 * for a car that had neither paid nor been let go is `unpaid_open`, whoever gave it.
 */
export const exceptions: ReadModel = {
  name: "exceptions",
  tables: ["exceptions"],
  addedLater: true,
  apply: {
    void(db, event, data) {
      const { amount, reason, note, sessionId, shiftId, voidedSeq } = data;
      const facts = { amount, reason, note, sessionId, shiftId, subjectSeq: voidedSeq };
      record(db, event, "void", facts);
      if (data.voidedKind === "payment" && sessionId !== null && hadLeft(db, sessionId, event.seq))
        record(db, event, "debt", facts);
    },
    session_void(db, event, data) {
      const { sessionId, reason, note, voidedSeq } = data;
      record(db, event, "session_void", { sessionId, reason, note, subjectSeq: voidedSeq });
    },
    barrier_intent(db, event, data) {
      if (data.cause === "entry" || (data.intent !== "open" && data.intent !== "hold")) return;
      const { sessionId, reason, note } = data;
      if (data.cause === "hand") record(db, event, "hand_open", { sessionId, reason, note });
      const settled = sessionId !== null && (hadLeft(db, sessionId, event.seq) || hadPaid(db, sessionId, event.seq));
      if (!settled) record(db, event, "unpaid_open", { sessionId, reason, note });
    },
    session_close(db, event, data) {
      if (data.how !== "hand") return;
      const { sessionId, owed, reason, note } = data;
      record(db, event, "closed_unpaid", { sessionId, amount: owed, reason, note });
    },
    payment(db, event, data) {
      if (!data.fee.lost) return;
      const { sessionId, shiftId, amount } = data;
      record(db, event, "lost_ticket", { sessionId, shiftId, amount, subjectSeq: event.seq });
    },
    receipt_copy(db, event, data) {
      // Copy 0 is the original, on paper for the first time.
      if (data.copy === 0) return;
      const paid = sql<{ session_id: string; amount: number }>(
        db,
        "SELECT session_id, amount FROM payments WHERE id = ?",
      ).get(data.paymentId);
      const about = paid ? { sessionId: paid.session_id, amount: paid.amount } : {};
      record(db, event, "reprint", { ...about, subjectSeq: data.paymentSeq });
    },
    unexplained_open(db, event, data) {
      record(db, event, "unexplained_open", { note: data.count > 1 ? `${data.count} ×` : undefined });
    },
    boot(db, event, { cleanStop, downSeconds }) {
      if (downSeconds === null || (cleanStop && downSeconds < NOTABLE_AWAY_SECONDS)) return;
      record(db, event, "away", { reason: cleanStop ? "stopped" : "crashed", note: awayText(downSeconds) });
    },
    shift_close(db, event, data) {
      if (data.overShort === 0) return;
      const { shiftId, overShort, note } = data;
      record(db, event, "over_short", { shiftId, amount: overShort, note });
    },
  },
};
