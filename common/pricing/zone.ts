import { DAY, HOUR, SECOND } from "./duration.ts";

/** A stretch of time in which the zone's offset from UTC does not change; `to` is exclusive. */
interface Segment {
  from: number;
  to: number;
  offset: number;
}

/** A time zone with its offsets as far as they were asked for. Zone rules do not change while a program runs. */
export interface Zone {
  format: Intl.DateTimeFormat;
  years: Map<number, Segment[]>;
  last: Segment | undefined;
}

// No clock change is undone within this time, so that two probes with one offset have none between them.
const PROBE = 10 * DAY;

const zones = new Map<string, Zone>();

/** The zone of an IANA name; throws RangeError for an unknown one. */
export function zoneOf(timezone: string): Zone {
  let zone = zones.get(timezone);
  if (zone === undefined) {
    zone = { format: formatOf(timezone), years: new Map(), last: undefined };
    zones.set(timezone, zone);
  }
  return zone;
}

/** The stretch of constant offset that holds the instant; it never spans a change of the UTC year. */
export function segmentAt(zone: Zone, instant: number): Segment {
  if (zone.last !== undefined && instant >= zone.last.from && instant < zone.last.to) return zone.last;
  const year = new Date(instant).getUTCFullYear();
  let segments = zone.years.get(year);
  if (segments === undefined) {
    segments = segmentsOf(zone, Date.UTC(year, 0), Date.UTC(year + 1, 0));
    zone.years.set(year, segments);
  }
  const found = segments.find((segment) => instant < segment.to);
  if (found === undefined) throw new RangeError("the instant is out of range");
  zone.last = found;
  return found;
}

/** The first instant from `start` on at which the wall clock shows `reading` or later (past it after a gap). */
export function instantOfReading(zone: Zone, start: number, reading: number): number {
  let segment = segmentAt(zone, start);
  while (reading - segment.offset >= segment.to) segment = segmentAt(zone, segment.to);
  return Math.max(segment.from, start, reading - segment.offset);
}

/** Milliseconds of a date and time: with an offset as they stand, without one on the zone's wall clock. */
export function parseInstant(zone: Zone, text: string): number {
  if (/(?:Z|[+-]\d\d:\d\d)$/.test(text)) return Date.parse(text);
  const reading = Date.parse(`${text}Z`);
  return instantOfReading(zone, reading - 16 * HOUR, reading);
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

function segmentsOf(zone: Zone, from: number, to: number): Segment[] {
  const segments: Segment[] = [];
  let start = from;
  let offset = offsetAt(zone, from);
  for (let probe = from; probe < to; probe += PROBE) {
    const next = Math.min(probe + PROBE, to - SECOND);
    const after = offsetAt(zone, next);
    if (after === offset) continue;
    const change = changeBetween(zone, probe, next, offset);
    segments.push({ from: start, to: change, offset });
    start = change;
    offset = after;
  }
  segments.push({ from: start, to, offset });
  return segments;
}

function changeBetween(zone: Zone, from: number, to: number, offset: number): number {
  let [before, after] = [from, to];
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / (2 * SECOND)) * SECOND;
    if (offsetAt(zone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

function offsetAt(zone: Zone, instant: number): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of zone.format.formatToParts(instant)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
}
