import type { Socket } from "node:net";
import { type Hardware, startSwitchable } from "./switchable.ts";

/** Function codes of Modbus (Application Protocol 1.1b3) that this board knows. */
const READ_COILS = 1;
const READ_INPUTS = 2;
const WRITE_COIL = 5;
const WRITE_REGISTER = 6;
const HEADER_BYTES = 7;
const UNKNOWN_FUNCTION = 1;
const UNKNOWN_ADDRESS = 2;
const WRONG_VALUE = 3;

export interface ModbusRelayOptions {
  port?: number;
  host?: string;
  /** The unit it answers as; 1. */
  unit?: number;
  /** Coils, inputs and registers it has of each; 16. */
  size?: number;
  /** Coils that end a pulse by themselves after so long. */
  pulseMs?: number;
}

/** One thing it was asked: function, address, and what was written. */
export interface Asked {
  fc: number;
  address: number;
  value: number;
}

/** A simulated relay board. Its coils and inputs are kept when it is unplugged, as a latching relay would. */
export interface ModbusRelay extends Hardware {
  readonly coils: boolean[];
  readonly inputs: boolean[];
  readonly registers: number[];
  /** All writes, oldest first. */
  readonly writes: Asked[];
  /** How many requests came in, reads too. */
  asked(): number;
  /** Called after each write. */
  onWrite(listener: (write: Asked) => void): void;
}

class Refused extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exception ${code}`);
    this.code = code;
  }
}

/** Starts a board that speaks Modbus TCP (Modbus Messaging on TCP/IP 1.0b). */
export async function startModbusRelay(options: ModbusRelayOptions = {}): Promise<ModbusRelay> {
  const { unit = 1, size = 16, pulseMs = 0 } = options;
  const coils = Array<boolean>(size).fill(false);
  const inputs = Array<boolean>(size).fill(false);
  const registers = Array<number>(size).fill(0);
  const writes: Asked[] = [];
  const listeners: ((write: Asked) => void)[] = [];
  let asked = 0;

  const note = (write: Asked) => {
    writes.push(write);
    for (const listener of listeners) listener(write);
  };
  const pack = (bits: readonly boolean[], first: number, count: number): Buffer => {
    if (count < 1 || first + count > bits.length) throw new Refused(UNKNOWN_ADDRESS);
    const packed = Buffer.alloc(1 + Math.ceil(count / 8));
    packed[0] = packed.length - 1;
    for (let index = 0; index < count; index += 1)
      if (bits[first + index]) packed[1 + (index >> 3)] = (packed[1 + (index >> 3)] ?? 0) | (1 << (index & 7));
    return packed;
  };
  const switchCoil = (address: number, value: number) => {
    if (address >= size) throw new Refused(UNKNOWN_ADDRESS);
    if (value !== 0xff00 && value !== 0) throw new Refused(WRONG_VALUE);
    coils[address] = value === 0xff00;
    if (coils[address] && pulseMs > 0) setTimeout(() => (coils[address] = false), pulseMs).unref();
  };
  const answer = (fc: number, body: Buffer): Buffer => {
    const address = body.readUInt16BE(0);
    const value = body.readUInt16BE(2);
    if (fc === READ_COILS) return pack(coils, address, value);
    if (fc === READ_INPUTS) return pack(inputs, address, value);
    if (fc === WRITE_COIL) switchCoil(address, value);
    else if (fc !== WRITE_REGISTER) throw new Refused(UNKNOWN_FUNCTION);
    else if (address >= size) throw new Refused(UNKNOWN_ADDRESS);
    else registers[address] = value;
    note({ fc, address, value });
    return body.subarray(0, 4);
  };
  const reply = (request: Buffer): Buffer => {
    const fc = request[HEADER_BYTES] ?? 0;
    const body = answerOrException(fc, () => answer(fc, request.subarray(HEADER_BYTES + 1)));
    const head = Buffer.from(request.subarray(0, HEADER_BYTES));
    head.writeUInt16BE(body.length + 1, 4);
    return Buffer.concat([head, body]);
  };
  const server = await startSwitchable((socket, self) => {
    serveRequests(socket, (request) => {
      asked += 1;
      if (request[6] === unit) void self.send(socket, reply(request));
    });
  }, options);
  return Object.assign(server, {
    coils,
    inputs,
    registers,
    writes,
    asked: () => asked,
    onWrite: (listener: (write: Asked) => void) => void listeners.push(listener),
  });
}

function answerOrException(fc: number, answer: () => Buffer): Buffer {
  try {
    return Buffer.concat([Buffer.from([fc]), answer()]);
  } catch (error) {
    return Buffer.from([fc | 0x80, error instanceof Refused ? error.code : 4]);
  }
}

/** Cuts what comes in into requests by the length in their heads. */
function serveRequests(socket: Socket, serve: (request: Buffer) => void): void {
  let held: Buffer = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= HEADER_BYTES && held.length >= 6 + held.readUInt16BE(4)) {
      const length = 6 + held.readUInt16BE(4);
      serve(held.subarray(0, length));
      held = held.subarray(length);
    }
  });
}
