import type { MethodSum, ShiftReport } from "../../common/api/shifts.ts";
import { formatMoney } from "../../common/money.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import { isolated, localTime, padColumns, ruled } from "./print-text.ts";
import { fillWords, printWords } from "./print-words.ts";
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
  const money = (amount: number) => isolated(formatMoney(amount, report.currency, site.language), site.language);
  const time = (at: string) => isolated(localTime(at, site.timezone), site.language);
  const word = printWords(site.language);
  // Undefined is left out; null keeps its count and withholds the amount.
  const sums: [label: string, amount: number | null | undefined][] = [
    [`${word.sales} ${report.sales.count}`, report.sales.amount ?? null],
    [`${word.cash} ${report.cash?.count ?? ""}`, report.cash?.amount],
    [`${word.card} ${report.card.count}`, report.card.amount],
    [`${word.voids} ${report.voids.count}`, report.voids.amount ?? null],
    [word.float, shift.float],
    [word.payIns, report.payIns],
    [word.payOuts, report.payOuts],
    [word.drops, report.drops],
    [word.counted, shift.counted_total ?? undefined],
    [word.expected, report.shift.expected],
    [word.overShort, report.shift.overShort],
    [word.turnover, report.perpetual?.turnover],
  ];
  const counts: [label: string, count: number][] = [
    [word.handOpenings, report.handOpenings],
    [word.lostTickets, report.lostTickets],
    [word.closedUnpaid, report.closedWithoutPayment],
    [word.copies, report.copies],
  ];
  const known = sums.flatMap(([label, amount]) =>
    amount === undefined ? [] : [padColumns(label, amount === null ? "" : money(amount))],
  );
  const head = [
    site.name,
    fillWords(word.report, { kind: report.kind, number: String(shift.number) }),
    report.userName,
    `${time(shift.opened_at)} – ${shift.closed_at ? time(shift.closed_at) : word.open}`,
  ];
  return ruled(
    head,
    known,
    counts.map(([label, count]) => padColumns(label, String(count))),
  );
}
