import { DAY, timeOfDayMs } from "./duration.ts";
import type { ResetMode } from "./model.ts";
import { instantOfReading, segmentAt, type Zone } from "./zone.ts";

/** One reset window of a stay; the first begins at entry, `to` is exclusive. */
export interface ResetWindow {
  index: number;
  from: number;
  to: number;
}

/** Answers the reset window that holds an instant; to be asked in the order of time. */
export type Windows = (instant: number) => ResetWindow;

/** The reset windows of a stay: the whole of it, calendar days from `resetTime`, or each 24 h from entry. */
export function windowsOf(mode: ResetMode, resetTime: string | undefined, zone: Zone, enteredAt: number): Windows {
  if (mode === "session") {
    const session = { index: 0, from: enteredAt, to: Number.POSITIVE_INFINITY };
    return () => session;
  }
  const reset = timeOfDayMs(resetTime ?? "00:00");
  const endOf = mode === "rolling" ? (from: number) => from + DAY : (from: number) => nextReset(zone, from, reset);
  let window = { index: 0, from: enteredAt, to: endOf(enteredAt) };
  return (instant) => {
    while (instant >= window.to) window = { index: window.index + 1, from: window.to, to: endOf(window.to) };
    return window;
  };
}

function nextReset(zone: Zone, instant: number, reset: number): number {
  const shown = instant + segmentAt(zone, instant).offset;
  const reading = Math.floor((shown - reset) / DAY) * DAY + reset + DAY;
  return instantOfReading(zone, instant, reading);
}
