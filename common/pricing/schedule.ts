import type { VehicleClass } from "../review.ts";
import { DAY, DAYS, timeOfDayMs, WEEK } from "./duration.ts";
import type { Collection, RateTable, ValidPeriod } from "./model.ts";
import { segmentAt, type Zone } from "./zone.ts";

/** A stretch of time and the collection that prices it (none: the table leaves it without a price); `to` is exclusive. */
export interface Stretch {
  from: number;
  to: number;
  collection: Collection | undefined;
}

/** A stretch of a wall-clock week: milliseconds since Monday 00:00. */
export type WeekPart = Stretch;

/** True if the collection prices vehicles of this class; an absent or empty list means every class. */
export function takesClass(collection: Collection, vehicleClass: VehicleClass): boolean {
  const { vehicleClasses } = collection;
  return vehicleClasses === undefined || vehicleClasses.length === 0 || vehicleClasses.includes(vehicleClass);
}

/** The table's collections with this crossing for this class, in sequence. */
export function collectionsFor(table: RateTable, crossing: "split" | "entry", vehicleClass: VehicleClass) {
  return table.collections
    .filter((collection) => collection.crossing === crossing && takesClass(collection, vehicleClass))
    .sort((a, b) => a.sequence - b.sequence);
}

/** The week of a class: each part belongs to the first collection in sequence that is valid then. */
export function weekOf(collections: readonly Collection[]): WeekPart[] {
  return shareOut(collections).map(({ from, to, owner }) => ({ from, to, collection: collections[owner] }));
}

/** True if the wall-clock reading lies in one of the periods, `to` exclusive. */
export function isInside(periods: readonly ValidPeriod[], reading: number): boolean {
  const time = timeOfWeek(reading);
  return spansOf(periods).some(([from, to]) => time >= from && time < to);
}

/** Cuts a stay at the edges of the week's parts, as the wall clock of the zone shows them. */
export function cutAtPeriods(week: readonly WeekPart[], zone: Zone, from: number, to: number): Stretch[] {
  const [first] = week;
  if (week.length === 1 && first !== undefined) return [{ collection: first.collection, from, to }];
  const stretches: Stretch[] = [];
  for (let at = from; at < to; ) {
    const segment = segmentAt(zone, at);
    const time = timeOfWeek(at + segment.offset);
    const part = week.find((candidate) => time < candidate.to);
    const end = Math.min(to, segment.to, at + (part?.to ?? WEEK) - time);
    const last = stretches.at(-1);
    if (last !== undefined && last.collection === part?.collection) last.to = end;
    else stretches.push({ collection: part?.collection, from: at, to: end });
    at = end;
  }
  return stretches;
}

/** Milliseconds since Monday 00:00 that a wall-clock reading shows. */
export function timeOfWeek(reading: number): number {
  // 1970-01-01 was a Thursday.
  return (((reading + 3 * DAY) % WEEK) + WEEK) % WEEK;
}

/** The stretches of a week that some periods make, in milliseconds since Monday 00:00; no periods are the whole week. */
export function spansOf(periods: readonly ValidPeriod[] | undefined): [number, number][] {
  if (periods === undefined || periods.length === 0) return [[0, WEEK]];
  return periods.flatMap((period) => {
    const start = timeOfDayMs(period.from);
    const end = timeOfDayMs(period.to);
    return period.days.flatMap((day) => spansOfDay(DAYS.indexOf(day) * DAY, start, end <= start ? end + DAY : end));
  });
}

function spansOfDay(day: number, start: number, end: number): [number, number][] {
  if (day + end <= WEEK) return [[day + start, day + end]];
  return [
    [day + start, WEEK],
    [0, day + end - WEEK],
  ];
}

/** A part of a week and the place of its collection in the list; -1 if none is valid. */
interface Share {
  from: number;
  to: number;
  owner: number;
}

// Kept by what the periods say, not by which object says it, so that a table being edited is never priced stale.
const shares = new Map<string, Share[]>();
const KEPT_SHARES = 200;

function shareOut(collections: readonly Collection[]): Share[] {
  const [only] = collections;
  if (collections.length === 1 && only?.validPeriods === undefined) return [{ from: 0, to: WEEK, owner: 0 }];
  const key = JSON.stringify(collections.map(({ validPeriods }) => validPeriods));
  const known = shares.get(key);
  if (known !== undefined) return known;
  if (shares.size >= KEPT_SHARES) shares.clear();
  const parts = joinNeighbours(shareOutAnew(collections));
  shares.set(key, parts);
  return parts;
}

function shareOutAnew(collections: readonly Collection[]): Share[] {
  let free: Share[] = [{ from: 0, to: WEEK, owner: -1 }];
  const taken: Share[] = [];
  collections.forEach((collection, owner) => {
    for (const span of spansOf(collection.validPeriods)) {
      free = free.flatMap((part) => take(part, span, owner, taken));
    }
  });
  return [...taken, ...free].sort((a, b) => a.from - b.from);
}

function take(part: Share, [from, to]: [number, number], owner: number, taken: Share[]): Share[] {
  const start = Math.max(part.from, from);
  const end = Math.min(part.to, to);
  if (start >= end) return [part];
  taken.push({ from: start, to: end, owner });
  const rest = [
    { ...part, to: start },
    { ...part, from: end },
  ];
  return rest.filter((left) => left.from < left.to);
}

function joinNeighbours(parts: readonly Share[]): Share[] {
  const joined: Share[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && last.owner === part.owner && last.to === part.from) last.to = part.to;
    else joined.push({ ...part });
  }
  return joined;
}
