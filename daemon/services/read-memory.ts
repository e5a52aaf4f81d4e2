/** The same credential or plate within this time at one lane is one read. */
export const SAME_READ_MS = 20_000;

/** Remembers what each lane read last, so that a camera that reports a car ten times makes one stay of it. */
export interface ReadMemory {
  /** Whether this is a new read at this time; a repeated one does not prolong the time. */
  isNew(lane: string, what: string, now: number): boolean;
  /** Lets the next read of this through, because the one before came to nothing. */
  forget(lane: string, what: string): void;
}

/** `now` is in milliseconds of a clock that never jumps. */
export function openReadMemory(): ReadMemory {
  const seen = new Map<string, number>();
  const drop = (now: number) => {
    for (const [key, at] of seen) if (now - at >= SAME_READ_MS) seen.delete(key);
  };
  return {
    isNew(lane, what, now) {
      const key = `${lane} ${what}`;
      const before = seen.get(key);
      if (before !== undefined && now - before < SAME_READ_MS) return false;
      if (seen.size > 1000) drop(now);
      seen.set(key, now);
      return true;
    },
    forget: (lane, what) => void seen.delete(`${lane} ${what}`),
  };
}
