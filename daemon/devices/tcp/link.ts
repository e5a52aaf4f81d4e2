import { connect, type Socket } from "node:net";
import { openBackoff } from "../backoff.ts";
import type { DeviceStatus } from "../interfaces.ts";
import { addressText, socketSentence } from "./sentences.ts";

const CONNECT_MS = 3000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
/** Silence after which the system asks whether the other side is still there. */
const KEEP_ALIVE_MS = 10_000;

/** A connection to one device that comes back by itself; the same whether the booth calls or is called. */
export interface Link {
  status(): DeviceStatus;
  /** The connection is good: shows the device as ready, with a remark or none. */
  ready(remark?: string): void;
  /** The device did what it is for: the next pause, should one come, is a short one. */
  prove(): void;
  /** Ends this connection because of what the device did; another follows after a pause. */
  drop(status: DeviceStatus): void;
  /** Resolves once there is a connection, tried for at once; rejects with a sentence when there comes none. */
  up(): Promise<Socket>;
  close(): Promise<void>;
}

export interface LinkParts {
  host: string;
  port: number;
  /** A connection is about to be tried: for clients that listen for it themselves. */
  onDial?(socket: Socket): void;
  /** A connection was made; its listeners are the callee's. */
  onUp(socket: Socket): void;
  onChange(): void;
}

/** Options of every socket to a device. */
export const SOCKET = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS } as const;

interface Waiter {
  resolve(socket: Socket): void;
  reject(error: Error): void;
}

/** What a link shows of itself, and who waits for it. */
export interface LinkState {
  status(): DeviceStatus;
  become(status: DeviceStatus): void;
  wait(): Promise<Socket>;
  settle(outcome: Socket | Error): void;
}

/** The state of a link that is not up yet. */
export function openLinkState(first: string, onChange: () => void): LinkState {
  let status: DeviceStatus = { state: "offline", message: first };
  let waiters: Waiter[] = [];
  return {
    status: () => status,
    become(next) {
      if (next.state === status.state && next.message === status.message) return;
      status = next;
      onChange();
    },
    wait: () => new Promise((resolve, reject) => void waiters.push({ resolve, reject })),
    settle(outcome) {
      const waiting = waiters;
      waiters = [];
      for (const { resolve, reject } of waiting) outcome instanceof Error ? reject(outcome) : resolve(outcome);
    },
  };
}

/** Calls a device, and again after a growing pause whenever the connection ends. Returns at once. */
export function openTcpLink({ host, port, onDial, onUp, onChange }: LinkParts): Link {
  const where = addressText(host, port);
  const state = openLinkState(`connecting to ${where}`, onChange);
  const backoff = openBackoff({ firstMs: FIRST_PAUSE_MS, mostMs: LONGEST_PAUSE_MS });
  let socket: Socket | null = null;
  let isUp = false;
  let failure: DeviceStatus | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const ended = (own: Socket) => {
    if (socket !== own) return;
    socket = null;
    isUp = false;
    const told = failure ?? { state: "offline", message: `${where} closed the connection` };
    failure = null;
    state.settle(new Error(told.message ?? where));
    if (closed) return;
    state.become(told);
    retry = setTimeout(dial, backoff.next()).unref();
  };
  const dial = () => {
    clearTimeout(retry);
    retry = undefined;
    const own = connect({ host, port, ...SOCKET });
    socket = own;
    onDial?.(own);
    const late = setTimeout(() => own.destroy(Object.assign(new Error("late"), { code: "ETIMEDOUT" })), CONNECT_MS);
    own.once("connect", () => {
      clearTimeout(late);
      isUp = true;
      onUp(own);
      state.settle(own);
    });
    own.on("error", (error) => {
      failure ??= { state: "offline", message: socketSentence(error, host, port) };
    });
    own.once("close", () => {
      clearTimeout(late);
      ended(own);
    });
  };
  dial();
  return {
    status: state.status,
    ready: (remark) => state.become({ state: "ready", message: remark ?? null }),
    prove: backoff.reset,
    drop(status) {
      if (!socket) return;
      failure ??= status;
      state.become(failure);
      socket.destroy();
    },
    up() {
      if (closed) return Promise.reject(new Error("the device was closed"));
      if (socket && isUp && !socket.destroyed) return Promise.resolve(socket);
      const waiting = state.wait();
      if (retry) dial();
      return waiting;
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      socket?.destroy();
    },
  };
}
