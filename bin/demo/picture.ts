import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assetPath } from "../../common/node/assets.ts";
import type { VehicleClass } from "../../common/review.ts";
import type { SCENES } from "../../daemon/devices/drivers/simulated-camera.ts";

type Scene = (typeof SCENES)[number];

/** What a class looks like by day and by night. */
const LOOKS: Readonly<Record<VehicleClass, readonly [day: Scene, night: Scene]>> = {
  sedan: ["sedan-day", "sedan-night"],
  hatchback: ["hatchback-day", "sedan-night"],
  suv: ["suv-day", "suv-night"],
  mpv: ["van-day", "suv-night"],
  van: ["van-day", "suv-night"],
  pickup: ["pickup-dusk", "pickup-dusk"],
  truck: ["van-day", "suv-night"],
  bus: ["van-day", "suv-night"],
  motorcycle: ["motorcycle-day", "motorcycle-day"],
  other: ["hatchback-day", "sedan-night"],
};

const NOBODY = ["empty-day", "empty-night"] as const;

/** The picture a camera of the demo takes at this hour of the site: of such a vehicle, or, with null, of the empty lane. */
export function pictureOf(vehicleClass: VehicleClass | null, hour: number): Uint8Array<ArrayBuffer> {
  const looks = vehicleClass === null ? NOBODY : LOOKS[vehicleClass];
  const scene = looks[hour < 7 || hour >= 20 ? 1 : 0];
  return new Uint8Array(readFileSync(join(assetPath("pictures"), `${scene}.jpg`)));
}
