import { sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

/** Stays of vehicles, and how many are inside. */
export const sessions: ReadModel = {
  name: "sessions",
  tables: ["sessions"],
  apply: {
    session_open(db, event, data) {
      sql(
        db,
        `INSERT INTO sessions (id, ticket_number, state, plate_ref, vehicle_class, entered_at, entry_lane, tariff_id, subscription_id, opened_seq)
         VALUES (?, ?, 'open', ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        data.sessionId,
        data.ticketNumber,
        data.plateRef,
        data.vehicleClass,
        data.enteredAt,
        event.lane,
        data.tariffId,
        data.subscriptionId ?? null,
        event.seq,
      );
    },
    session_close(db, event, data) {
      sql(db, "UPDATE sessions SET state = 'closed', exited_at = ?, exit_lane = ?, closed_seq = ? WHERE id = ?").run(
        data.exitedAt,
        event.lane,
        event.seq,
        data.sessionId,
      );
    },
    session_void(db, event, data) {
      sql(db, "UPDATE sessions SET state = 'voided', closed_seq = ? WHERE id = ?").run(event.seq, data.sessionId);
    },
    plate_correction(db, _event, data) {
      sql(db, "UPDATE sessions SET plate_ref = ? WHERE id = ?").run(data.to, data.sessionId);
      if (data.subscriptionId !== undefined)
        sql(db, "UPDATE sessions SET subscription_id = ? WHERE id = ?").run(data.subscriptionId, data.sessionId);
    },
    payment(db, _event, data) {
      sql(
        db,
        "UPDATE sessions SET state = iif(state = 'open', 'paid', state), paid = paid + ?, paid_until = ? WHERE id = ?",
      ).run(data.amount, data.paidUntil, data.sessionId);
    },
    void(db, _event, data) {
      if (data.voidedKind !== "payment") return;
      // The void falls on a payment that is marked already (see payments): what is left of the others counts.
      sql(
        db,
        `UPDATE sessions SET
           paid = paid - @amount,
           paid_until = (SELECT max(paid_until) FROM payments WHERE session_id = @id AND voided_by_seq IS NULL),
           state = iif(state = 'paid' AND NOT EXISTS (SELECT 1 FROM payments WHERE session_id = @id AND voided_by_seq IS NULL), 'open', state)
         WHERE id = @id`,
      ).run({ amount: data.amount, id: data.sessionId });
    },
  },
};
