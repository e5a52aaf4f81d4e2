import * as v from "valibot";
import { dayFigures, totals } from "../event-parts.ts";
import { At, Instant, Int, LanguageCode, Line, Plate, pageQuery } from "./parts.ts";

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
export const ReportRange = v.strictObject({
  from: At,
  to: At,
  timezone: v.string(),
});
export type ReportRange = v.InferOutput<typeof ReportRange>;

/** Money taken and given back, in minor units: `amount` = `taken` − `voided`, `tax` is within it. */
export const RevenueSums = v.strictObject({
  payments: Int,
  taken: Int,
  voids: Int,
  voided: Int,
  amount: Int,
  tax: Int,
});
export type RevenueSums = v.InferOutput<typeof RevenueSums>;

/** `key` is the hour's or day's beginning, or the id of the lane, method, tariff or person; '' is a payment without a lane. */
export const RevenueRow = v.strictObject({
  ...RevenueSums.entries,
  key: v.string(),
  name: v.string(),
  from: v.exactOptional(At),
  to: v.exactOptional(At),
});
export type RevenueRow = v.InferOutput<typeof RevenueRow>;

export const RevenueReport = v.strictObject({
  ...ReportRange.entries,
  by: v.picklist(REVENUE_BY),
  currency: v.string(),
  rows: v.array(RevenueRow),
  total: RevenueSums,
});
export type RevenueReport = v.InferOutput<typeof RevenueReport>;

/** Cars in a stretch of time; `inside` at its end, `peak` at most during it, averages over the stays that ended in it. */
export const OccupancyRow = v.strictObject({
  key: v.string(),
  name: v.string(),
  from: At,
  to: At,
  entries: Int,
  exits: Int,
  inside: Int,
  peak: Int,
  averageStaySeconds: v.nullable(Int),
});
export type OccupancyRow = v.InferOutput<typeof OccupancyRow>;

export const OccupancyReport = v.strictObject({
  ...ReportRange.entries,
  by: v.picklist(OCCUPANCY_BY),
  capacity: v.nullable(Int),
  rows: v.array(OccupancyRow),
  total: v.strictObject({ entries: Int, exits: Int, peak: Int, averageStaySeconds: v.nullable(Int) }),
});
export type OccupancyReport = v.InferOutput<typeof OccupancyReport>;

export const ExceptionSum = v.strictObject({
  kind: v.picklist(EXCEPTION_KINDS),
  count: Int,
  amount: Int,
});
export type ExceptionSum = v.InferOutput<typeof ExceptionSum>;

export const ExceptionRow = v.strictObject({
  seq: Int,
  kind: v.picklist(EXCEPTION_KINDS),
  at: At,
  lane: v.nullable(v.string()),
  actor: v.strictObject({ type: v.string(), id: v.string(), name: v.string() }),
  sessionId: v.nullable(v.string()),
  shiftId: v.nullable(v.string()),
  /** The entry it is about, such as the voided one. */
  subjectSeq: v.nullable(Int),
  /** In minor units: given back, owed, paid for a lost ticket, over (or below 0 short); null where none was at stake. */
  amount: v.nullable(Int),
  reason: v.nullable(v.string()),
  note: v.nullable(v.string()),
});
export type ExceptionRow = v.InferOutput<typeof ExceptionRow>;

export const ExceptionsReport = v.strictObject({
  ...ReportRange.entries,
  currency: v.string(),
  summary: v.array(ExceptionSum),
  items: v.array(ExceptionRow),
  next: v.nullable(v.string()),
});
export type ExceptionsReport = v.InferOutput<typeof ExceptionsReport>;

/** How often a station validated, also one that is retired. */
export const StationSum = v.strictObject({
  station: v.string(),
  count: Int,
});
export type StationSum = v.InferOutput<typeof StationSum>;

/** A site day. `closed` is the signed `day_close`, or null while there is none; `atEnd` are the perpetual totals at its end. */
export const DayReport = v.strictObject({
  ...ReportRange.entries,
  ...dayFigures,
  date: v.string(),
  lengthHours: Int,
  closed: v.nullable(v.strictObject({ seq: Int, number: Int, at: At, late: v.boolean(), lateSeconds: Int })),
  exceptions: v.array(ExceptionSum),
  validations: v.array(StationSum),
  averageStaySeconds: v.nullable(Int),
  atEnd: totals,
  /** To print on a receipt printer's paper. */
  text: v.string(),
});
export type DayReport = v.InferOutput<typeof DayReport>;

/** What was erased on request. */
export const Erasure = v.strictObject({
  seq: Int,
  plates: Int,
  pictures: Int,
});
export type Erasure = v.InferOutput<typeof Erasure>;
