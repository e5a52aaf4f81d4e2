import { connect, type Socket } from "node:net";
import { GARBAGE, type Hardware, startSwitchable } from "./switchable.ts";

/** A simulated reader: sends what somebody holds out to it. */
export interface Reader extends Hardware {
  /** Sends these bytes to who is connected, as they are. */
  send(bytes: string | Uint8Array): void;
  /** The same, and tells whether it reached anybody as it is. */
  deliver(bytes: string): Promise<boolean>;
}

/** Starts a reader that waits to be called. */
export async function startReader(options: { port?: number; host?: string } = {}): Promise<Reader> {
  const server = await startSwitchable((socket, self) => {
    if (self.isGarbage()) socket.write(GARBAGE);
    socket.resume();
  }, options);
  const { sockets, ...hardware } = server;
  const deliver = async (bytes: string | Uint8Array) => {
    const sent = await Promise.all(sockets().map((socket) => server.send(socket, Buffer.from(bytes))));
    return sent.includes(true);
  };
  return {
    ...hardware,
    setGarbage(garbage) {
      server.setGarbage(garbage);
      if (garbage) for (const socket of sockets()) socket.write(GARBAGE);
    },
    send: (bytes) => void deliver(bytes),
    deliver,
  };
}

/** A reader that calls the booth itself, once; resolves when it is connected. */
export function callBooth(port: number, host = "127.0.0.1"): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      socket.on("error", () => socket.destroy());
      socket.resume();
      resolve(socket);
    });
  });
}

/**
 * A card as a Wiegand reader puts it on its wires: an even parity bit over the first half of the data bits, the data,
 * an odd parity bit over the second half; an odd middle bit belongs to both halves.
 */
export function wiegandFrame(dataBits: number, data: bigint): string {
  const bits = Array.from({ length: dataBits }, (_, index) => Number((data >> BigInt(dataBits - 1 - index)) & 1n));
  const half = Math.ceil(dataBits / 2);
  const sum = (part: readonly number[]) => part.reduce((total, bit) => total + bit, 0);
  const even = sum(bits.slice(0, half)) % 2;
  const odd = 1 - (sum(bits.slice(dataBits - half)) % 2);
  return [even, ...bits, odd].join("");
}

/** A card of the open 26-bit layout, such as `118-1603`, as a converter sends its frame in hex. */
export function wiegandLine(card: string): string {
  const [facility = 0, number = 0] = card.split("-").map(Number);
  const frame = wiegandFrame(24, (BigInt(facility) << 16n) | BigInt(number));
  return `${BigInt(`0b${frame}`).toString(16).toUpperCase().padStart(7, "0")}\r\n`;
}
