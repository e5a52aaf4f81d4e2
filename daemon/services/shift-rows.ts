import type { Shift } from "../../common/api/shifts.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor } from "../context.ts";

/** A shift as its row, with all its sums. */
export interface ShiftRow {
  id: string;
  number: number;
  user_id: string;
  opened_at: string;
  float: number;
  closed_at: string | null;
  closed_by: string | null;
  counted: string | null;
  counted_total: number | null;
  expected: number | null;
  over_short: number | null;
  cash_count: number;
  cash_amount: number;
  card_count: number;
  card_amount: number;
  void_count: number;
  void_amount: number;
  void_cash: number;
  pay_in: number;
  pay_out: number;
  dropped: number;
  hand_openings: number;
  lost_tickets: number;
  closed_unpaid: number;
  copies: number;
  perpetual: number | null;
  absolute: number | null;
}

/** A shift by its id, or by its number as people say it. Refuses with `not_found`. */
export function shiftById(db: Db, id: string): ShiftRow {
  const byId = sql<ShiftRow>(db, "SELECT * FROM shifts WHERE id = ?").get(id);
  const byNumber = () =>
    /^\d{1,9}$/.test(id) ? sql<ShiftRow>(db, "SELECT * FROM shifts WHERE number = ?").get(Number(id)) : undefined;
  return byId ?? byNumber() ?? refuse("not_found", "there is no shift with this id");
}

/** The open shift of whoever acts, if there is one. */
export function openShiftOf(db: Db, actor: Actor): ShiftRow | null {
  return sql<ShiftRow>(db, "SELECT * FROM shifts WHERE user_id = ? AND closed_at IS NULL").get(actor.id) ?? null;
}

/** The cash that ought to lie in the drawer now. */
export function expectedCash(shift: ShiftRow): number {
  return shift.float + shift.cash_amount - shift.void_cash + shift.pay_in - shift.pay_out - shift.dropped;
}

/** Whether these eyes may see what the drawer should hold: with report:read, and never before one's own count. */
export function seesCash(actor: Actor, shift: ShiftRow): boolean {
  return actor.permissions.includes("report:read") && (shift.closed_at !== null || shift.user_id !== actor.id);
}

/** A shift as the API shows it to this actor. */
export function shiftOf(shift: ShiftRow, actor: Actor): Shift {
  return {
    id: shift.id,
    number: shift.number,
    userId: shift.user_id,
    openedAt: shift.opened_at,
    float: shift.float,
    ...(shift.closed_at === null ? {} : { closedAt: shift.closed_at }),
    ...(shift.counted === null ? {} : { counted: JSON.parse(shift.counted) as Record<string, number> }),
    ...(seesCash(actor, shift) ? { expected: shift.expected ?? expectedCash(shift) } : {}),
    ...(seesCash(actor, shift) && shift.over_short !== null ? { overShort: shift.over_short } : {}),
  };
}
