import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** How a piece of simulated hardware misbehaves; the same for each kind. */
export interface Troubles {
  /** Pulls the plug: connections break, new ones are refused. What it holds in memory is kept. */
  setDead(dead: boolean): Promise<void>;
  /** Every answer takes so long. */
  setSlow(ms: number): void;
  /** Answers and sends bytes that mean nothing. */
  setGarbage(garbage: boolean): void;
}

/** Simulated hardware that is called over TCP. */
export interface Hardware extends Troubles {
  readonly port: number;
  /** Connections that are open now. */
  connections(): number;
  close(): Promise<void>;
}

export interface SwitchableServer extends Hardware {
  sockets(): readonly Socket[];
  isDead(): boolean;
  isGarbage(): boolean;
  /** Sends bytes after the delay that is set, garbage instead of them where that is set; tells whether they left as they are. */
  send(socket: Socket, bytes: Uint8Array): Promise<boolean>;
}

/** Bytes that no protocol here begins with. */
export const GARBAGE = Buffer.from("\u00ff\u00fe<<< noise >>>\u0000\u0007".repeat(8), "latin1");

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** A server on a port, 0 for a free one, that can be unplugged, slow and senseless. */
export async function startSwitchable(
  serve: (socket: Socket, self: SwitchableServer) => void,
  at: { port?: number; host?: string } = {},
): Promise<SwitchableServer> {
  const { host = "127.0.0.1" } = at;
  const open = new Set<Socket>();
  let isDead = false;
  let isGarbage = false;
  let slowMs = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
    serve(socket, self);
  });
  const port = await listen(server, at.port ?? 0, host);
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of open) socket.destroy();
    });
  const self: SwitchableServer = {
    port,
    connections: () => open.size,
    sockets: () => [...open],
    isDead: () => isDead,
    isGarbage: () => isGarbage,
    async setDead(dead) {
      if (dead === isDead) return;
      isDead = dead;
      if (dead) await stop();
      else await listen(server, port, host);
    },
    setSlow(ms) {
      slowMs = ms;
    },
    setGarbage(garbage) {
      isGarbage = garbage;
    },
    async send(socket, bytes) {
      if (slowMs > 0) await pause(slowMs, undefined, { ref: false });
      if (socket.destroyed) return false;
      socket.write(isGarbage ? GARBAGE : bytes);
      return !isGarbage;
    },
    async close() {
      if (!isDead) await stop();
      isDead = true;
    },
  };
  return self;
}
