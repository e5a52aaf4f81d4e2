import * as v from "valibot";
import type { DayFigures, Totals } from "../events.ts";
import { Instant, LanguageCode, Line, Plate, pageQuery } from "./parts.ts";

/** What an owner looks at first; each row of the exceptions report is one of these. */
export const EXCEPTION_KINDS = [
  "void",
  "debt",
  "unpaid_open",
  "hand_open",
  "closed_unpaid",
  "over_short",
  "lost_ticket",
  "reprint",
  "session_void",
  "unexplained_open",
  "away",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

export const REVENUE_BY = ["hour", "day", "lane", "method", "tariff", "person"] as const;
export const OCCUPANCY_BY = ["quarter", "hour", "day"] as const;
export const REPORT_FORMATS = ["json", "csv", "html"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const PLAUSIBLE = "expected a year from 1971 to 2999";
/** Time zones and their offsets are a matter of these years. */
const isPlausible = (text: string) => text >= "1971" && text < "3000";

/** A site day, such as `2026-11-20`. */
export const SiteDate = v.pipe(
  v.string("expected a date"),
  v.regex(/^\d{4}-\d\d-\d\d$/, "expected a date such as 2026-11-20"),
  v.check(
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text),
    "expected a date that exists",
  ),
  v.check((text) => isPlausible(text), PLAUSIBLE),
);

/** Where a report begins or ends: a site day, which is meant whole, or an instant. */
export const Edge = v.union(
  [
    SiteDate,
    v.pipe(
      Instant,
      v.check((text) => isPlausible(text), PLAUSIBLE),
    ),
  ],
  "expected a date such as 2026-11-20, or an RFC 3339 instant such as 2026-11-20T18:42:03.120Z",
);

const format = v.optional(v.picklist(REPORT_FORMATS, `expected one of ${REPORT_FORMATS.join(", ")}`));
/** In which form, and for a page to print or a file in which language. */
const form = { format, language: v.optional(LanguageCode) };
/** What every report over a stretch of time takes. */
export const reportRange = { from: v.optional(Edge), to: v.optional(Edge), ...form };

export const RevenueQuery = v.strictObject({
  ...reportRange,
  by: v.optional(v.picklist(REVENUE_BY, `expected one of ${REVENUE_BY.join(", ")}`), "hour"),
});
export type RevenueQuery = v.InferOutput<typeof RevenueQuery>;

export const OccupancyQuery = v.strictObject({
  ...reportRange,
  by: v.optional(v.picklist(OCCUPANCY_BY, `expected one of ${OCCUPANCY_BY.join(", ")}`), "hour"),
});
export type OccupancyQuery = v.InferOutput<typeof OccupancyQuery>;

export const ExceptionsQuery = v.strictObject({
  ...reportRange,
  limit: pageQuery.limit,
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}:[a-z_]{1,20}$/, "expected a cursor this list gave out"))),
  kind: v.optional(v.picklist(EXCEPTION_KINDS, `expected one of ${EXCEPTION_KINDS.join(", ")}`)),
});
export type ExceptionsQuery = v.InferOutput<typeof ExceptionsQuery>;

export const DayQuery = v.strictObject({ date: v.optional(SiteDate), ...form });
export type DayQuery = v.InferOutput<typeof DayQuery>;

export const PlateErasure = v.strictObject({ plate: Plate, reason: Line });
export type PlateErasure = v.InferOutput<typeof PlateErasure>;

/** From when to when a report counts; widened to whole quarter hours, and `to` is not part of it. */
export interface ReportRange {
  from: string;
  to: string;
  timezone: string;
}

/** Money taken and given back, in minor units: `amount` = `taken` − `voided`, `tax` is within it. */
export interface RevenueSums {
  payments: number;
  taken: number;
  voids: number;
  voided: number;
  amount: number;
  tax: number;
}

/** `key` is the hour's or day's beginning, or the id of the lane, method, tariff or person; '' is a payment without a lane. */
export interface RevenueRow extends RevenueSums {
  key: string;
  name: string;
  from?: string;
  to?: string;
}

export interface RevenueReport extends ReportRange {
  by: (typeof REVENUE_BY)[number];
  currency: string;
  rows: RevenueRow[];
  total: RevenueSums;
}

/** Cars in a stretch of time; `inside` at its end, `peak` at most during it, averages over the stays that ended in it. */
export interface OccupancyRow {
  key: string;
  name: string;
  from: string;
  to: string;
  entries: number;
  exits: number;
  inside: number;
  peak: number;
  averageStaySeconds: number | null;
}

export interface OccupancyReport extends ReportRange {
  by: (typeof OCCUPANCY_BY)[number];
  capacity: number | null;
  rows: OccupancyRow[];
  total: { entries: number; exits: number; peak: number; averageStaySeconds: number | null };
}

export interface ExceptionSum {
  kind: ExceptionKind;
  count: number;
  amount: number;
}

export interface ExceptionRow {
  seq: number;
  kind: ExceptionKind;
  at: string;
  lane: string | null;
  actor: { type: string; id: string; name: string };
  sessionId: string | null;
  shiftId: string | null;
  /** The entry it is about, such as the voided one. */
  subjectSeq: number | null;
  /** In minor units: given back, owed, paid for a lost ticket, over (or below 0 short); null where none was at stake. */
  amount: number | null;
  reason: string | null;
  note: string | null;
}

export interface ExceptionsReport extends ReportRange {
  currency: string;
  summary: ExceptionSum[];
  items: ExceptionRow[];
  next: string | null;
}

/** How often a station validated, also one that is retired. */
export interface StationSum {
  station: string;
  count: number;
}

/** A site day. `closed` is the signed `day_close`, or null while there is none; `atEnd` are the perpetual totals at its end. */
export interface DayReport extends ReportRange, DayFigures {
  date: string;
  lengthHours: number;
  closed: { seq: number; number: number; at: string; late: boolean; lateSeconds: number } | null;
  exceptions: ExceptionSum[];
  validations: StationSum[];
  averageStaySeconds: number | null;
  atEnd: Totals;
  /** To print on a receipt printer's paper. */
  text: string;
}

/** What was erased on request. */
export interface Erasure {
  seq: number;
  plates: number;
  pictures: number;
}
