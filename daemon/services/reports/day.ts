import type { DayQuery, DayReport } from "../../../common/api/reports.ts";
import { refuseInput } from "../../../common/errors.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import { HOUR } from "../../../common/pricing/duration.ts";
import type { Needs } from "../../context.ts";
import { dayAt, dayByDate } from "../site-days.ts";
import { siteOf } from "../sites.ts";
import { figuresOf, totalsAt } from "./day-figures.ts";
import { dayText } from "./day-text.ts";
import { sumExceptions } from "./exceptions.ts";
import { sumOccupancy } from "./occupancy.ts";
import { sumStations } from "./validations.ts";

interface CloseRow {
  seq: number;
  number: number;
  timezone: string;
  closed_at: string;
  late: number;
  late_seconds: number;
}

/** A site day, by default today: its exceptions, its sums, and whether and when it was signed. */
export function reportDay(booth: Needs<"db" | "clock">, query: DayQuery): DayReport {
  const { db } = booth;
  const now = booth.clock.now();
  const day = query.date === undefined ? dayAt(db, now) : dayByDate(db, query.date);
  if (day.from > now) refuseInput("date", "expected a day that has begun");
  const close = closeOf(db, day.date);
  const figures = figuresOf(db, day);
  const report: Omit<DayReport, "text"> = {
    date: day.date,
    from: instant(day.from),
    to: instant(day.to),
    timezone: close?.timezone ?? siteOf(db).timezone,
    lengthHours: (day.to - day.from) / HOUR,
    closed: close && {
      seq: close.seq,
      number: close.number,
      at: close.closed_at,
      late: close.late === 1,
      lateSeconds: close.late_seconds,
    },
    exceptions: sumExceptions(db, day),
    validations: sumStations(db, day),
    ...figures,
    averageStaySeconds: sumOccupancy(db, day).averageStaySeconds,
    atEnd: totalsAt(db, figures.lastSeq),
  };
  return { ...report, text: dayText(db, report) };
}

function closeOf(db: Db, date: string): CloseRow | null {
  const text = "SELECT seq, number, timezone, closed_at, late, late_seconds FROM day_closes WHERE date = ?";
  return sql<CloseRow>(db, text).get(date) ?? null;
}
