import { type ModbusRelay, startModbusRelay } from "../../bin/demo/hardware/modbus-relay.ts";
import type { FieldValue } from "../../common/drivers.ts";
import type { Clock } from "../../common/node/clock.ts";
import type { DriverParts } from "../../daemon/devices/define-driver.ts";
import { relayModbus } from "../../daemon/devices/drivers/relay-modbus.ts";
import type { AccessControlDevice } from "../../daemon/devices/interfaces.ts";
import { openDriver } from "../../daemon/devices/open-device.ts";
import { tell } from "./driver-conformance.ts";
import { until } from "./until.ts";

/** Coils of the board, and what FC05 writes to switch one on. */
export const OPEN = 0;
export const CLOSE = 1;
export const ON = 0xff00;
/** All three inputs, and times short enough for a test. */
export const INPUTS = { presenceInput: 0, openInput: 1, closedInput: 2 };
const QUICK = { host: "127.0.0.1", pollMs: 50, pulseMs: 50, timeoutMs: 300 };

/** Opens the driver on a board at this port. */
export function openRelay(
  port: number,
  config: Record<string, FieldValue> = {},
  parts: DriverParts = tell().parts,
): AccessControlDevice {
  return openDriver(relayModbus, { ...QUICK, port, ...config }, parts);
}

/** A board and the driver that is connected to it, for the length of `use`. */
export async function withBoard(
  config: Record<string, FieldValue>,
  use: (device: AccessControlDevice, board: ModbusRelay) => Promise<void>,
  more: { clock?: Clock; pulseMs?: number } = {},
): Promise<void> {
  const board = await startModbusRelay(more.pulseMs === undefined ? {} : { pulseMs: more.pulseMs });
  const { parts } = tell();
  const device = openRelay(board.port, config, more.clock ? { ...parts, clock: more.clock } : parts);
  try {
    await until(() => device.status().state === "ready", "the board to be ready");
    await use(device, board);
  } finally {
    await device.close();
    await board.close();
  }
}
