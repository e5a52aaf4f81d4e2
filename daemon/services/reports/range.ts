import type { ReportRange } from "../../../common/api/reports.ts";
import { refuseInput } from "../../../common/errors.ts";
import { instant } from "../../../common/node/clock.ts";
import type { Db } from "../../../common/node/db.ts";
import { DAY } from "../../../common/pricing/duration.ts";
import { QUARTER_MS } from "../../read-models/quarters.ts";
import { dayAt, dayByDate, daysBetween, hoursBetween, type SiteDay, wallTime } from "../site-days.ts";
import { siteOf } from "../sites.ts";

/** A stretch of time in whole quarter hours, in milliseconds since 1970. */
export interface Stretch {
  from: number;
  to: number;
}

/** The longest stretch a report may be asked for, and the longest that may be told by parts of a day: what 200 ms carry. */
const LONGEST_MS = 3700 * DAY;
const LONGEST_FINE_MS = { hour: 400 * DAY, quarter: 100 * DAY };

/** The longest stretch that is listed whole: a leap year, with the hour of a change of clocks. */
export const LONGEST_WHOLE_MS = 367 * DAY;

const isDate = (edge: string) => edge.length === 10;

/** What `from` and `to` of a query mean. A date is a whole site day; without `to` it is until today, without both it is today. */
export function rangeOf(db: Db, now: number, query: { from?: string | undefined; to?: string | undefined }): Stretch {
  const day = (edge: string): SiteDay => (isDate(edge) ? dayByDate(db, edge) : dayAt(db, Date.parse(edge)));
  const today = dayAt(db, now);
  const first = query.from === undefined ? (query.to === undefined ? today : day(query.to)) : day(query.from);
  const last = query.to === undefined ? (first.to > today.to ? first : today) : day(query.to);
  const from = query.from === undefined || isDate(query.from) ? first.from : Date.parse(query.from);
  const to = query.to === undefined || isDate(query.to) ? last.to : Date.parse(query.to);
  if (to <= from) refuseInput("to", "expected a time after `from`");
  if (to - from > LONGEST_MS) refuseInput("to", "expected at most ten years after `from`");
  return { from: Math.floor(from / QUARTER_MS) * QUARTER_MS, to: Math.ceil(to / QUARTER_MS) * QUARTER_MS };
}

/** A stretch as an answer shows it. */
export function shownRange(db: Db, { from, to }: Stretch): ReportRange {
  return { from: instant(from), to: instant(to), timezone: siteOf(db).timezone };
}

export interface Bucket extends Stretch {
  key: string;
  name: string;
}

/** The parts of a stretch: site days, hours of the wall clock, or quarter hours, cut at the edges of the stretch. */
export function bucketsOf(db: Db, stretch: Stretch, by: "day" | "hour" | "quarter"): Bucket[] {
  const { timezone } = siteOf(db);
  if (by === "day") {
    return daysBetween(db, stretch.from, stretch.to).map(({ date, from, to }) => ({
      key: date,
      name: date,
      from: Math.max(from, stretch.from),
      to: Math.min(to, stretch.to),
    }));
  }
  if (stretch.to - stretch.from > LONGEST_FINE_MS[by])
    refuseInput("by", `expected something coarser for more than ${LONGEST_FINE_MS[by] / DAY} days`);
  const parts = by === "hour" ? hoursBetween(timezone, stretch.from, stretch.to) : quartersBetween(stretch);
  return parts.map(({ from, to }) => ({ key: instant(from), name: wallTime(timezone, from), from, to }));
}

function quartersBetween({ from, to }: Stretch): Stretch[] {
  return Array.from({ length: (to - from) / QUARTER_MS }, (_, index) => {
    const start = from + index * QUARTER_MS;
    return { from: start, to: start + QUARTER_MS };
  });
}
