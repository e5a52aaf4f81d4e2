// A process that is the hardware of some lanes: `lane-hardware.ts PORTS...`, for each lane a relay board, a camera and a
// card reader, and at an exit a printer. It tells its parent the ports, each time a relay that opens goes on, and each
// paper that is cut off; it obeys what its parent sends.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startCamera } from "../../bin/demo/hardware/camera.ts";
import { startModbusRelay } from "../../bin/demo/hardware/modbus-relay.ts";
import { type ReceiptPrinter, startReceiptPrinter } from "../../bin/demo/hardware/printer.ts";
import { type Reader, startReader, wiegandLine } from "../../bin/demo/hardware/reader.ts";
import type { Hardware } from "../../bin/demo/hardware/switchable.ts";
import { assetPath } from "../../common/node/assets.ts";

export type Trouble = "dead" | "slow" | "garbage" | "none";
/** A lane and where its devices listen; 0 takes a free port. Only an exit has a printer. */
export interface LanePorts {
  lane: string;
  relay: number;
  camera: number;
  reader: number;
  printer: number;
}
/** `held` answers a card that was held out: when it was sent to somebody who could read it, or null. */
export type FromHardware =
  | { ports: LanePorts[] }
  | { opened: string; at: number }
  | { held: number; at: number | null }
  | { paper: string };
export type ToHardware = { lane: string; trouble: Trouble } | { lane: string; card: string; held: number };

interface Devices {
  all: readonly Hardware[];
  reader: Reader;
  printer: ReceiptPrinter | null;
}

const SLOW_MS = 10_000;
/** Bytes that come before a receipt is cut off. */
const MOST_OF_A_PAPER = 400;
const ON = 0xff00;

/** What the devices of one lane are told alike. */
async function put({ all, reader, printer }: Devices, trouble: Trouble): Promise<void> {
  const isDead = trouble === "dead";
  for (const device of all) {
    device.setSlow(trouble === "slow" ? SLOW_MS : 0);
    device.setGarbage(trouble === "garbage");
    // A printer's plug is pulled in the middle of its next paper.
    await device.setDead(isDead && device !== printer);
  }
  printer?.dieAfter(isDead ? 1 + Math.floor(Math.random() * MOST_OF_A_PAPER) : Number.POSITIVE_INFINITY);
  // Noise has an end, and a line begins after it.
  if (trouble === "none") reader.send("\r\n");
}

const say = (message: FromHardware) => process.send?.(message);

/** Entries have readers behind Wiegand converters, exits ones that send text. */
async function holdOut({ reader }: Devices, lane: string, card: string, held: number): Promise<void> {
  const isEntry = lane.startsWith("entry");
  const hasReached = await reader.deliver(isEntry ? wiegandLine(card) : `${card}\r\n`);
  say({ held, at: hasReached ? Date.now() : null });
}

async function startLane(wanted: LanePorts, jpeg: Uint8Array): Promise<{ devices: Devices; ports: LanePorts }> {
  const { lane } = wanted;
  const board = await startModbusRelay({ port: wanted.relay });
  const eye = await startCamera({ port: wanted.camera, user: "", password: "", signIn: "none", jpeg: () => jpeg });
  const reader = await startReader({ port: wanted.reader });
  const onPaper = ({ text }: { text: string }) => void say({ paper: text });
  const printer = lane.startsWith("exit") ? await startReceiptPrinter({ port: wanted.printer, onPaper }) : null;
  let isOn = false;
  board.onWrite(({ value }) => {
    if (value === ON && !isOn) say({ opened: lane, at: Date.now() });
    isOn = value === ON;
  });
  return {
    devices: { all: [board, eye, reader, ...(printer ? [printer] : [])], reader, printer },
    ports: { lane, relay: board.port, camera: eye.port, reader: reader.port, printer: printer?.port ?? 0 },
  };
}

const jpeg = readFileSync(join(assetPath("pictures"), "sedan-day.jpg"));
const lanes = new Map<string, Devices>();
const ports: LanePorts[] = [];
for (const text of process.argv.slice(2)) {
  const started = await startLane(JSON.parse(text) as LanePorts, jpeg);
  lanes.set(started.ports.lane, started.devices);
  ports.push(started.ports);
}
process.on("message", (order: ToHardware) => {
  const devices = lanes.get(order.lane);
  if (!devices) return;
  if ("trouble" in order) void put(devices, order.trouble);
  else void holdOut(devices, order.lane, order.card, order.held);
});
process.on("disconnect", () => process.exit());
say({ ports });
