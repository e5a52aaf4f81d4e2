import type { MethodSum, ShiftReport } from "../../common/api/shifts.ts";
import { formatMoney } from "../../common/money.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import { localTime, padColumns, ruled } from "./print-text.ts";
import { type ShiftRow, seesCash, shiftById, shiftOf } from "./shift-rows.ts";
import { siteOf } from "./sites.ts";

function userName(db: Db, userId: string): string {
  return (
    sql<{ display_name: string }>(db, "SELECT display_name FROM users WHERE id = ?").get(userId)?.display_name ?? userId
  );
}

/** The X report of an open shift, the Z report of a closed one; cash sums only for eyes that may see them. */
export function reportShift(booth: Needs<"db">, actor: Actor, id: string): ShiftReport {
  const shift = shiftById(booth.db, id);
  const cash: MethodSum = { count: shift.cash_count, amount: shift.cash_amount };
  const card: MethodSum = { count: shift.card_count, amount: shift.card_amount };
  const cashVisible = seesCash(actor, shift) || shift.closed_at !== null;
  const report: Omit<ShiftReport, "text"> = {
    kind: shift.closed_at === null ? "X" : "Z",
    shift: shiftOf(shift, actor),
    userName: userName(booth.db, shift.user_id),
    currency: siteOf(booth.db).currency,
    sales: { count: cash.count + card.count, ...(cashVisible ? { amount: cash.amount + card.amount } : {}) },
    ...(cashVisible ? { cash, payIns: shift.pay_in, payOuts: shift.pay_out, drops: shift.dropped } : {}),
    card,
    voids: { count: shift.void_count, ...(cashVisible ? { amount: shift.void_amount } : {}) },
    handOpenings: shift.hand_openings,
    lostTickets: shift.lost_tickets,
    closedWithoutPayment: shift.closed_unpaid,
    copies: shift.copies,
    ...(shift.perpetual !== null && shift.absolute !== null && seesCash(actor, shift)
      ? { perpetual: { turnover: shift.perpetual, absolute: shift.absolute } }
      : {}),
  };
  return { ...report, text: textOf(booth.db, report, shift) };
}

function textOf(db: Db, report: Omit<ShiftReport, "text">, shift: ShiftRow): string {
  const site = siteOf(db);
  const money = (amount: number | undefined) => (amount === undefined ? "" : formatted(amount));
  const formatted = (amount: number) => formatMoney(amount, report.currency, site.language);
  const time = (at: string) => localTime(at, site.timezone);
  const rows: [string, string][] = [[`Sales ${report.sales.count}`, money(report.sales.amount)]];
  if (report.cash) rows.push([`Cash ${report.cash.count}`, money(report.cash.amount)]);
  rows.push(
    [`Card ${report.card.count}`, money(report.card.amount)],
    [`Voids ${report.voids.count}`, money(report.voids.amount)],
  );
  rows.push(["Float", money(shift.float)]);
  if (report.payIns !== undefined) rows.push(["Paid in", money(report.payIns)]);
  if (report.payOuts !== undefined) rows.push(["Paid out", money(report.payOuts)]);
  if (report.drops !== undefined) rows.push(["Dropped", money(report.drops)]);
  if (shift.counted_total !== null) rows.push(["Counted", money(shift.counted_total)]);
  if (report.shift.expected !== undefined) rows.push(["Expected", money(report.shift.expected)]);
  if (report.shift.overShort !== undefined) rows.push(["Over/short", money(report.shift.overShort)]);
  rows.push(["Opened by hand", String(report.handOpenings)], ["Lost tickets", String(report.lostTickets)]);
  rows.push(["Left without paying", String(report.closedWithoutPayment)], ["Receipt copies", String(report.copies)]);
  if (report.perpetual) rows.push(["Turnover for ever", money(report.perpetual.turnover)]);
  const head = [
    site.name,
    `${report.kind} report, shift #${shift.number}`,
    report.userName,
    `${time(shift.opened_at)} – ${shift.closed_at ? time(shift.closed_at) : "open"}`,
  ];
  return ruled(
    head,
    rows.map(([label, value]) => padColumns(label, value)),
  );
}
