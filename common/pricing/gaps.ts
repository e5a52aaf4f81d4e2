import { VEHICLE_CLASSES, type VehicleClass } from "../review.ts";
import { DAY, HOUR, MINUTE, WEEK } from "./duration.ts";
import type { RateTable } from "./model.ts";
import { collectionsFor, weekOf } from "./schedule.ts";

const DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A time of the week without a price, in milliseconds since Monday 00:00, and the vehicle classes concerned. */
export interface Gap {
  from: number;
  to: number;
  classes: VehicleClass[];
}

/** The times of a week that no split collection prices. */
export function gapsIn(table: RateTable): Gap[] {
  const gaps = new Map<string, Gap>();
  for (const vehicleClass of VEHICLE_CLASSES) {
    for (const { from, to, collection } of weekOf(collectionsFor(table, "split", vehicleClass))) {
      if (collection !== undefined) continue;
      const gap = gaps.get(`${from} ${to}`) ?? { from, to, classes: [] };
      gap.classes.push(vehicleClass);
      gaps.set(`${from} ${to}`, gap);
    }
  }
  return [...gaps.values()];
}

/** The times of a week that no split collection prices, a sentence each. */
export function gapsOf(table: RateTable): string[] {
  return gapsIn(table).map(({ from, to, classes }) => `no price for ${classesText(classes)} ${gapText(from, to)}`);
}

function classesText(classes: readonly VehicleClass[]): string {
  return classes.length === VEHICLE_CLASSES.length ? "any class" : classes.join(", ");
}

function gapText(from: number, to: number): string {
  if (from === 0 && to === WEEK) return "at any time";
  const day = Math.floor(from / DAY);
  const lastDay = Math.ceil(to / DAY) - 1;
  const [start, end] = [timeText(from - day * DAY), timeText(to - lastDay * DAY)];
  if (day === lastDay) return `on ${DAY_NAMES[day]} ${start}–${end}`;
  return `from ${DAY_NAMES[day]} ${start} to ${DAY_NAMES[lastDay]} ${end}`;
}

function timeText(time: number): string {
  const digits = (count: number) => String(count).padStart(2, "0");
  return `${digits(Math.floor(time / HOUR))}:${digits((time % HOUR) / MINUTE)}`;
}
