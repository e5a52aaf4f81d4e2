import type { CameraRead } from "../../../common/api/lanes.ts";
import type { Assignment } from "../../../common/api/setup.ts";
import { instant, systemClock } from "../../../common/node/clock.ts";
import { mountArm, WIRING } from "./barrier-arm.ts";
import { type CameraHardware, startCamera } from "./camera.ts";
import { startModbusRelay } from "./modbus-relay.ts";
import type { Paper } from "./paper.ts";
import { pushRead } from "./plate-reader.ts";
import { atPort } from "./port.ts";
import { startReceiptPrinter } from "./printer.ts";
import { startReader, wiegandLine } from "./reader.ts";

/** Ports of loopback; 0 is a free one. */
export interface LanePorts {
  access: number;
  reader: number;
  camera: number;
  printer: number;
}

export interface LaneOptions {
  reader: "wiegand" | "tcp-ip";
  camera: "camera-http" | "camera-onvif";
  /** What the camera has before it at first. */
  jpeg: Uint8Array<ArrayBuffer>;
  /** Takes each paper of the lane's printer; left out, the lane has none. */
  onPaper?(paper: Paper): void;
}

/** All that stands at a lane, on real protocols over loopback. */
export interface LaneHardware {
  readonly ports: LanePorts;
  /** How it is assigned to its lane. */
  readonly devices: NonNullable<Assignment["devices"]>;
  /** A vehicle comes onto the loop, or leaves it. */
  setPresence(present: boolean): void;
  isArmUp(): boolean;
  /** What the camera has before it from now on. */
  showCamera(jpeg: Uint8Array<ArrayBuffer>): void;
  /** The camera reads a plate by itself and posts it to the lane's `address`; answers the status. */
  readPlate(address: string, read: Omit<CameraRead, "takenAt">, signal: AbortSignal): Promise<number>;
  /** Somebody holds out a card, such as `118-1603`, or a ticket. */
  holdOut(credential: string): void;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const SIGN_IN = { user: "booth", password: "simulated" };
/** As quick as somebody who looks at a lane expects it to be. */
const LOOK_MS = 100;
/** The most that may be set: the booth and its hardware share a processor here. */
const ANSWER_MS = 1200;

/** Starts the hardware of a lane; where one of the ports is taken, at another. */
export async function startLaneHardware(wanted: LanePorts, options: LaneOptions): Promise<LaneHardware> {
  const { reader, camera, onPaper } = options;
  let { jpeg } = options;
  const eyeSettings = { ...SIGN_IN, signIn: "digest-both", jpeg: () => jpeg } as const;
  const [board, ears, eye, press] = await Promise.all([
    atPort(wanted.access, (port) => startModbusRelay({ port })),
    atPort(wanted.reader, (port) => startReader({ port })),
    atPort(wanted.camera, (port) => startCamera({ port, ...eyeSettings })),
    onPaper ? atPort(wanted.printer, (port) => startReceiptPrinter({ port, onPaper })) : null,
  ]);
  const arm = mountArm(board);
  const at = (port: number) => ({ host: HOST, port });
  const printer = press && { driver: "escpos-tcp", config: { ...at(press.port), drawer: "pin 2", pollMs: 1000 } };
  return {
    ports: { access: board.port, reader: ears.port, camera: eye.port, printer: press?.port ?? 0 },
    devices: {
      access: {
        driver: "relay-modbus",
        config: { ...at(board.port), ...WIRING, pollMs: LOOK_MS, timeoutMs: ANSWER_MS },
      },
      reader: { driver: reader, config: at(ears.port) },
      camera: { driver: camera, config: { ...cameraAddress(camera, eye), ...SIGN_IN } },
      ...(printer ? { printer } : {}),
    },
    setPresence: arm.setPresence,
    isArmUp: arm.isUp,
    showCamera(shown) {
      jpeg = shown;
    },
    readPlate(address, read, signal) {
      const takenAt = instant(systemClock.now() + eye.aheadMs());
      return pushRead(address, { ...read, takenAt }, jpeg, signal);
    },
    holdOut: (credential) => ears.send(reader === "wiegand" ? wiegandLine(credential) : `${credential}\r\n`),
    async close() {
      arm.close();
      await Promise.all([board.close(), ears.close(), eye.close(), press?.close()]);
    },
  };
}

function cameraAddress(kind: LaneOptions["camera"], { port }: CameraHardware) {
  return kind === "camera-http" ? { address: `http://${HOST}:${port}/snapshot.jpg` } : { host: HOST, port };
}
