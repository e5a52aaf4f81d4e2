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

function meterClocks({ bus, clock }: Booth, registry: Registry): void {
  const ofLane = { labelNames: ["lane"] as const, registers: [registry] };
  const drift = new Gauge({
    name: "booth_camera_clock_drift_seconds",
    help: "How far a camera's clock was ahead when it was last set.",
    ...ofLane,
  });
  const syncedAt = new Gauge({
    name: "booth_camera_clock_synced_timestamp_seconds",
    help: "When a camera's clock was last set.",
    ...ofLane,
  });
  bus.on("clockSynced", ({ lane, driftMs }) => {
    drift.set({ lane }, driftMs / 1000);
    syncedAt.set({ lane }, clock.now() / 1000);
  });
}
