export interface BackoffRange {
  /** The first pause at its longest, in ms. */
  firstMs: number;
  /** No pause is longer than this, in ms. */
  mostMs: number;
  /** A number from 0 up to 1; handed in so that a test can say which. */
  random?: () => number;
}

export interface Backoff {
  /** How long to wait before the next attempt, in ms. */
  next(): number;
  /** It worked: the next pause is a first one again. */
  reset(): void;
}

/** Pauses that double from one attempt to the next, each between its half and its whole, so that devices do not come back in step. */
export function openBackoff({ firstMs, mostMs, random = Math.random }: BackoffRange): Backoff {
  let attempts = 0;
  return {
    next() {
      const whole = Math.min(mostMs, firstMs * 2 ** Math.min(attempts, 30));
      attempts += 1;
      return Math.round(whole * (0.5 + random() / 2));
    },
    reset() {
      attempts = 0;
    },
  };
}
