import { refuse } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { DAY, HOUR } from "../../common/pricing/duration.ts";
import { instantOfReading, segmentAt, zoneOf } from "../../common/pricing/zone.ts";
import { siteOf } from "./sites.ts";

/** A day of the site, in milliseconds since 1970; `to` is the next day's `from`. It has 24 hours, or 23, or 25, or as many as passed. */
export interface SiteDay {
  date: string;
  from: number;
  to: number;
}

/** The date on the wall clock of a zone. */
export function localDate(timezone: string, at: number): string {
  return instant(at + segmentAt(zoneOf(timezone), at).offset).slice(0, 10);
}

/** The instant at which a date begins: its midnight, or the first moment after a midnight that the clock skips. */
export function startOfDate(timezone: string, date: string): number {
  const reading = Date.parse(`${date}T00:00:00.000Z`);
  return instantOfReading(zoneOf(timezone), reading - 16 * HOUR, reading);
}

function nextDate(date: string): string {
  return instant(Date.parse(`${date}T00:00:00.000Z`) + DAY).slice(0, 10);
}

function dateBefore(date: string): string {
  return instant(Date.parse(`${date}T00:00:00.000Z`) - DAY).slice(0, 10);
}

function dayOfDate(timezone: string, date: string): SiteDay {
  return { date, from: startOfDate(timezone, date), to: startOfDate(timezone, nextDate(date)) };
}

/** The day that follows in a zone. After a change of the zone it is longer or shorter, so that no hour is lost or counted twice. */
function dayAfter(timezone: string, last: SiteDay): SiteDay {
  let { date, to } = dayOfDate(timezone, nextDate(last.date));
  while (to <= last.to) ({ date, to } = dayOfDate(timezone, nextDate(date)));
  return { date, from: last.to, to };
}

interface CloseRow {
  date: string;
  from_at: string;
  to_at: string;
}

const dayOfRow = (row: CloseRow): SiteDay => ({
  date: row.date,
  from: Date.parse(row.from_at),
  to: Date.parse(row.to_at),
});

function edgeDay(db: Db, order: "ASC" | "DESC"): SiteDay | null {
  const row = sql<CloseRow>(db, `SELECT date, from_at, to_at FROM day_closes ORDER BY date ${order} LIMIT 1`).get();
  return row ? dayOfRow(row) : null;
}

/** The first day that is not closed: the one after the last closed, or the day on which the ledger begins. */
export function nextDayToClose(db: Db): SiteDay {
  const { timezone } = siteOf(db);
  const last = edgeDay(db, "DESC");
  if (last) return dayAfter(timezone, last);
  const first = sql<{ at: string }>(db, "SELECT at FROM events WHERE seq = 1").get();
  if (!first) throw new Error("the ledger is empty");
  return dayOfDate(timezone, localDate(timezone, Date.parse(first.at)));
}

/** The days of a zone that share time with a stretch. */
function plainDays(timezone: string, from: number, to: number): SiteDay[] {
  const days: SiteDay[] = [];
  for (let day = dayOfDate(timezone, localDate(timezone, from)); day.from < to; day = dayAfter(timezone, day))
    days.push(day);
  return days;
}

/** Days before the first closed one, which began in the zone of its time; they are empty, and end where it begins. */
function daysBefore(timezone: string, first: SiteDay, from: number, to: number): SiteDay[] {
  if (from >= first.from) return [];
  const days = plainDays(timezone, from, Math.min(to, first.from)).filter(({ date }) => date < first.date);
  const before = days.pop() ?? { date: dateBefore(first.date), from };
  const end = nextDate(before.date) === first.date ? first.from : startOfDate(timezone, nextDate(before.date));
  return [...days, { ...before, to: Math.min(end, first.from) }];
}

/**
 * The days that share time with a stretch, in order and without gap. Closed days are as they were closed, whatever zone
 * the site has now; the others are of the zone as it is.
 */
export function daysBetween(db: Db, from: number, to: number): SiteDay[] {
  const { timezone } = siteOf(db);
  const [first, last] = [edgeDay(db, "ASC"), edgeDay(db, "DESC")];
  const days = first ? daysBefore(timezone, first, from, to) : plainDays(timezone, from, to);
  const closed = sql<CloseRow>(
    db,
    "SELECT date, from_at, to_at FROM day_closes WHERE to_at > ? AND from_at < ? ORDER BY date",
  );
  days.push(...closed.all(instant(from), instant(to)).map(dayOfRow));
  if (!last) return days;
  let day = dayAfter(timezone, last);
  // From there on days are those of the zone, so that the way to a far one need not be walked.
  if (from >= day.to) day = dayOfDate(timezone, localDate(timezone, from));
  for (; day.from < to; day = dayAfter(timezone, day)) if (day.to > from) days.push(day);
  return days;
}

/** The day that holds an instant. */
export function dayAt(db: Db, at: number): SiteDay {
  const day = daysBetween(db, at, at + 1)[0];
  if (!day) throw new Error("no day holds this instant");
  return day;
}

/** The day of a date. Refuses with `not_found` when a change of zone left the site without it. */
export function dayByDate(db: Db, date: string): SiteDay {
  const noon = Date.parse(`${date}T12:00:00.000Z`);
  return (
    daysBetween(db, noon - 2 * DAY, noon + 2 * DAY).find((day) => day.date === date) ??
    refuse("not_found", "the site had no day of this date")
  );
}

/** Cuts a stretch at the full hours of the zone's wall clock; an hour is what passed between them, real time. */
export function hoursBetween(timezone: string, from: number, to: number): { from: number; to: number }[] {
  const zone = zoneOf(timezone);
  const hours: { from: number; to: number }[] = [];
  for (let start = from; start < to; ) {
    const segment = segmentAt(zone, start);
    const full = start + HOUR - ((((start + segment.offset) % HOUR) + HOUR) % HOUR);
    // A segment also ends with the year, where no clock changes.
    const cut = full > segment.to && segmentAt(zone, segment.to).offset !== segment.offset ? segment.to : full;
    hours.push({ from: start, to: Math.min(cut, to) });
    start = cut;
  }
  return hours;
}

/** An instant on the wall clock of a zone with its offset (RFC 3339), so that the hour that comes twice has two names. */
export function wallTime(timezone: string, at: number, to: "minutes" | "seconds" = "minutes"): string {
  const { offset } = segmentAt(zoneOf(timezone), at);
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const pad = (value: number) => String(value).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  return `${instant(at + offset).slice(0, to === "minutes" ? 16 : 19)}${sign}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
