import { DAYS, WEEK } from "./pricing/duration.ts";
import type { ValidPeriod } from "./pricing/model.ts";
import { spansOf, timeOfWeek } from "./pricing/schedule.ts";
import { instantOfReading, parseInstant, segmentAt, zoneOf } from "./pricing/zone.ts";

/**
 * Until when hours of the week run on without a break from an instant: null if they do not hold then, Infinity if they
 * never end. Both in milliseconds.
 */
export function hoursUntil(hours: readonly ValidPeriod[], timezone: string, at: number): number | null {
  const zone = zoneOf(timezone);
  const spans = spansOf(hours);
  const reading = at + segmentAt(zone, at).offset;
  let end = reading;
  for (;;) {
    const time = timeOfWeek(end);
    const ends = spans.filter(([from, to]) => time >= from && time < to).map(([, to]) => to);
    if (ends.length === 0) return end === reading ? null : instantOfReading(zone, at, end);
    end += Math.max(...ends) - time;
    if (end - reading > WEEK) return Number.POSITIVE_INFINITY;
  }
}

const HOURS_TEXT = /^(daily|[a-z]{3}(?:(?:-|\s+)[a-z]{3})*)\s+(\d\d:\d\d)-(\d\d:\d\d)$/;

/**
 * Hours as people write them: `mon-fri 07:00-19:00 | sat 08:00-12:00`, also `daily` or days one by one. Null if they
 * cannot be read; that the times exist is left to the schema.
 */
export function parseHours(text: string): ValidPeriod[] | null {
  const periods = text
    .toLowerCase()
    .split("|")
    .map((part) => {
      const [, days = "", from = "", to = ""] = HOURS_TEXT.exec(part.trim()) ?? [];
      return { days: daysOf(days), from, to };
    });
  return periods.some(({ days }) => days.length === 0) ? null : periods;
}

function daysOf(text: string): ValidPeriod["days"] {
  if (text === "daily") return [...DAYS];
  const days = text.split(/\s+/).map((span) => {
    const [first = -1, last = first] = span.split("-").map((day) => (DAYS as readonly string[]).indexOf(day));
    if (first < 0 || last < 0) return [];
    return DAYS.filter((_, index) =>
      first <= last ? index >= first && index <= last : index >= first || index <= last,
    );
  });
  return days.some((span) => span.length === 0) ? [] : [...new Set(days.flat())];
}

/** Hours as `parseHours` reads them. */
export function writeHours(hours: readonly ValidPeriod[]): string {
  return hours.map(({ days, from, to }) => `${days.join(" ")} ${from}-${to}`).join(" | ");
}

/** The instant at which a day (`2026-12-31`) begins at a place, or ends, which is when the next begins. */
export function edgeOfDay(day: string, timezone: string, edge: "start" | "end"): string {
  const next = edge === "end" ? 1 : 0;
  const date = new Date(Date.parse(`${day}T00:00:00Z`) + next * 86_400_000).toISOString().slice(0, 10);
  return new Date(parseInstant(zoneOf(timezone), `${date}T00:00`)).toISOString();
}

/** The day (`2026-12-31`) that begins, or ends, at an instant at a place; null where none does. */
export function dayOfEdge(instant: string, timezone: string, edge: "start" | "end"): string | null {
  const inside = Date.parse(instant) - (edge === "end" ? 1 : 0);
  const day = new Date(inside + segmentAt(zoneOf(timezone), inside).offset).toISOString().slice(0, 10);
  return edgeOfDay(day, timezone, edge) === instant ? day : null;
}

/** The same time of day so many months later (or earlier); a day that the month lacks becomes its last. */
export function addMonths(instant: string, months: number, timezone: string): string {
  const zone = zoneOf(timezone);
  const at = Date.parse(instant);
  const shown = new Date(at + segmentAt(zone, at).offset);
  const day = shown.getUTCDate();
  shown.setUTCDate(1);
  shown.setUTCMonth(shown.getUTCMonth() + months);
  const days = new Date(Date.UTC(shown.getUTCFullYear(), shown.getUTCMonth() + 1, 0)).getUTCDate();
  shown.setUTCDate(Math.min(day, days));
  return new Date(parseInstant(zone, shown.toISOString().slice(0, -1))).toISOString();
}
