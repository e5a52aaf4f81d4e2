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

/** One car less, and never fewer than none: somebody may have counted before a car's stay was closed. */
function leave(db: Db): void {
  sql(db, "UPDATE totals SET inside = max(inside - 1, 0)").run();
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
      leave(db);
    },
    session_void(db) {
      leave(db);
    },
    occupancy_adjustment(db, _event, data) {
      sql(db, "UPDATE totals SET inside = max(inside + ?, 0)").run(data.difference);
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
