import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { GARBAGE, type Hardware } from "./switchable.ts";

/** A request as a simulated device sees it, with its body read. */
export interface Asked {
  method: string;
  /** Path and query. */
  target: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
}

/** A simulated device that is asked over HTTP. */
export interface HttpHardware extends Hardware {
  /** Every request that got through, oldest first. */
  asked: readonly Asked[];
}

const KEPT = 500;

async function readBody(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let body = "";
  for await (const chunk of request) body += chunk;
  return body;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

function shut(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Starts a device that answers with `answer`; port 0 takes a free one. */
export async function startHttpDevice(port: number, answer: (asked: Asked) => Reply): Promise<HttpHardware> {
  const asked: Asked[] = [];
  const open = new Set<Socket>();
  let slowMs = 0;
  let garbage = false;
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const received: Asked = { method: request.method ?? "", target: request.url ?? "", headers: request.headers, body };
    asked.push(received);
    if (asked.length > KEPT) asked.shift();
    if (slowMs > 0) await sleep(slowMs, undefined, { ref: false });
    if (garbage) return void request.socket.end(GARBAGE);
    const reply = answer(received);
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  };
  const make = () =>
    createServer((request, response) => void handle(request, response).catch(() => response.destroy())).on(
      "connection",
      (socket) => {
        open.add(socket);
        socket.on("close", () => open.delete(socket));
      },
    );
  let server = make();
  const bound = await listen(server, port);
  return {
    port: bound,
    asked,
    async setDead(dead) {
      if (dead) return shut(server);
      if (server.listening) return;
      server = make();
      await listen(server, bound);
    },
    setSlow(ms) {
      slowMs = ms;
    },
    setGarbage(on) {
      garbage = on;
    },
    connections: () => open.size,
    close: () => shut(server),
  };
}
