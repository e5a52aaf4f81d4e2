import { signal } from "@preact/signals";

/**
 * The booth's time when this page was loaded, in ms. Counted on from there by the page's own monotonic clock, so that
 * a terminal whose clock is wrong, or is set while it runs, still shows and sends the booth's time.
 */
let epochMs = Date.now() - performance.now();

/** The booth's time in ms since 1970. */
export function now(): number {
  return epochMs + performance.now();
}

/** Takes over the time the booth gave in the greeting of its live feed. */
export function learnServerTime(serverTime: string): void {
  const serverMs = Date.parse(serverTime);
  if (Number.isNaN(serverMs)) return;
  epochMs = serverMs - performance.now();
  second.value = now();
}

/** The booth's time, renewed at each full second: read it where a text counts along. */
export const second = signal(now());

/** Starts the beat of `second`. */
export function startClock(): void {
  second.value = now();
  setTimeout(startClock, 1000 - (now() % 1000) + 5);
}
