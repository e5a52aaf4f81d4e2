import { setTimeout as pause } from "node:timers/promises";
import type { Recorder } from "../../ledger/recorder.ts";
import { countWaiting } from "./queue.ts";
import { isToRetry, PACE_MS, type SendBooth, sendNext } from "./send.ts";
import type { Send, Upload } from "./upload.ts";

/** A collector that fails so often in a row will not do better with what comes next. */
const MOST_FAILURES = 3;

/** What came of a flush; `stoppedBy` is the failure that ended it before the queue was empty. */
export interface Flushed {
  sent: number;
  left: number;
  setAside: number;
  stoppedBy: Exclude<Upload, { outcome: "sent" | "refused" }> | null;
}

/**
 * Sends what waits now, whatever pause the booth keeps, until nothing waits or the collector cannot take more. One
 * package that fails holds up none behind it. To be run beside a daemon or without one.
 */
export async function flushQueue(
  booth: SendBooth,
  recorder: Recorder,
  send: Send,
  onStep: (done: number) => void = () => {},
): Promise<Flushed> {
  const flushed: Flushed = { sent: 0, left: 0, setAside: 0, stoppedBy: null };
  let failures = 0;
  for (;;) {
    const came = await sendNext(booth, recorder, send);
    if (came === null) break;
    if (isToRetry(came)) {
      failures += 1;
      flushed.stoppedBy = came;
      if (came.outcome !== "busy" || came.retryAfterMs !== null || failures >= MOST_FAILURES) break;
    } else {
      failures = 0;
      flushed.stoppedBy = null;
      flushed[came.outcome === "sent" ? "sent" : "setAside"] += 1;
    }
    onStep(flushed.sent + flushed.setAside);
    await pause(PACE_MS);
  }
  return { ...flushed, left: countWaiting(booth.db) };
}
