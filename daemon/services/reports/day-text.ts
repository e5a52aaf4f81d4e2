import type { DayReport, ExceptionKind } from "../../../common/api/reports.ts";
import { formatMoney } from "../../../common/money.ts";
import type { Db } from "../../../common/node/db.ts";
import { isolated, localTime, padColumns, percentText, ruled } from "../print-text.ts";
import { fillWords, type PrintWords, printWords } from "../print-words.ts";
import { siteOf } from "../sites.ts";
import { tariffNames } from "./names.ts";

const EXCEPTION_WORDS = {
  void: "voids",
  debt: "debts",
  unpaid_open: "unpaidOpenings",
  hand_open: "handOpenings",
  closed_unpaid: "closedUnpaid",
  over_short: "overShort",
  lost_ticket: "lostTickets",
  reprint: "copies",
  session_void: "voidedStays",
  unexplained_open: "unexplainedOpenings",
  away: "away",
} as const satisfies Record<ExceptionKind, keyof PrintWords>;

/** The report of a day for the paper of a receipt printer, in the site's language: exceptions first. */
export function dayText(db: Db, report: Omit<DayReport, "text">): string {
  const site = siteOf(db);
  const names = tariffNames(db);
  const money = (amount: number) => isolated(formatMoney(amount, report.currency, site.language), site.language);
  const time = (at: string) => isolated(localTime(at, report.timezone), site.language);
  const word = printWords(site.language);
  const { closed, sums } = report;
  const state = closed
    ? [fillWords(word.signed, { number: String(closed.number), time: time(closed.at) }), `${word.entry} ${closed.seq}`]
    : [word.notClosed];
  if (closed?.late) state.push(`${word.late} ${duration(closed.lateSeconds)}`);
  const head = [site.name, `${word.day} ${report.date}`, `${time(report.from)} – ${time(report.to)}`, ...state];
  const exceptions = report.exceptions.map(({ kind, count, amount }) =>
    padColumns(`${word[EXCEPTION_WORDS[kind]]} ${count}`, money(amount)),
  );
  const revenue = [
    padColumns(`${word.takings} ${sums.payments}`, money(sums.taken)),
    padColumns(`${word.givenBack} ${sums.voids}`, money(sums.voided)),
    padColumns(word.revenue, money(sums.amount)),
    padColumns(`${word.ofWhich} ${site.tax_label || word.tax}`, money(sums.tax)),
  ];
  const parts = [
    ...report.byMethod.map(({ method, payments, amount }) =>
      padColumns(`${method === "cash" || method === "card" ? word[method] : method} ${payments}`, money(amount)),
    ),
    ...report.byTariff.map(({ tariffId, payments, amount }) =>
      padColumns(`${names.get(tariffId) ?? tariffId} ${payments}`, money(amount)),
    ),
    ...report.byTax.map(({ rate, tax }) =>
      padColumns(`${word.taxAt} ${rate === null ? word.unknownRate : percentText(rate)}`, money(tax)),
    ),
  ];
  const cars = [
    padColumns(word.inAndOut, `${report.entries} / ${report.exits}`),
    padColumns(word.insideAtEnd, `${report.inside}`),
  ];
  const validations = report.validations.map(({ station, count }) =>
    padColumns(`${word.validation} ${isolated(station, site.language)}`, `${count}`),
  );
  const ever = [padColumns(word.turnover, money(report.atEnd.perpetual)), `${word.entriesUpTo} ${report.lastSeq}`];
  return ruled(head, exceptions.length > 0 ? exceptions : [word.noExceptions], revenue, parts, validations, cars, ever);
}

function duration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours} h ${Math.floor((seconds % 3600) / 60)} min` : `${Math.floor(seconds / 60)} min`;
}
