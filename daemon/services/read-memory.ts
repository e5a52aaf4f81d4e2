import { plateShape } from "./plates.ts";
import type { Read } from "./sighting.ts";

/** The same credential or plate within this time at one lane is one read. */
export const SAME_READ_MS = 20_000;
/** No two vehicles follow each other this closely: a plate and a missing one are the same vehicle's. */
const BURST_MS = 3000;

/** What a lane read, and what came of it. */
export interface Seen {
  readonly read: Pick<Read, "by" | "plate" | "code" | "bad">;
  /** When, in milliseconds of a clock that never jumps. */
  readonly at: number;
  /** The plate it is taken for by now, and how sure the camera was of it. */
  plate: string | null;
  confidence: number;
  /** Whether the vehicle was recognised: let through, or asked to pay. */
  recognised: boolean;
  /** Whether it was too old to open. */
  isStale: boolean;
  /** The stay that this read opened, which may get a better plate. */
  opened: string | null;
}

/** Remembers what each lane read last, so that a camera that reports a car ten times makes one stay of it. */
export interface ReadMemory {
  /** The read of the same vehicle before this one, or null. */
  before(lane: string, read: Read, now: number): Seen | null;
  remember(lane: string, read: Read, now: number): Seen;
  /** Lets the next read of this through, because the one before came to nothing. */
  forget(lane: string, seen: Seen): void;
}

/** A repeated read does not prolong the time. */
export function openReadMemory(): ReadMemory {
  const lanes = new Map<string, Seen[]>();
  return {
    before(lane, read, now) {
      const recent = (lanes.get(lane) ?? []).filter(({ at }) => now - at < SAME_READ_MS);
      lanes.set(lane, recent);
      return recent.findLast((seen) => isSameVehicle(seen, read, now)) ?? null;
    },
    remember(lane, read, now) {
      const { by, plate, code, bad } = read;
      const kept = { by, plate, code, ...(bad === undefined ? {} : { bad }) };
      const nothingYet = { recognised: false, isStale: false, opened: null };
      const seen = { read: kept, at: now, plate, confidence: read.confidence ?? 0, ...nothingYet };
      lanes.set(lane, [...(lanes.get(lane) ?? []), seen]);
      return seen;
    },
    forget(lane, seen) {
      lanes.set(
        lane,
        (lanes.get(lane) ?? []).filter((other) => other !== seen),
      );
    },
  };
}

/**
 * A burst of reads is one vehicle: the same plate or code; plates that differ in look-alike characters alone; and a
 * plate that could not be read beside one that could. Another spelling of a plate that led to nothing is a new try.
 */
function isSameVehicle(seen: Seen, read: Read, now: number): boolean {
  const before = seen.read;
  const isSame = before.plate === read.plate && before.code === read.code && !before.bad === !read.bad;
  if (isSame && (read.plate !== null || read.code !== null || before.by === read.by)) return true;
  if (before.by !== "camera" || read.by !== "camera" || !seen.recognised) return false;
  if (before.plate !== null && read.plate !== null) return plateShape(before.plate) === plateShape(read.plate);
  return now - seen.at < BURST_MS && (seen.plate === null || read.plate === null || seen.plate === read.plate);
}
