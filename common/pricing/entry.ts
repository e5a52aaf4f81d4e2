import { durationMs } from "./duration.ts";
import type { Collection } from "./model.ts";
import { isInside } from "./schedule.ts";
import { segmentAt, type Zone } from "./zone.ts";

/** True if an entry collection's conditions hold for the stay, so that it prices the whole of it. */
export function pricesWholeStay(collection: Collection, zone: Zone, enteredAt: number, exitedAt: number): boolean {
  const stay = exitedAt - enteredAt;
  if (collection.minTime !== undefined && stay < durationMs(collection.minTime)) return false;
  if (collection.maxTime !== undefined && stay > durationMs(collection.maxTime)) return false;
  const entry = given(collection.entryPeriods) ?? given(collection.validPeriods);
  if (entry !== undefined && !isInside(entry, shownAt(zone, enteredAt))) return false;
  const exit = given(collection.exitPeriods);
  if (exit === undefined) return true;
  // "Exit by 23:00" includes 23:00: a stay that ends there has its last moment before.
  return isInside(exit, shownAt(zone, exitedAt)) || isInside(exit, shownAt(zone, exitedAt - 1));
}

function given<T>(list: T[] | undefined): T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

function shownAt(zone: Zone, instant: number): number {
  return instant + segmentAt(zone, instant).offset;
}
