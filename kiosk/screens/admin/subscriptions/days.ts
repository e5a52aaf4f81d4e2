import { zone } from "../../../session.ts";
import { clockTime } from "../../../text/format.ts";
import { language } from "../../../text/index.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;
/** 1 January 2024 was a Monday. */
const MONDAY = { year: 2024, month: 0, day: 1 };

/** The day of the site on which an instant lies, `2026-12-31`; a day stays one. */
export function firstDay(at: string): string {
  return at === "" || DAY.test(at) ? at : dayAt(Date.parse(at));
}

/** The last day of the site before an end, which is the first instant that is valid no more. */
export function lastDay(end: string): string {
  return end === "" || DAY.test(end) ? end : dayAt(Date.parse(end) - 1);
}

function dayAt(ms: number): string {
  const form = { timeZone: zone.value, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Map(
    new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", form).formatToParts(ms).map(({ type, value }) => [type, value]),
  );
  return `${parts.get("year")?.padStart(4, "0")}-${parts.get("month")}-${parts.get("day")}`;
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
  // Day before month, as everywhere on the screen; "en" alone would put the month first.
  const locale = `${language.value === "en" ? "en-GB" : language.value}-u-ca-gregory-nu-latn`;
  return new Intl.DateTimeFormat(locale, form).format(Date.parse(`${day}T00:00:00Z`));
}

/** A day of the week in short, by its place in a week that begins on Monday. */
export function weekdayText(place: number): string {
  const at = Date.UTC(MONDAY.year, MONDAY.month, MONDAY.day + place);
  return new Intl.DateTimeFormat(language.value, { timeZone: "UTC", weekday: "short" }).format(at);
}
