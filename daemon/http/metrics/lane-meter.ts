import { Counter, Gauge, type Registry } from "prom-client";
import type { Lane } from "../../../common/api/lanes.ts";
import type { Booth } from "../../context.ts";
import type { Meter } from "./meter.ts";

/** Lanes: vehicles read, devices up or failing, clocks of cameras. */
export const meterLanes: Meter = ({ booth, registry }) => {
  const registers = [registry];
  const reads = new Counter({
    name: "booth_lane_vehicle_reads_total",
    help: "Vehicles read since the start; matched are those with a stay.",
    labelNames: ["lane", "matched"],
    registers,
  });
  booth.bus.on("vehicleRead", ({ lane, sessionId }) => reads.inc({ lane, matched: String(sessionId !== null) }));
  const rejected = new Counter({
    name: "booth_ingress_rejected_total",
    help: "Reads since the start that were turned away because too many came.",
    registers,
  });
  booth.bus.on("readTurnedAway", () => rejected.inc());
  new Gauge({
    name: "booth_device_up",
    help: "1 while a device is ready, else 0.",
    labelNames: ["lane", "category", "driver"],
    registers,
    collect() {
      this.reset();
      for (const { id, devices } of booth.devices.lanes())
        for (const { category, driver, state } of devices)
          this.set({ lane: id, category, driver }, state === "ready" ? 1 : 0);
    },
  });
  countDeviceErrors(booth, registry);
  meterClocks(booth, registry);
};

/** A device that stops being ready has failed once, however long it stays so. */
function countDeviceErrors({ bus }: Booth, registry: Registry): void {
  const errors = new Counter({
    name: "booth_device_errors_total",
    help: "How often a device stopped being ready since the start.",
    labelNames: ["lane", "category"],
    registers: [registry],
  });
  const wasReady = new Set<string>();
  bus.on("lane", ({ id, devices }: Lane) => {
    for (const { category, state } of devices) {
      const key = `${id} ${category}`;
      if (state === "ready") wasReady.add(key);
      else if (wasReady.delete(key)) errors.inc({ lane: id, category });
    }
  });
}

/** How the last try to set a camera's clock ended, and the last one that did. */
interface CameraClock {
  driver: string;
  isSet: boolean;
  driftSeconds?: number;
  setAt?: number;
}

/** Of cameras that are there: what one that was taken away had is nobody's matter any more. */
function meterClocks(booth: Booth, registry: Registry): void {
  const { bus, clock } = booth;
  const clocks = new Map<string, CameraClock>();
  const cameras = () =>
    booth.devices.lanes().flatMap(({ id, devices }) => {
      const camera = devices.find(({ category }) => category === "camera");
      return camera ? [{ lane: id, driver: camera.driver }] : [];
    });
  bus.on("clockSynced", ({ lane, driftMs }) => {
    const driver = cameras().find((camera) => camera.lane === lane)?.driver ?? "";
    const set = driftMs === null ? clocks.get(lane) : { driftSeconds: driftMs / 1000, setAt: clock.now() / 1000 };
    clocks.set(lane, { ...set, driver, isSet: driftMs !== null });
  });
  const show = (name: string, help: string, read: (clock: CameraClock) => number | undefined) =>
    void new Gauge({
      ...{ name, help, labelNames: ["lane"], registers: [registry] },
      collect() {
        this.reset();
        for (const { lane, driver } of cameras()) {
          const known = clocks.get(lane);
          const value = known?.driver === driver ? read(known) : undefined;
          if (value !== undefined) this.set({ lane }, value);
        }
      },
    });
  show(
    "booth_camera_clock_drift_seconds",
    "How far a camera's clock was ahead when it was last set.",
    ({ driftSeconds }) => driftSeconds,
  );
  show("booth_camera_clock_synced_timestamp_seconds", "When a camera's clock was last set.", ({ setAt }) => setAt);
  show("booth_camera_clock_set", "1 where a camera's clock could be set at the last try, else 0.", ({ isSet }) =>
    isSet ? 1 : 0,
  );
}
