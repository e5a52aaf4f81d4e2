import { computed } from "@preact/signals";
import { second } from "../../../clock.ts";
import { zone } from "../../../session.ts";
import { dateFormat } from "../../../text/format.ts";
import { siteDateOf } from "../parts/site-time.ts";

const DAY_MS = 86_400_000;

/** The site's date at an instant, such as `2026-11-20`. */
export function siteDate(atMs: number): string {
  return siteDateOf(atMs, zone.value);
}

const date = computed(() => siteDate(second.value));

/** The site's date now. What shows it is shown anew at midnight, and when the booth has told the time. */
export function today(): string {
  return date.value;
}

/** The date so many days later, or earlier below 0. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from one date to another, both counted. */
export function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}

/** A date as people say it, `Fri, 20 Nov 2026`, or `20 Nov` where there is little room. */
export function dateText(date: string, short = false): string {
  const form: Intl.DateTimeFormatOptions = short
    ? { day: "numeric", month: "short" }
    : { weekday: "short", day: "numeric", month: "short", year: "numeric" };
  return dateFormat({ timeZone: "UTC", ...form }).format(Date.parse(date));
}
