import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { assetPath } from "../../../common/node/assets.ts";
import { instant } from "../../../common/node/clock.ts";
import { defineDriver } from "../define-driver.ts";
import { choice, duration } from "../fields.ts";
import type { CameraDevice, DeviceStatus, Picture } from "../interfaces.ts";
import { openTimers } from "./simulation.ts";

/** The pictures it shows, each a file of this name; drawn by `bin/build/draw-pictures.mjs`. */
export const SCENES = [
  "sedan-day",
  "hatchback-day",
  "suv-day",
  "van-day",
  "pickup-dusk",
  "sedan-night",
  "suv-night",
  "motorcycle-day",
] as const;

const STATUS: Readonly<Record<"ok" | "silent", DeviceStatus>> = {
  ok: { state: "ready", message: null },
  silent: { state: "offline", message: "the simulated camera does not answer" },
};

/** A camera with a few drawn scenes, one after the other, and the blueprint of a camera driver. */
export const simulatedCamera = defineDriver({
  kind: "camera",
  id: "simulated",
  label: "Simulated camera",
  summary: "Shows drawn pictures of vehicles at a barrier; for trying things out without hardware.",
  status: "simulated",
  capabilities: ["snapshot", "clock"],
  caveats: ["sees nothing", "reads are posted to the lane"],
  fields: [
    choice("scene", SCENES, {
      label: "Scene",
      help: "Always this picture; left out, they take turns.",
      required: false,
    }),
    duration("latencyMs", {
      label: "Latency",
      help: "How long a picture takes.",
      default: 40,
      max: 10_000,
      advanced: true,
    }),
    duration("driftMs", {
      label: "Clock drift",
      help: "How far its clock is fast when it is set for the first time.",
      default: 0,
      advanced: true,
    }),
    choice("answers", ["ok", "silent"], {
      label: "Answers",
      help: "Whether it takes pictures at all.",
      default: "ok",
      advanced: true,
    }),
  ],
  open(config, { clock }): CameraDevice {
    const timers = openTimers();
    let turn = 0;
    let { driftMs } = config;
    const snapshot = async (): Promise<Picture> => {
      const scene = config.scene ?? SCENES[turn++ % SCENES.length];
      const takenAt = instant(clock.now());
      await timers.wait(config.latencyMs);
      if (config.answers === "silent") throw new Error(STATUS.silent.message ?? "");
      return { jpeg: await readFile(join(assetPath("pictures"), `${scene}.jpg`)), takenAt };
    };
    return {
      snapshot,
      async probe() {
        const { jpeg } = await snapshot();
        return `The simulated camera took a picture of ${Math.round(jpeg.length / 1000)} kB.`;
      },
      async syncClock() {
        await timers.wait(config.latencyMs);
        const found = { driftMs };
        driftMs = 0;
        return found;
      },
      status: () => STATUS[config.answers],
      async close() {
        timers.clear();
      },
    };
  },
});
