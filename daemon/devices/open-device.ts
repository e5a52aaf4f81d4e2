import type { LaneDevice } from "../../common/api/lanes.ts";
import type { DeviceCategory } from "../../common/drivers.ts";
import { findDriver } from "./catalog.ts";
import { sentenceOf, withDeadline } from "./deadline.ts";
import type { Driver, DriverParts } from "./define-driver.ts";
import { checkStoredConfig, type DriverConfig } from "./driver-config.ts";
import type { DeviceOf, DeviceStatus } from "./interfaces.ts";
import type { DeviceRow } from "./lane-rows.ts";

/** How long a device may take to let go. */
const CLOSE_MS = 2000;

/** A device of a lane, as far as it could be opened. */
export interface OpenDevice<K extends DeviceCategory = DeviceCategory> {
  readonly category: K;
  readonly row: DeviceRow;
  /** Runs an action on the device within its deadline. A failure shows as a fault until the next one succeeds. */
  use<T>(act: (device: DeviceOf[K]) => Promise<T>, ms: number, what: string): Promise<T>;
  /** The device itself, or null when it could not be opened. */
  device(): DeviceOf[K] | null;
  describe(): LaneDevice;
  close(): Promise<void>;
}

/** Opens a device from a stored config, or one that was checked. Throws an error that says what does not fit. */
export function openDriver<K extends DeviceCategory>(
  driver: Driver<K>,
  config: DriverConfig,
  parts: DriverParts,
): DeviceOf[K] {
  const checked = checkStoredConfig(driver, config);
  if (checked.ok) return driver.open(checked.config, parts);
  const problems = checked.details.map(({ path, message }) => `${path.split(".").at(-1)} ${message}`);
  throw new Error(`the stored settings do not fit the driver: ${problems.join("; ")}`);
}

function tryOpen<K extends DeviceCategory>(
  driver: Driver<K> | null,
  row: DeviceRow,
  parts: DriverParts,
): DeviceOf[K] | string {
  if (!driver) return `this program has no ${row.category} driver "${row.driver_id}"`;
  try {
    return openDriver(driver, JSON.parse(row.config_json) as DriverConfig, parts);
  } catch (error) {
    return sentenceOf(error);
  }
}

/** Opens what is assigned. Never throws: a device that cannot be opened stays as a fault with its reason. */
export function openDevice<K extends DeviceCategory>(category: K, row: DeviceRow, parts: DriverParts): OpenDevice<K> {
  const driver = findDriver(category, row.driver_id);
  let device: DeviceOf[K] | null = null;
  let failure: string | null = null;
  let last: DeviceStatus["state"] | undefined;
  const onChange = () => {
    const state = device?.status().state;
    // A device that comes back by itself has not failed any longer.
    if (state === "ready" && last !== "ready") failure = null;
    last = state;
    parts.onChange();
  };
  const opened = tryOpen(driver, row, { ...parts, onChange });
  if (typeof opened === "string") failure = opened;
  else device = opened;
  last = device?.status().state;
  if (failure)
    parts.log.warn({ lane: parts.lane, category, driver: row.driver_id }, `a device could not be opened: ${failure}`);

  const status = (): DeviceStatus => {
    const told = device?.status() ?? { state: "fault", message: failure };
    return failure && told.state === "ready" ? { state: "fault", message: failure } : told;
  };
  return {
    category,
    row,
    device: () => device,
    async use(act, ms, what) {
      try {
        if (!device) throw new Error("the device is not open");
        const value = await withDeadline(act(device), ms, `no answer within ${ms / 1000} s`);
        failure = null;
        return value;
      } catch (error) {
        const failed = `${what} failed: ${sentenceOf(error)}`;
        parts.log.warn({ lane: parts.lane, category, driver: row.driver_id }, failed);
        if (device) failure = failed;
        throw error;
      } finally {
        parts.onChange();
      }
    },
    describe: () => ({ category, driver: row.driver_id, simulated: driver?.status === "simulated", ...status() }),
    async close() {
      if (!device) return;
      await withDeadline(device.close(), CLOSE_MS, "did not close in time").catch((error: unknown) => {
        parts.log.warn({ lane: parts.lane, category }, `a device could not be closed: ${sentenceOf(error)}`);
      });
    },
  };
}
