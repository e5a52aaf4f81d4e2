import { zone } from "../../../session.ts";
import { clockTime, dateFormat } from "../../../text/format.ts";
import { language } from "../../../text/index.ts";
import { siteDateOf } from "../parts/site-time.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;
/** 1 January 2024 was a Monday. */
const MONDAY = { year: 2024, month: 0, day: 1 };

/** The day of the site on which an instant lies, `2026-12-31`; a day stays one. */
export function firstDay(at: string): string {
  return at === "" || DAY.test(at) ? at : siteDateOf(at, zone.value);
}

/** The last day of the site before an end, which is the first instant that is valid no more. */
export function lastDay(end: string): string {
  return end === "" || DAY.test(end) ? end : siteDateOf(Date.parse(end) - 1, zone.value);
}

/** The time of day at which an end lies, where that is not the end of a day; else null. */
export function oddEnd(end: string): string | null {
  if (end === "" || DAY.test(end)) return null;
  const time = clockTime(end, zone.value);
  return time === "00:00" ? null : time;
}

/** A day as people write it here, `31 Dec 2026`. */
export function dayText(day: string): string {
  const form = { timeZone: "UTC", day: "numeric", month: "short", year: "numeric" } as const;
  return dateFormat(form).format(Date.parse(`${day}T00:00:00Z`));
}

/** A day of the week in short, by its place in a week that begins on Monday. */
export function weekdayText(place: number): string {
  const at = Date.UTC(MONDAY.year, MONDAY.month, MONDAY.day + place);
  return new Intl.DateTimeFormat(language.value, { timeZone: "UTC", weekday: "short" }).format(at);
}
