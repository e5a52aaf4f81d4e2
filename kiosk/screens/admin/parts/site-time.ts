import { DAY } from "../../../../common/pricing/duration.ts";
import { parseInstant, segmentAt, zoneOf } from "../../../../common/pricing/zone.ts";

/** What the clock on the site's wall shows at an instant (RFC 3339 or milliseconds): `2026-06-01T00:00`. */
export function wallClockOf(instant: string | number, timezone: string): string {
  const ms = typeof instant === "number" ? instant : Date.parse(instant);
  return new Date(ms + segmentAt(zoneOf(timezone), ms).offset).toISOString().slice(0, 16);
}

/**
 * The instant at which the wall clock of the site shows a date and time, RFC 3339 in UTC: the first of two, and the end of
 * the gap for one that a clock change leaves out. Null where it is no date and time.
 */
export function instantOfWall(wall: string, timezone: string): string | null {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN;
  // A day that a month does not have would pass for one of the next.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 16) !== wall) return null;
  return new Date(parseInstant(zoneOf(timezone), wall)).toISOString();
}

/** The date of the site at an instant: `2026-06-01`. */
export function siteDateOf(instant: string | number, timezone: string): string {
  return wallClockOf(instant, timezone).slice(0, 10);
}

/** The wall clock so many days later at a time of day. */
export function wallAfter(wall: string, days: number, time: string): string {
  return `${new Date(Date.parse(`${wall.slice(0, 10)}T00:00Z`) + days * DAY).toISOString().slice(0, 10)}T${time}`;
}
