import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import type { LiveMessage } from "../../common/api/live.ts";
import type { LedgerEvent } from "../../common/events.ts";
import type { Client } from "./booth.ts";
import { until } from "./until.ts";

/** A client of the live feed that remembers all it was told. */
export interface LiveClient {
  socket: WebSocket;
  messages: LiveMessage[];
  events(): LedgerEvent[];
  /** The close code, once it is closed. */
  closed(): number | null;
  /** How often it was pinged. */
  pings(): number;
  has(type: LiveMessage["type"]): boolean;
}

export const LIVE_ORIGIN = "http://booth.test";

/** Asks for a socket and answers the status it was refused with, or 101 with the socket closed again, and the request id. */
export function upgradeStatus(
  url: string,
  query: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string; requestId: string | undefined }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/api/live${query}`, { headers });
    const idIn = (answer: IncomingMessage) => answer.headers["x-request-id"] as string | undefined;
    socket.on("upgrade", (response) => {
      socket.on("open", () => {
        socket.terminate();
        resolve({ status: 101, body: "", requestId: idIn(response) });
      });
    });
    socket.on("unexpected-response", (_request, response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += String(chunk);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body, requestId: idIn(response) }));
    });
    socket.on("error", reject);
  });
}

export const cookieHeader = (client: Client): string =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/** Opens the live feed as a signed-in client; resolves with the greeting in hand. */
export async function openLive(url: string, client: Client, after?: number): Promise<LiveClient> {
  const query = after === undefined ? "" : `?after=${after}`;
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/live${query}`, {
    headers: { cookie: cookieHeader(client), origin: LIVE_ORIGIN },
  });
  const messages: LiveMessage[] = [];
  let closed: number | null = null;
  let pings = 0;
  socket.on("message", (data) => messages.push(JSON.parse(String(data)) as LiveMessage));
  socket.on("close", (code) => {
    closed = code;
  });
  socket.on("ping", () => {
    pings += 1;
  });
  socket.on("error", () => {});
  const live: LiveClient = {
    socket,
    messages,
    events: () => messages.flatMap((message) => (message.type === "event" ? [message.event] : [])),
    closed: () => closed,
    pings: () => pings,
    has: (type) => messages.some((message) => message.type === type),
  };
  await until(() => live.has("hello") || closed !== null, "the greeting of the live feed");
  return live;
}
