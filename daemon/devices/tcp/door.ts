import { lookup } from "node:dns/promises";
import { createServer, isIP, type Server, type Socket } from "node:net";
import { openBackoff } from "../backoff.ts";
import { type Link, type LinkParts, type LinkState, openLinkState, SOCKET } from "./link.ts";
import { addressText, socketSentence } from "./sentences.ts";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** Connections that may be open at once, the device's own and those that are about to be turned away. */
const MOST_CONNECTIONS = 8;
/** How long a caller of `up` waits for the device to connect. */
const WAIT_MS = 4500;

export interface DoorParts extends LinkParts {
  /** The only one that may connect; `host` is this machine's own address to listen on. */
  peer: string;
}

/** IPv4 that came in over IPv6 has a prefix. */
const plainAddress = (address: string | undefined) => (address ?? "").replace(/^::ffff:/, "");

async function isPeer(address: string, peer: string): Promise<boolean> {
  if (isIP(peer) !== 0) return address === plainAddress(peer);
  const known = await lookup(peer, { all: true }).catch(() => []);
  return known.some((each) => each.address === address);
}

function waitFor(state: LinkState, sentence: string): Promise<Socket> {
  const late = setTimeout(() => state.settle(new Error(sentence)), WAIT_MS);
  return state.wait().finally(() => clearTimeout(late));
}

/** Listens for a device that calls the booth. One connection at a time: a device that calls anew has lost the old one. */
export function openTcpDoor({ host, port, peer, onUp, onChange }: DoorParts): Link {
  const where = addressText(host, port);
  const waiting = `listens on ${where} and waits for ${peer} to connect`;
  const state = openLinkState(waiting, onChange);
  const backoff = openBackoff({ firstMs: FIRST_PAUSE_MS, mostMs: LONGEST_PAUSE_MS });
  const strangers = new Set<Socket>();
  let socket: Socket | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  const enter = (own: Socket) => {
    const before = socket;
    socket = own;
    before?.destroy();
    own.once("close", () => {
      if (socket !== own) return;
      socket = null;
      if (state.status().state === "ready") state.become({ state: "offline", message: waiting });
    });
    onUp(own);
    state.settle(own);
  };
  const receive = async (own: Socket) => {
    // A socket without a listener for its errors would end the daemon.
    own.on("error", () => own.destroy());
    strangers.add(own);
    const address = plainAddress(own.remoteAddress);
    const mayEnter = await isPeer(address, peer);
    strangers.delete(own);
    if (closed || own.destroyed) return own.destroy();
    if (mayEnter) return enter(own);
    own.destroy();
    if (!socket) state.become({ state: "offline", message: `${waiting}; ${address} was turned away` });
  };
  const server: Server = createServer(SOCKET, (own) => void receive(own));
  server.maxConnections = MOST_CONNECTIONS;
  const listen = () => server.listen({ host, port });
  server.on("listening", () => state.become({ state: "offline", message: waiting }));
  server.on("error", (error) => {
    const message = socketSentence(error, host, port);
    state.settle(new Error(message));
    state.become({ state: "fault", message });
    if (!closed) retry = setTimeout(listen, backoff.next()).unref();
  });
  listen();
  return {
    status: state.status,
    ready: (remark) => state.become({ state: "ready", message: remark ?? null }),
    prove: backoff.reset,
    drop(status) {
      state.become(status);
      socket?.destroy();
    },
    async up() {
      if (socket && !socket.destroyed) return socket;
      if (state.status().state === "fault") throw new Error(state.status().message ?? waiting);
      return waitFor(state, `listens on ${where}, and ${peer} did not connect within ${WAIT_MS / 1000} s`);
    },
    close() {
      closed = true;
      clearTimeout(retry);
      state.settle(new Error("the device was closed"));
      socket?.destroy();
      for (const stranger of strangers) stranger.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
