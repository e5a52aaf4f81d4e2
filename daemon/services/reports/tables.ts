import type {
  DayReport,
  ExceptionsReport,
  OccupancyReport,
  RevenueReport,
  RevenueSums,
} from "../../../common/api/reports.ts";
import type { Db } from "../../../common/node/db.ts";
import { escapeHtml } from "../html.ts";
import { tariffNames } from "./names.ts";

export type Cell = string | number | null;

/** A report as rows: what CSV and the page to print are made of. Money in minor units, as in the API. */
export interface ReportTable {
  title: string;
  /** A name for the file, without an ending. */
  file: string;
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const day = (at: string) => at.slice(0, 10);
const SUM_COLUMNS = ["payments", "taken", "voids", "voided", "amount", "tax"] as const;
const sumCells = (sums: RevenueSums): Cell[] => SUM_COLUMNS.map((name) => sums[name]);

export function revenueTable(report: RevenueReport): ReportTable {
  const { by, currency, rows, total, from, to } = report;
  return {
    title: `Revenue by ${by}, ${from} – ${to}`,
    file: `revenue-by-${by}-${day(from)}`,
    columns: [by, "name", ...SUM_COLUMNS, "currency"],
    rows: [
      ...rows.map((row) => [row.key, row.name, ...sumCells(row), currency]),
      ["total", "Total", ...sumCells(total), currency],
    ],
  };
}

export function occupancyTable(report: OccupancyReport): ReportTable {
  const { by, rows, from, to, capacity } = report;
  return {
    title: `Occupancy by ${by}, ${from} – ${to}`,
    file: `occupancy-by-${by}-${day(from)}`,
    columns: [by, "name", "entries", "exits", "inside", "peak", "averageStaySeconds", "capacity"],
    rows: rows.map((row) => [
      row.key,
      row.name,
      row.entries,
      row.exits,
      row.inside,
      row.peak,
      row.averageStaySeconds,
      capacity,
    ]),
  };
}

export function exceptionsTable(report: ExceptionsReport): ReportTable {
  const { items, from, to, currency } = report;
  return {
    title: `Exceptions, ${from} – ${to}`,
    file: `exceptions-${day(from)}`,
    columns: [
      "seq",
      "kind",
      "at",
      "lane",
      "actor",
      "actorName",
      "amount",
      "currency",
      "reason",
      "note",
      "subjectSeq",
      "sessionId",
      "shiftId",
    ],
    rows: items.map((row) => [
      row.seq,
      row.kind,
      row.at,
      row.lane,
      row.actor.id,
      row.actor.name,
      row.amount,
      currency,
      row.reason,
      row.note,
      row.subjectSeq,
      row.sessionId,
      row.shiftId,
    ]),
  };
}

/** A day as lines of one shape: what is counted, which one of it, how often, how much. */
export function dayTable(db: Db, report: DayReport): ReportTable {
  const { sums, currency, closed } = report;
  const tariffs = tariffNames(db);
  const part = (section: string, name: string | null, of: RevenueSums): Cell[] => [
    section,
    name,
    of.payments - of.voids,
    of.amount,
    of.tax,
    currency,
  ];
  const count = (section: string, name: string | null, value: number | null, amount: Cell = null): Cell[] => [
    section,
    name,
    value,
    amount,
    null,
    amount === null ? null : currency,
  ];
  return {
    title: `Day ${report.date}, ${closed ? `Z ${closed.number}, entry ${closed.seq}${closed.late ? ", late" : ""}` : "not closed"}`,
    file: `day-${report.date}`,
    columns: ["section", "name", "count", "amount", "tax", "currency"],
    rows: [
      ...report.byReason.map(({ kind, reason, count: times, amount }) =>
        count(`exception ${kind}`, reason, times, amount),
      ),
      ["taken", null, sums.payments, sums.taken, null, currency],
      ["voided", null, sums.voids, sums.voided, null, currency],
      part("revenue", null, sums),
      ...report.byMethod.map((row) => part("method", row.method, row)),
      ...report.byTariff.map((row) => part("tariff", tariffs.get(row.tariffId) ?? row.tariffId, row)),
      ...report.byTax.map((row) => part("tax", row.rate, row)),
      count("entries", null, report.entries),
      count("exits", null, report.exits),
      count("inside", "at the end", report.inside),
      count("inside", "peak", report.peak),
      count("turnover", "perpetual", null, report.atEnd.perpetual),
      count("turnover", "absolute", null, report.atEnd.absolute),
      count("signed", closed ? closed.at : null, closed?.seq ?? null),
      count("late", "seconds", closed?.late ? closed.lateSeconds : 0),
    ],
  };
}

/** A table as a page to print from a browser. */
export function tablePage({ title, columns, rows }: ReportTable): string {
  const cell = (tag: "td" | "th", value: Cell) => `<${tag}>${escapeHtml(value === null ? "" : String(value))}</${tag}>`;
  const line = (tag: "td" | "th", cells: readonly Cell[]) =>
    `<tr>${cells.map((value) => cell(tag, value)).join("")}</tr>`;
  const body = rows.map((row) => line("td", row)).join("\n");
  const name = escapeHtml(title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body><h1>${name}</h1>
<table border="1"><thead>${line("th", columns)}</thead><tbody>${body}</tbody></table></body></html>`;
}
