import { refuse } from "../../common/errors.ts";
import type { Needs } from "../context.ts";
import { BOOTH_ACTOR } from "./actors.ts";

/** Reads that one lane takes within any second; and one source, which may be a controller of several lanes. */
const PER_LANE = 20;
const PER_SOURCE = 100;
const SECOND_MS = 1000;
const MOST_SOURCES = 1000;
/** A flood is counted for this long before its first event, and then for this long between two. */
const FIRST_MS = 1000;
const BETWEEN_MS = 60_000;

export interface ReadLimit {
  /** Takes one read, or refuses with `rate_limited`. */
  take(lane: string): void;
  /**
   * Counts a request of a source, for whatever lane; false when there are too many, or when `take` would refuse the lane
   * named, which is counted too.
   */
  mayCome(source: string, lane: string): boolean;
  /** Records what was counted and not recorded yet. */
  close(): Promise<void>;
}

/** Holds lanes and sources to so many reads a second; what is turned away is counted, one event and line a minute. */
export function openReadLimit(booth: Needs<"clock" | "bus" | "ledger" | "log">): ReadLimit {
  const flood = openFloodCount(booth);
  const lanes = openWindows(PER_LANE);
  const sources = openWindows(PER_SOURCE);
  return {
    take(lane) {
      if (lanes.take(lane, booth.clock.monotonic())) return;
      flood.add();
      refuse("rate_limited", `expected at most ${PER_LANE} reads a second at one lane`, { retryAfterSeconds: 1 });
    },
    mayCome(source, lane) {
      const now = booth.clock.monotonic();
      const may = !lanes.isFull(lane, now) && sources.take(source, now);
      if (!may) flood.add();
      return may;
    },
    close: flood.close,
  };
}

interface Windows {
  /** Whether one more of a key fits into the second before now; it is counted if it does. */
  take(key: string, now: number): boolean;
  /** Whether `take` would answer no. */
  isFull(key: string, now: number): boolean;
}

/**
 * Counts by key within the second before now. A flood from ever new sources forgets the sources that were quiet longest,
 * and never those that are busy now.
 */
function openWindows(most: number): Windows {
  const taken = new Map<string, number[]>();
  const recentOf = (key: string, now: number): number[] => {
    const times = taken.get(key) ?? [];
    while (times[0] !== undefined && now - times[0] >= SECOND_MS) times.shift();
    return times;
  };
  return {
    isFull: (key, now) => recentOf(key, now).length >= most,
    take(key, now) {
      const times = recentOf(key, now);
      if (times.length >= most) return false;
      times.push(now);
      // Last in, last in the order: the first is the one that was quiet longest.
      taken.delete(key);
      taken.set(key, times);
      const [quietest] = taken.keys();
      if (taken.size > MOST_SOURCES && quietest !== undefined) taken.delete(quietest);
      return true;
    },
  };
}

/** Counts refusals into few events: one a second after a flood began, then one a minute, and the rest at the stop. */
function openFloodCount(booth: Needs<"clock" | "bus" | "ledger" | "log">): { add(): void; close(): Promise<void> } {
  let count = 0;
  let since = 0;
  let recordedAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  const record = async () => {
    timer = undefined;
    const counted = count;
    if (counted === 0) return;
    const seconds = Math.max(1, Math.round((booth.clock.monotonic() - since) / 1000));
    count = 0;
    recordedAt = booth.clock.monotonic();
    try {
      await booth.ledger.commit(BOOTH_ACTOR, (tx) => tx.append("ingress_flood", { count: counted, seconds }));
      booth.log.warn({ count: counted, seconds }, "reads were turned away");
    } catch (error) {
      count += counted;
      booth.log.warn({ err: error, count }, "a flood of reads could not be recorded yet");
    }
  };
  return {
    add() {
      if (count === 0) {
        since = booth.clock.monotonic();
        booth.log.warn("more reads come than are taken; they are turned away and counted");
      }
      count += 1;
      booth.bus.announce("readTurnedAway", null);
      const wait = Math.max(FIRST_MS, recordedAt + BETWEEN_MS - booth.clock.monotonic());
      timer ??= setTimeout(() => void record(), wait).unref();
    },
    async close() {
      clearTimeout(timer);
      await record();
    },
  };
}
