import { sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

/** Money taken and moved. Stands before `sessions`, which looks at what is left of a stay's payments. */
export const payments: ReadModel = {
  name: "payments",
  tables: ["payments", "cash_movements"],
  apply: {
    payment(db, event, data) {
      sql(
        db,
        `INSERT INTO payments (id, seq, session_id, shift_id, user_id, tariff_id, lane, amount, tax, currency, method, tendered, change, paid_at, paid_until, receipt_number, lost)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        data.paymentId,
        event.seq,
        data.sessionId,
        data.shiftId,
        event.actor.id,
        data.fee.tariffId,
        event.lane,
        data.amount,
        data.tax,
        data.currency,
        data.method,
        data.tendered,
        data.change,
        data.paidAt,
        data.paidUntil,
        data.receiptNumber,
        data.fee.lost ? 1 : 0,
      );
    },
    void(db, event, data) {
      const table = data.voidedKind === "payment" ? "payments" : "cash_movements";
      sql(db, `UPDATE ${table} SET voided_by_seq = ? WHERE seq = ?`).run(event.seq, data.voidedSeq);
    },
    receipt_copy(db, _event, data) {
      sql(db, "UPDATE payments SET copies = ?, original_printed = 1 WHERE id = ?").run(data.copy, data.paymentId);
    },
    cash_movement(db, event, data) {
      sql(
        db,
        "INSERT INTO cash_movements (id, seq, shift_id, type, amount, reason, note, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      ).run(data.movementId, event.seq, data.shiftId, data.type, data.amount, data.reason, data.note ?? null, event.at);
    },
  },
};
