import { type Db, sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

const CASH_COLUMN = { pay_in: "pay_in", pay_out: "pay_out", drop: "dropped" } as const;

/** Adds one to a counter of the open shift of whoever did it, if they have one. */
function countForActor(db: Db, userId: string, column: "hand_openings" | "closed_unpaid" | "copies"): void {
  sql(db, `UPDATE shifts SET ${column} = ${column} + 1 WHERE user_id = ? AND closed_at IS NULL`).run(userId);
}

/** Shifts with all that their X and Z reports add up. */
export const shifts: ReadModel = {
  name: "shifts",
  tables: ["shifts"],
  apply: {
    shift_open(db, event, data) {
      sql(db, "INSERT INTO shifts (id, number, user_id, opened_at, float) VALUES (?, ?, ?, ?, ?)").run(
        data.shiftId,
        data.number,
        data.userId,
        event.at,
        data.float,
      );
    },
    payment(db, _event, data) {
      const method = data.method;
      sql(
        db,
        `UPDATE shifts SET ${method}_count = ${method}_count + 1, ${method}_amount = ${method}_amount + ?, lost_tickets = lost_tickets + ? WHERE id = ?`,
      ).run(data.amount, data.fee.lost ? 1 : 0, data.shiftId);
    },
    void(db, event, data) {
      if (data.voidedKind === "payment") {
        sql(
          db,
          "UPDATE shifts SET void_count = void_count + 1, void_amount = void_amount + ?, void_cash = void_cash + ? WHERE id = ?",
        ).run(data.amount, data.cash, data.shiftId);
        return;
      }
      const movement = sql<{ type: keyof typeof CASH_COLUMN }>(
        db,
        "SELECT type FROM cash_movements WHERE voided_by_seq = ?",
      ).get(event.seq);
      if (!movement) return;
      const column = CASH_COLUMN[movement.type];
      sql(db, `UPDATE shifts SET ${column} = ${column} - ? WHERE id = ?`).run(data.amount, data.shiftId);
    },
    cash_movement(db, _event, data) {
      const column = CASH_COLUMN[data.type];
      sql(db, `UPDATE shifts SET ${column} = ${column} + ? WHERE id = ?`).run(data.amount, data.shiftId);
    },
    barrier_intent(db, event, data) {
      if (data.cause === "hand" && event.actor.type === "user") countForActor(db, event.actor.id, "hand_openings");
    },
    session_close(db, event, data) {
      if (data.how === "hand" && event.actor.type === "user") countForActor(db, event.actor.id, "closed_unpaid");
    },
    receipt_copy(db, event, data) {
      if (data.copy > 0) countForActor(db, event.actor.id, "copies");
    },
    shift_close(db, event, data) {
      sql(
        db,
        `UPDATE shifts SET closed_at = ?, closed_by = ?, counted = ?, counted_total = ?, expected = ?, over_short = ?, perpetual = ?, absolute = ? WHERE id = ?`,
      ).run(
        event.at,
        event.actor.id,
        JSON.stringify(data.counted),
        data.countedTotal,
        data.expected,
        data.overShort,
        data.totals.perpetual,
        data.totals.absolute,
        data.shiftId,
      );
    },
  },
};
