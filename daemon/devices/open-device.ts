import type { LaneDevice } from "../../common/api/lanes.ts";
import type { DeviceCategory } from "../../common/drivers.ts";
import type { Log } from "../../common/node/log.ts";
import { openCameraClock } from "./camera-clock.ts";
import { findDriver } from "./catalog.ts";
import { sentenceOf } from "./deadline.ts";
import type { Driver, DriverParts } from "./define-driver.ts";
import { holdDevice } from "./hold-device.ts";
import type { CameraDevice, DeviceOf, DeviceStatus } from "./interfaces.ts";
import type { DeviceRow } from "./lane-rows.ts";
import { superviseDevice } from "./supervise.ts";

export { openDriver } from "./open-driver.ts";

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

/** What opening a device takes, and whether the site's hardware is simulated, whatever drivers speak to it. */
export interface DeviceParts extends DriverParts {
  isDemo?: boolean;
}

/**
 * Opens what is assigned and watches over it. Never throws: a device that cannot be opened stays as a fault with its
 * reason. `driver` is the catalog's.
 */
export function openDevice<K extends DeviceCategory>(
  category: K,
  row: DeviceRow,
  parts: DeviceParts,
  driver: Driver<K> | null = findDriver(category, row.driver_id),
): OpenDevice<K> {
  const where = { lane: parts.lane, category, driver: row.driver_id };
  const held = holdDevice(driver, row, { ...parts, onChange: () => changed() });
  const cameraClock =
    category === "camera" ? openCameraClock(parts.clock, parts.log, where, parts.onClockSynced) : null;
  let last: DeviceStatus = held.status();

  const supervisor = superviseDevice({
    state: () => held.status().state,
    check: () => held.check(),
    async onThere(cameBack) {
      const camera = held.device() as CameraDevice | null;
      if (camera && cameraClock) await cameraClock.sync(camera, cameBack);
      parts.onChange();
    },
  });
  const changed = () => {
    const now = held.status();
    if (now.state !== last.state) logState(parts.log, where, now);
    last = now;
    supervisor.noticed();
    parts.onChange();
  };
  if (last.state === "fault") logState(parts.log, where, last);
  supervisor.noticed();
  return {
    category,
    row,
    device: held.device,
    async use(act, ms, what) {
      try {
        const value = await held.use(act, ms, what);
        supervisor.worked();
        return value;
      } catch (error) {
        parts.log.warn(where, `${what} failed: ${sentenceOf(error)}`);
        throw error;
      } finally {
        changed();
      }
    },
    describe() {
      const { state, message } = held.status();
      const { driver_id } = row;
      const simulated = driver?.status === "simulated" || parts.isDemo === true;
      return { category, driver: driver_id, simulated, state, message: message ?? cameraClock?.message() ?? null };
    },
    async close() {
      supervisor.stop();
      await held.close();
    },
  };
}

function logState(log: Log, where: object, { state, message }: DeviceStatus): void {
  if (state === "ready") log.info({ ...where, state }, "a device is ready");
  else log.warn({ ...where, state }, `a device is not ready: ${message ?? state}`);
}
