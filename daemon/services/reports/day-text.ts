import type { DayReport } from "../../../common/api/reports.ts";
import { formatMoney } from "../../../common/money.ts";
import type { Db } from "../../../common/node/db.ts";
import { localTime, padColumns, ruled } from "../print-text.ts";
import { siteOf } from "../sites.ts";
import { tariffNames } from "./names.ts";

const EXCEPTION_NAMES: Readonly<Record<string, string>> = {
  void: "Voids",
  debt: "Left, payment voided",
  unpaid_open: "Opened without a payment",
  hand_open: "Opened by hand",
  closed_unpaid: "Left without paying",
  over_short: "Over/short",
  lost_ticket: "Lost tickets",
  reprint: "Receipt copies",
  session_void: "Stays voided",
};

/** The report of a day for the paper of a receipt printer: exceptions first. */
export function dayText(db: Db, report: Omit<DayReport, "text">): string {
  const site = siteOf(db);
  const names = tariffNames(db);
  const money = (amount: number) => formatMoney(amount, report.currency, site.language);
  const time = (at: string) => localTime(at, report.timezone);
  const line = (label: string, value: string) => padColumns(label, value);
  const { closed, sums } = report;
  const state = closed
    ? [`Z ${closed.number}, signed ${time(closed.at)}, entry ${closed.seq}`]
    : ["Not closed: figures so far"];
  if (closed?.late) state.push(`LATE by ${duration(closed.lateSeconds)}`);
  const head = [site.name, `Day ${report.date}`, `${time(report.from)} – ${time(report.to)}`, ...state];
  const exceptions = report.exceptions.map(({ kind, count, amount }) =>
    line(`${EXCEPTION_NAMES[kind] ?? kind} ${count}`, money(amount)),
  );
  const revenue = [
    line(`Taken ${sums.payments}`, money(sums.taken)),
    line(`Voided ${sums.voids}`, money(sums.voided)),
    line("Revenue", money(sums.amount)),
    line(`of which ${site.tax_label || "tax"}`, money(sums.tax)),
  ];
  const parts = [
    ...report.byMethod.map(({ method, payments, amount }) => line(`${method} ${payments}`, money(amount))),
    ...report.byTariff.map(({ tariffId, payments, amount }) =>
      line(`${names.get(tariffId) ?? tariffId} ${payments}`, money(amount)),
    ),
    ...report.byTax.map(({ rate, tax }) => line(`Tax at ${rate ?? "an unknown rate"}`, money(tax))),
  ];
  const cars = [line("In / out", `${report.entries} / ${report.exits}`), line("Inside at the end", `${report.inside}`)];
  const ever = [line("Turnover for ever", money(report.atEnd.perpetual)), `Entries up to ${report.lastSeq}`];
  return ruled(head, exceptions.length > 0 ? exceptions : ["No exceptions"], revenue, parts, cars, ever);
}

function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.floor(seconds / 60)} min`;
}
