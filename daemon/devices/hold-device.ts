import type { DeviceCategory } from "../../common/drivers.ts";
import { openBackoff } from "./backoff.ts";
import { sentenceOf, withDeadline } from "./deadline.ts";
import type { Driver, DriverParts } from "./define-driver.ts";
import { openDeviceFailure } from "./device-failure.ts";
import type { DriverConfig } from "./driver-config.ts";
import type { DeviceOf, DeviceStatus } from "./interfaces.ts";
import type { DeviceRow } from "./lane-rows.ts";
import { openDriver } from "./open-driver.ts";

/** How long a device may take to let go, and to answer a check. */
const CLOSE_MS = 2000;
const CHECK_MS = 6000;
const FIRST_REOPEN_MS = 1000;
const MOST_REOPEN_MS = 60_000;

/** A device through all its openings, and how it stands. */
export interface HeldDevice<K extends DeviceCategory> {
  /** The device itself, or null while it is not open. */
  device(): DeviceOf[K] | null;
  status(): DeviceStatus;
  /** Runs an action within its deadline. A failure is a fault until an action succeeds or the device comes back. */
  use<T>(act: (device: DeviceOf[K]) => Promise<T>, ms: number, what: string): Promise<T>;
  /** Asks the device whether it is there; what comes of it shows in its status. Never rejects. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a device and holds it: its failures are remembered until it works again. */
export function holdDevice<K extends DeviceCategory>(
  driver: Driver<K> | null,
  row: DeviceRow,
  parts: DriverParts,
): HeldDevice<K> {
  const failure = openDeviceFailure();
  let last: DeviceStatus["state"] | undefined;
  const notice = () => {
    const state = kept.device()?.status().state;
    // A device that comes back by itself has not failed any longer.
    if (state === "ready" && last !== "ready") failure.worked("open");
    last = state;
    parts.onChange();
  };
  const kept = keepOpen((more) => tryOpen(driver, row, { ...parts, ...more }), failure.failed, notice, parts);
  const run = <T>(act: (device: DeviceOf[K]) => Promise<T>, ms: number) => {
    const device = kept.device();
    if (!device) return Promise.reject(new Error("the device is not open"));
    return withDeadline(act(device), ms, `no answer within ${ms / 1000} s`);
  };
  last = kept.device()?.status().state;
  return {
    device: kept.device,
    status: () => failure.status(kept.device()?.status()),
    async use(act, ms, what) {
      try {
        const value = await run(act, ms);
        failure.worked("act");
        return value;
      } catch (error) {
        failure.failed("act", `${what} failed: ${sentenceOf(error)}`);
        throw error;
      }
    },
    async check() {
      if (!kept.device()) return;
      try {
        await run((device) => device.probe(), CHECK_MS);
        failure.worked("check");
      } catch (error) {
        failure.failed("check", sentenceOf(error));
      }
      notice();
    },
    close: kept.close,
  };
}

type Opened<K extends DeviceCategory> = DeviceOf[K] | { failed: string };
type Callbacks = Required<Pick<DriverParts, "onChange" | "onLost">>;

/** Opens, and where the driver gives the device up, closes it and opens it anew after a pause that grows. */
function keepOpen<K extends DeviceCategory>(
  open: (callbacks: Callbacks) => Opened<K>,
  failed: (of: "open", message: string, state?: DeviceStatus["state"]) => void,
  onChange: () => void,
  parts: DriverParts,
): { device(): DeviceOf[K] | null; close(): Promise<void> } {
  const backoff = openBackoff({ firstMs: FIRST_REOPEN_MS, mostMs: MOST_REOPEN_MS });
  let device: DeviceOf[K] | null = null;
  let opening = 0;
  let openedAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const lose = (reason: string) => {
    opening += 1;
    failed("open", reason, "offline");
    if (device) void letGo(device, parts);
    device = null;
    if (parts.clock.monotonic() - openedAt > MOST_REOPEN_MS) backoff.reset();
    timer = setTimeout(reopen, backoff.next()).unref();
    // Not at once: a driver may give up while it is being opened.
    queueMicrotask(onChange);
  };
  const start = () => {
    const mine = ++opening;
    const isMine = () => opening === mine;
    const opened = open({
      // While it is being opened there is nothing to look at yet.
      onChange: () => void (isMine() && device && onChange()),
      onLost(reason) {
        if (isMine()) lose(reason);
      },
    });
    if ("failed" in opened) return failed("open", opened.failed);
    if (!isMine()) return void letGo(opened, parts);
    device = opened;
    openedAt = parts.clock.monotonic();
  };
  const reopen = () => {
    start();
    onChange();
  };
  start();
  return {
    device: () => device,
    async close() {
      opening += 1;
      clearTimeout(timer);
      if (device) await letGo(device, parts);
    },
  };
}

async function letGo(device: DeviceOf[DeviceCategory], { lane, log }: DriverParts): Promise<void> {
  await withDeadline(device.close(), CLOSE_MS, "did not close in time").catch((error: unknown) => {
    log.warn({ lane }, `a device could not be closed: ${sentenceOf(error)}`);
  });
}

function tryOpen<K extends DeviceCategory>(driver: Driver<K> | null, row: DeviceRow, parts: DriverParts): Opened<K> {
  if (!driver) return { failed: `this program has no ${row.category} driver "${row.driver_id}"` };
  try {
    return openDriver(driver, JSON.parse(row.config_json) as DriverConfig, parts);
  } catch (error) {
    return { failed: sentenceOf(error) };
  }
}
