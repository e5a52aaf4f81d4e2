import type { Clock } from "../../../common/node/clock.ts";

const SECOND_MS = 1000;

/** Tells whether `amount` more still fits into the second under way; it is counted either way. */
export function openMeter(clock: Clock, mostPerSecond: number): (amount: number) => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let counted = 0;
  return (amount) => {
    const now = clock.monotonic();
    if (now - since >= SECOND_MS) {
      since = now;
      counted = 0;
    }
    counted += amount;
    return counted <= mostPerSecond;
  };
}
