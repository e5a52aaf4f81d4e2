import type { Socket } from "node:net";
import modbus, { type ModbusTCPClient } from "jsmodbus";
import type { DeviceStatus } from "../interfaces.ts";
import { type Link, openTcpLink } from "../tcp/link.ts";
import { addressText } from "../tcp/sentences.ts";

/** The longest frame of Modbus TCP (Modbus Messaging on TCP/IP, 3.1.3); one answer is never more. */
const LONGEST_FRAME = 260;

/** Exception codes of Modbus (Application Protocol 1.1b3, 7) as sentences. */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  1: "it does not know this function",
  2: "it has no such address",
  3: "it does not take this value",
  4: "it failed inside",
  6: "it is busy",
  10: "the gateway has no path to it",
  11: "the gateway gets no answer from it",
};

export interface TransactionParts {
  host: string;
  port: number;
  unit: number;
  /** How long one answer may take. */
  timeoutMs: number;
  onUp(): void;
  onChange(): void;
}

/** One question and its answer; rejects with a sentence. Not asked any more once `still` has aborted. */
export type Transact = <T>(ask: (client: ModbusTCPClient) => Promise<T>, still?: AbortSignal) => Promise<T>;

/**
 * A connection to a unit on which one transaction is under way at a time, in the order they were asked for. After
 * anything but a proper answer the connection is made anew, so that a late answer is never taken for the next one's.
 */
export function openTransactions({ host, port, unit, timeoutMs, onUp, onChange }: TransactionParts): {
  link: Link;
  transact: Transact;
} {
  const where = addressText(host, port);
  const garbage: DeviceStatus = { state: "fault", message: `${where} does not answer as Modbus does: check the port` };
  let client: ModbusTCPClient | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  let received = 0;
  let isAwaiting = false;

  const onDial = (socket: Socket) => {
    client = new modbus.client.TCP(socket, unit, timeoutMs);
    // The client throws out of its listener at an answer it cannot read, which would end the daemon.
    const [feed] = socket.listeners("data");
    socket.removeAllListeners("data");
    socket.on("data", (chunk) => {
      received += chunk.length;
      // A device that sends without being asked, or without end, is none.
      if (!isAwaiting || received > LONGEST_FRAME) return link.drop(garbage);
      try {
        feed?.(chunk);
      } catch {
        link.drop(garbage);
      }
    });
  };
  const link = openTcpLink({ host, port, onDial, onUp: () => onUp(), onChange });

  const offline = () => new Error(link.status().message ?? `${where} is not connected`);
  const dropped = (status: DeviceStatus) => {
    link.drop(status);
    return new Error(status.message ?? where);
  };
  const failureOf = (error: unknown): Error => {
    const { err, response } = error as { err?: string; response?: { body?: { code?: number } } };
    const code = response?.body?.code;
    if (err === "ModbusException") return new Error(`unit ${unit} refuses: ${EXCEPTIONS[code ?? 0] ?? `code ${code}`}`);
    if (err === "Offline") return offline();
    if (err !== "Timeout" || received > 0) return dropped(garbage);
    return dropped({ state: "offline", message: `unit ${unit} at ${where} does not answer: check its unit number` });
  };
  const transactNow: Transact = async (ask, still) => {
    if (client?.connectionState !== "online") throw offline();
    if (still?.aborted) throw new Error("it was too late to pass it on");
    received = 0;
    isAwaiting = true;
    try {
      const value = await ask(client);
      link.prove();
      link.ready();
      return value;
    } catch (error) {
      throw failureOf(error);
    } finally {
      isAwaiting = false;
    }
  };
  return {
    link,
    transact(ask, still) {
      const turn = tail.then(() => transactNow(ask, still));
      tail = turn.catch(() => undefined);
      return turn;
    },
  };
}
