import type {
  DayReport,
  ExceptionsReport,
  OccupancyReport,
  ReportRange,
  RevenueReport,
  RevenueSums,
} from "../../../common/api/reports.ts";
import type { Db } from "../../../common/node/db.ts";
import { localDate } from "../site-days.ts";
import { tariffNames } from "./names.ts";
import type { Cell, Column, ReportTable } from "./table.ts";

const SUM_COLUMNS = [
  { id: "payments" },
  { id: "taken", as: "money" },
  { id: "voids" },
  { id: "voided", as: "money" },
  { id: "amount", head: "revenue", as: "money" },
  { id: "tax", as: "money" },
] as const satisfies readonly Column[];
const CURRENCY: Column = { id: "currency", machine: true };
/** What a name stands for, by what a report is told apart by. */
const NAMED = { hour: "hour", quarter: "hour", method: "method" } as const;

const sumCells = (sums: RevenueSums): Cell[] => SUM_COLUMNS.map(({ id }) => sums[id]);

/** The key for programs, and the name people know. */
function nameColumns(by: string): Column[] {
  const as = NAMED[by as keyof typeof NAMED];
  return [
    { id: by, machine: true },
    { id: "name", head: by, ...(as === undefined ? {} : { as }) },
  ];
}

/** The days a report is about, and a file name that begins with what it is. */
export function spanOf({ from, to, timezone }: ReportRange, name: string) {
  const first = localDate(timezone, Date.parse(from));
  const last = localDate(timezone, Date.parse(to) - 1);
  return { span: first === last ? first : `${first} – ${last}`, timezone, file: `${name}-${first}` };
}

export function revenueTable(report: RevenueReport): ReportTable {
  const { by, currency, rows, total } = report;
  return {
    ...spanOf(report, `revenue-by-${by}`),
    title: `revenue_${by}`,
    currency,
    columns: [...nameColumns(by), ...SUM_COLUMNS, CURRENCY],
    rows: [
      ...rows.map((row) => [row.key, row.name, ...sumCells(row), currency]),
      ["total", "Total", ...sumCells(total), currency],
    ],
  };
}

export function occupancyTable(report: OccupancyReport): ReportTable {
  const { by, rows, capacity } = report;
  return {
    ...spanOf(report, `occupancy-by-${by}`),
    title: `occupancy_${by}`,
    currency: "",
    columns: [
      ...nameColumns(by),
      { id: "entries" },
      { id: "exits" },
      { id: "inside" },
      { id: "peak" },
      { id: "averageStaySeconds", as: "seconds" },
      { id: "capacity" },
    ],
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

const EXCEPTION_COLUMNS: readonly Column[] = [
  { id: "seq" },
  { id: "kind", as: "kind" },
  { id: "at", as: "instant" },
  { id: "lane", as: "lane" },
  { id: "actor", machine: true },
  { id: "actorName" },
  { id: "amount", as: "money" },
  CURRENCY,
  { id: "reason", as: "reason" },
  { id: "note" },
  { id: "subjectSeq" },
  { id: "sessionId", machine: true },
  { id: "shiftId", machine: true },
];

export function exceptionsTable(report: ExceptionsReport): ReportTable {
  const { items, currency } = report;
  return {
    ...spanOf(report, "exceptions"),
    title: "exceptions",
    currency,
    columns: EXCEPTION_COLUMNS,
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
    title: "day",
    span: report.date,
    ...(closed ? { state: closed.late ? "late" : "signed", marks: closed } : { state: "open" }),
    currency,
    timezone: report.timezone,
    file: `day-${report.date}`,
    columns: [
      { id: "section", as: "section" },
      { id: "name", as: "part" },
      { id: "count" },
      { id: "amount", as: "money" },
      { id: "tax", as: "money" },
      CURRENCY,
    ],
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
      ...report.validations.map(({ station, count: times }) => count("validation", station, times)),
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
