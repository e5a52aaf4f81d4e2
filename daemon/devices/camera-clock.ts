import type { Clock } from "../../common/node/clock.ts";
import type { Log } from "../../common/node/log.ts";
import { sentenceOf, withDeadline } from "./deadline.ts";
import type { CameraDevice } from "./interfaces.ts";

const SYNC_MS = 6000;
/** Without a reason to, a clock is set once a day. */
const DAY_MS = 86_400_000;
/** Read times that are off by more than this make reads look late, so people are told. */
const NOTABLE_MS = 2000;

/** Keeps a camera's clock right: whenever the camera comes back, and once a day. */
export interface CameraClock {
  /** Sets the clock if that is due; `cameBack` makes it due. Never rejects. */
  sync(device: CameraDevice, cameBack: boolean): Promise<void>;
  /** What a technician should know of the clock, or null. */
  message(): string | null;
}

/** `where` goes into the log. */
export function openCameraClock(
  clock: Clock,
  log: Log,
  where: object,
  onSynced: (driftMs: number | null) => void = () => {},
): CameraClock {
  let syncedAt = Number.NEGATIVE_INFINITY;
  let running = false;
  let message: string | null = null;
  return {
    message: () => message,
    async sync(device, cameBack) {
      if (!device.syncClock || running || (!cameBack && clock.monotonic() - syncedAt < DAY_MS)) return;
      running = true;
      try {
        const { driftMs } = await withDeadline(device.syncClock(clock.now()), SYNC_MS, "no answer in time");
        syncedAt = clock.monotonic();
        message = Math.abs(driftMs) > NOTABLE_MS ? driftSentence(driftMs) : null;
        onSynced(driftMs);
        log.info({ ...where, driftMs }, `clock synced, it was off by ${driftMs} ms`);
      } catch (error) {
        onSynced(null);
        log.warn(where, `the camera's clock could not be set: ${sentenceOf(error)}`);
      } finally {
        running = false;
      }
    },
  };
}

function driftSentence(driftMs: number): string {
  const seconds = (Math.abs(driftMs) / 1000).toFixed(1);
  return `its clock was ${seconds} s ${driftMs > 0 ? "fast" : "slow"} and has been set`;
}
