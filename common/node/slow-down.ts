import { refuse } from "../errors.ts";
import type { Clock } from "./clock.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** After so long without a failure an account and source begin anew. */
const FORGOTTEN_AFTER_MS = 15 * 60 * 1000;
const MOST_KEYS = 10_000;

/** Slows down who fails: 1 s, doubling to 30 s, for each key by itself. It never locks anybody out. */
export interface SlowDown {
  /** Throws `rate_limited` while the key has to wait; asking does not lengthen the wait. */
  assertMayTry(key: string): void;
  failed(key: string): void;
  succeeded(key: string): void;
}

/** Opens the memory of failures, by the clock that never jumps. */
export function openSlowDown(clock: Clock): SlowDown {
  const known = new Map<string, { failures: number; at: number }>();
  const pauseOf = (failures: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  const recent = (key: string) => {
    const entry = known.get(key);
    return entry && clock.monotonic() - entry.at < FORGOTTEN_AFTER_MS ? entry : null;
  };
  return {
    assertMayTry(key) {
      const entry = recent(key);
      if (!entry) return;
      const remainingMs = entry.at + pauseOf(entry.failures) - clock.monotonic();
      if (remainingMs <= 0) return;
      const seconds = Math.ceil(remainingMs / 1000);
      refuse("rate_limited", `please wait ${seconds} s before the next attempt`, { retryAfterSeconds: seconds });
    },
    failed(key) {
      const failures = Math.min((recent(key)?.failures ?? 0) + 1, 32);
      known.delete(key);
      known.set(key, { failures, at: clock.monotonic() });
      const [oldest] = known.keys();
      if (known.size > MOST_KEYS && oldest !== undefined) known.delete(oldest);
    },
    succeeded(key) {
      known.delete(key);
    },
  };
}
