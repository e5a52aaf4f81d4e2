import { randomUUID } from "node:crypto";
import type { Page } from "../../common/api/parts.ts";
import type { CashMovement, ListedShift, Shift, ShiftClose, ShiftQuery } from "../../common/api/shifts.ts";
import { refuse, refuseInput } from "../../common/errors.ts";
import type { LedgerEvent, Totals } from "../../common/events.ts";
import { denominationsOf, sumCounted } from "../../common/money.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { readTotals } from "../read-models/totals.ts";
import { expectedCash, openShiftOf, type ShiftRow, shiftById, shiftOf } from "./shift-rows.ts";
import { siteOf } from "./sites.ts";

/** The running totals after an event that moves the turnover by `change`. */
export function totalsAfter(db: Db, change: number): Totals {
  const { perpetual, absolute } = readTotals(db);
  return { perpetual: perpetual + change, absolute: absolute + Math.abs(change) };
}

/** Opens a shift for the actor, who can have one at a time. */
export async function openShift(booth: Needs<"ledger">, actor: Actor, float: number): Promise<Shift> {
  return booth.ledger.commit(actor, (tx) => {
    if (actor.type !== "user") refuse("forbidden", "only a signed-in person can open a shift");
    const open = openShiftOf(tx.db, actor);
    if (open) refuse("shift_open", `your shift #${open.number} is open already`);
    const shiftId = randomUUID();
    const number = readTotals(tx.db).shifts + 1;
    tx.append("shift_open", { shiftId, number, userId: actor.id, float });
    return shiftOf(shiftById(tx.db, shiftId), actor);
  });
}

/** The actor's open shift. Refuses with `not_found` when there is none. */
export function readCurrentShift(booth: Needs<"db">, actor: Actor): Shift {
  const shift = openShiftOf(booth.db, actor) ?? refuse("not_found", "you have no open shift");
  return shiftOf(shift, actor);
}

export function readShift(booth: Needs<"db">, actor: Actor, id: string): Shift {
  return shiftOf(shiftById(booth.db, id), actor);
}

/** Shifts, the last opened first. */
export function listShifts(booth: Needs<"db">, actor: Actor, query: ShiftQuery): Page<ListedShift> {
  const state = query.state === undefined ? "" : `AND closed_at IS ${query.state === "open" ? "NULL" : "NOT NULL"}`;
  const before = query.cursor ?? Number.MAX_SAFE_INTEGER;
  const rows = sql<ShiftRow & { user_name: string | null }>(
    booth.db,
    `SELECT shifts.*, users.display_name AS user_name FROM shifts LEFT JOIN users ON users.id = user_id
     WHERE number < ? ${state} ORDER BY number DESC LIMIT ?`,
  ).all(before, query.limit + 1);
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => ({ ...shiftOf(row, actor), userName: row.user_name ?? row.user_id })),
    next: rows.length > query.limit && last ? String(last.number) : null,
  };
}

function openShiftById(db: Db, actor: Actor, id: string): ShiftRow {
  const shift = shiftById(db, id);
  if (shift.closed_at !== null) refuse("shift_required", `shift #${shift.number} is closed`);
  const isOwn = actor.type === "user" && shift.user_id === actor.id;
  if (!isOwn && !actor.permissions.includes("event:void")) refuse("forbidden", "this shift is somebody else's");
  return shift;
}

/** Puts cash into the drawer, or takes some out. */
export async function moveCash(
  booth: Needs<"ledger">,
  actor: Actor,
  id: string,
  input: CashMovement,
): Promise<LedgerEvent<"cash_movement">> {
  return booth.ledger.commit(actor, (tx) => {
    const shift = openShiftById(tx.db, actor, id);
    const { type, amount, reason, note } = input;
    return tx.append("cash_movement", {
      movementId: randomUUID(),
      shiftId: shift.id,
      type,
      amount,
      reason,
      ...(note === undefined ? {} : { note }),
      totals: totalsAfter(tx.db, 0),
    });
  });
}

/** Closes a shift on a blind count: what was expected is worked out here and told only to who may know. */
export async function closeShift(booth: Needs<"ledger">, actor: Actor, id: string, input: ShiftClose): Promise<Shift> {
  const close = (tx: Transaction) => {
    const shift = openShiftById(tx.db, actor, id);
    const known = denominationsOf(siteOf(tx.db).currency);
    const stray = Object.keys(input.counted).find((value) => !known.includes(Number(value)));
    if (stray !== undefined) refuseInput(`counted.${stray}`, "expected a note or coin of the site's currency");
    const countedTotal = sumCounted(input.counted);
    const expected = expectedCash(shift);
    tx.append("shift_close", {
      shiftId: shift.id,
      userId: shift.user_id,
      counted: input.counted,
      countedTotal,
      expected,
      overShort: countedTotal - expected,
      onBehalf: actor.type !== "user" || actor.id !== shift.user_id,
      ...(input.note === undefined ? {} : { note: input.note }),
      totals: totalsAfter(tx.db, 0),
    });
    return shiftOf(shiftById(tx.db, shift.id), actor);
  };
  return booth.ledger.commit(actor, close, { urgent: true });
}
