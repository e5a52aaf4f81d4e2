// A process that is the hardware of some lanes: `lane-hardware.ts LANE...`, a relay board and a camera for each.
// It tells its parent the ports, and each time a relay that opens goes on; it obeys what its parent sends.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startCamera } from "../../bin/demo/hardware/camera.ts";
import { startModbusRelay } from "../../bin/demo/hardware/modbus-relay.ts";
import type { Hardware } from "../../bin/demo/hardware/switchable.ts";
import { assetPath } from "../../common/node/assets.ts";

export type Trouble = "dead" | "slow" | "garbage" | "none";
export interface LanePorts {
  lane: string;
  relay: number;
  camera: number;
}
export type FromHardware = { ports: LanePorts[] } | { opened: string; at: number };
export type ToHardware = { lane: string; trouble: Trouble };

const SLOW_MS = 10_000;
const ON = 0xff00;

/** What the relay and the camera of one lane are told alike. */
async function put(devices: readonly Hardware[], trouble: Trouble): Promise<void> {
  for (const device of devices) {
    device.setSlow(trouble === "slow" ? SLOW_MS : 0);
    device.setGarbage(trouble === "garbage");
    await device.setDead(trouble === "dead");
  }
}

const say = (message: FromHardware) => process.send?.(message);
const jpeg = readFileSync(join(assetPath("pictures"), "sedan-day.jpg"));
const wanted = process.argv.slice(2).map((text) => JSON.parse(text) as LanePorts);
const lanes = new Map<string, Hardware[]>();
const ports: LanePorts[] = [];
for (const { lane, relay, camera } of wanted) {
  const board = await startModbusRelay({ port: relay });
  const eye = await startCamera({ port: camera, user: "", password: "", signIn: "none", jpeg: () => jpeg });
  let isOn = false;
  board.onWrite(({ value }) => {
    if (value === ON && !isOn) say({ opened: lane, at: Date.now() });
    isOn = value === ON;
  });
  lanes.set(lane, [board, eye]);
  ports.push({ lane, relay: board.port, camera: eye.port });
}
process.on("message", ({ lane, trouble }: ToHardware) => void put(lanes.get(lane) ?? [], trouble));
process.on("disconnect", () => process.exit());
say({ ports });
