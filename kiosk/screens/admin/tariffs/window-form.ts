import { DAYS } from "../../../../common/pricing/duration.ts";
import { isSame } from "../../../../common/rate-differences.ts";
import type { Collection, RateLine, ResetMode, ValidPeriod } from "../../../../common/rate-table.ts";
import { VEHICLE_CLASSES, type VehicleClass } from "../../../../common/review.ts";
import { durationOf, minutesOf } from "./measures.ts";

/** An increment: so much for each started so many minutes. */
export interface Step {
  minutes: number;
  value: number;
}

/** What time costs in a window: by started increments, the first one apart if wanted, or once for all of it. */
export type Rate = { kind: "time"; first: Step | null; next: Step } | { kind: "flat"; value: number };

/** How often something starts anew: each stay, each site day from `time` on, each 24 h of a stay. */
export interface Per {
  mode: ResetMode;
  time: string;
}

/** A stretch of the week with its price, in the terms that sites use daily. */
export interface WindowForm {
  name: string;
  /** Null: whatever time the windows above leave. */
  hours: ValidPeriod | null;
  /** Empty: every class. */
  classes: VehicleClass[];
  rate: Rate;
  /** The most that the window costs, in minor units. */
  cap: number | null;
  per: Per;
}

const COLLECTION_MEMBERS = "sequence name crossing vehicleClasses validPeriods maxValue resetMode resetTime lines";
const LINE_MEMBERS = "sequence type incrementPeriod durationStart durationEnd value";

/** The window that a collection is; null where it has rules that a window does not show. */
export function windowOf(collection: Collection): WindowForm | null {
  const { validPeriods = [], vehicleClasses = [], durationsReset, ...rest } = collection;
  const rate = rateOf(collection.lines);
  const simple = hasOnly(rest, COLLECTION_MEMBERS) && rest.crossing === "split" && durationsReset !== true;
  if (!simple || rate === null || validPeriods.length > 1) return null;
  const [period] = validPeriods;
  return {
    name: rest.name,
    hours: period === undefined ? null : { ...period, days: DAYS.filter((day) => period.days.includes(day)) },
    classes: VEHICLE_CLASSES.filter((one) => vehicleClasses.includes(one)),
    rate,
    cap: rest.maxValue ?? null,
    per: perOf(rest),
  };
}

/** What a window shows, and the members of a collection that say it. */
const WRITTEN_AS = {
  name: ["name"],
  hours: ["validPeriods"],
  classes: ["vehicleClasses"],
  rate: ["lines"],
  cap: ["maxValue"],
  per: ["resetMode", "resetTime"],
} as const satisfies Record<keyof WindowForm, readonly (keyof Collection)[]>;

/** A collection that says what a window says; what `stored` says already stays as it is written there. */
export function collectionOf(window: WindowForm, stored: Collection | undefined, sequence: number): Collection {
  const fresh = writtenAnew(window, sequence);
  const before = stored === undefined ? null : windowOf(stored);
  if (stored === undefined || before === null) return fresh;
  const shown = Object.keys(WRITTEN_AS) as (keyof WindowForm)[];
  const changed = shown.filter((part) => !isSame(before[part], window[part])).flatMap((part) => [...WRITTEN_AS[part]]);
  const members = (collection: Collection, wanted: boolean) =>
    Object.entries(collection).filter(([member]) => changed.some((one) => one === member) === wanted);
  return { ...Object.fromEntries([...members(stored, false), ...members(fresh, true)]), sequence } as Collection;
}

function writtenAnew({ name, hours, classes, rate, cap, per }: WindowForm, sequence: number): Collection {
  return {
    sequence,
    name,
    crossing: "split",
    ...(hours === null ? {} : { validPeriods: [hours] }),
    ...(classes.length === 0 ? {} : { vehicleClasses: classes }),
    ...(cap === null ? {} : { maxValue: cap }),
    resetMode: per.mode,
    resetTime: per.time,
    lines: linesOf(rate),
  };
}

interface Resets {
  resetMode?: ResetMode | undefined;
  resetTime?: string | undefined;
}

/** When something starts anew, with what is meant where nothing is said. */
export function perOf({ resetMode, resetTime }: Resets): Per {
  return { mode: resetMode ?? "session", time: resetTime ?? "00:00" };
}

function rateOf(lines: readonly RateLine[]): Rate | null {
  if (lines.some((line) => !hasOnly(line, LINE_MEMBERS))) return null;
  const [one, two, three] = [...lines].sort((a, b) => a.sequence - b.sequence);
  if (one === undefined || three !== undefined || !isFromStart(one)) return null;
  if (two === undefined) {
    if (one.durationEnd !== undefined) return null;
    if (one.type === "flatRate") return one.incrementPeriod ? null : { kind: "flat", value: one.value };
    return timeRate(null, stepOf(one));
  }
  const first = stepOf(one);
  const last = two.durationEnd === undefined && two.durationStart !== undefined;
  if (first === null || !last || one.durationEnd === undefined) return null;
  const meet = minutesOf(one.durationEnd) === first.minutes && minutesOf(two.durationStart ?? "") === first.minutes;
  return meet ? timeRate(first, stepOf(two)) : null;
}

function timeRate(first: Step | null, next: Step | null): Rate | null {
  return next === null ? null : { kind: "time", first, next };
}

function isFromStart({ durationStart }: RateLine): boolean {
  return durationStart === undefined || /^[^1-9]*$/.test(durationStart);
}

function stepOf({ type, incrementPeriod, value }: RateLine): Step | null {
  if (type !== "incrementingRate" || incrementPeriod === undefined) return null;
  const minutes = minutesOf(incrementPeriod);
  return minutes === null ? null : { minutes, value };
}

/** The lines that say what a rate says. */
export function linesOf(rate: Rate): RateLine[] {
  if (rate.kind === "flat") return [{ sequence: 1, type: "flatRate", value: rate.value }];
  const { first, next } = rate;
  const type = "incrementingRate" as const;
  const last = { type, incrementPeriod: durationOf(next.minutes), value: next.value };
  if (first === null) return [{ sequence: 1, ...last }];
  const edge = durationOf(first.minutes);
  return [
    { sequence: 1, type, durationEnd: edge, incrementPeriod: edge, value: first.value },
    { sequence: 2, durationStart: edge, ...last },
  ];
}

function hasOnly(value: object, members: string): boolean {
  const known = members.split(" ");
  return Object.keys(value).every((key) => known.includes(key));
}
