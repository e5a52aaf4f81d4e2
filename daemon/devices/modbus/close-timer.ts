import type { Clock } from "../../../common/node/clock.ts";

/** Tells when a barrier that was opened may be closed again. */
export interface CloseTimer {
  start(): void;
  stop(): void;
  /** Whether the time has come. While a vehicle stands there, or nobody knows, it begins anew. */
  isDue(presence: boolean | null): boolean;
}

/** A timer of `afterMs`; 0 is one that is never due. */
export function openCloseTimer(clock: Clock, afterMs: number): CloseTimer {
  let since: number | null = null;
  return {
    start() {
      since = afterMs > 0 ? clock.monotonic() : null;
    },
    stop() {
      since = null;
    },
    isDue(presence) {
      if (since === null) return false;
      if (presence !== false) since = clock.monotonic();
      return clock.monotonic() - since >= afterMs;
    },
  };
}
