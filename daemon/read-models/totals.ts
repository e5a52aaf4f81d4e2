import { turnoverOf } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

export interface TotalsRow {
  perpetual: number;
  absolute: number;
  receipts: number;
  tickets: number;
  shifts: number;
  inside: number;
}

/** The running numbers as they stand. */
export function readTotals(db: Db): TotalsRow {
  const row = sql<TotalsRow>(
    db,
    "SELECT perpetual, absolute, receipts, tickets, shifts, inside FROM totals WHERE id = 1",
  ).get();
  if (!row) throw new Error("the totals row is missing");
  return row;
}

function addTurnover(db: Db, amount: number): void {
  sql(db, "UPDATE totals SET perpetual = perpetual + ?, absolute = absolute + ?").run(amount, Math.abs(amount));
}

/** The one row of running numbers: turnover for ever, and the last receipt, ticket and shift. */
export const totals: ReadModel = {
  name: "totals",
  tables: ["totals"],
  apply: {
    session_open(db, _event, data) {
      sql(db, "UPDATE totals SET tickets = ?, inside = inside + 1").run(data.ticketNumber);
    },
    session_close(db) {
      sql(db, "UPDATE totals SET inside = inside - 1").run();
    },
    session_void(db) {
      sql(db, "UPDATE totals SET inside = inside - 1").run();
    },
    shift_open(db, _event, data) {
      sql(db, "UPDATE totals SET shifts = ?").run(data.number);
    },
    payment(db, event, data) {
      addTurnover(db, turnoverOf(event.kind, data));
      sql(db, "UPDATE totals SET receipts = ?").run(data.receiptNumber);
    },
    void(db, event, data) {
      addTurnover(db, turnoverOf(event.kind, data));
    },
  },
};
