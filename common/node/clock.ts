/** The one reader of time. `now` is milliseconds since 1970 and may jump; `monotonic` is milliseconds and never does. */
export interface Clock {
  now(): number;
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** RFC 3339 in UTC with milliseconds. */
export function instant(ms: number): string {
  return new Date(ms).toISOString();
}
