import { openBackoff } from "../backoff.ts";
import { sentenceOf } from "../deadline.ts";
import type { DriverParts } from "../define-driver.ts";
import type { DeviceStatus } from "../interfaces.ts";
import { ExchangeFailure } from "./failure.ts";

const RETRY = { firstMs: 2000, mostMs: 30_000 };

/** Knows how a device stands from what came of the last exchange with it. */
export interface Watch {
  status(): DeviceStatus;
  /** Takes part in an exchange: its outcome is the new status, and puts the next check off. */
  note<T>(exchange: Promise<T>): Promise<T>;
  close(): void;
}

/**
 * Checks a device now and then, `everyMs` after the last exchange while all is well and with back-off while it is not.
 * A device that is opened for a test is not checked: the test does that.
 */
export function openWatch(
  { onChange, testing = false }: Pick<DriverParts, "onChange" | "testing">,
  everyMs: number,
  check: () => Promise<unknown>,
): Watch {
  const backoff = openBackoff(RETRY);
  let status: DeviceStatus = { state: "offline", message: "connecting: the device was not heard from yet" };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!testing) timer = setTimeout(run, ms).unref();
  };
  const become = (next: DeviceStatus) => {
    if (isClosed) return;
    status = next;
    plan(next.state === "ready" ? everyMs : Math.min(everyMs, backoff.next()));
    onChange();
  };
  const note = async <T>(exchange: Promise<T>): Promise<T> => {
    try {
      const value = await exchange;
      backoff.reset();
      become({ state: "ready", message: null });
      return value;
    } catch (error) {
      become({ state: error instanceof ExchangeFailure ? error.state : "offline", message: sentenceOf(error) });
      throw error;
    }
  };
  const run = () => void note(check()).catch(() => undefined);
  plan(0);
  return {
    status: () => status,
    note,
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
