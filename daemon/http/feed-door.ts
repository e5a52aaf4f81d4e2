import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { BoothError, refuse, refuseInput } from "../../common/errors.ts";
import { asRefusal } from "../../common/node/http.ts";
import { logRequest, NO_ROUTE } from "../../common/node/request-log.ts";
import type { Config, Needs } from "../context.ts";
import type { Door, Identity } from "../services/door.ts";
import { cookieOf, TOKEN_COOKIE } from "./identity.ts";

const LIVE_PATH = "/api/live";
const MAX_CLIENT_MESSAGE_BYTES = 1024;
const INTERNAL_ERROR = 1011;
const LONGEST_ORIGIN = 200;

/** Who asks for a socket, and after which event they want to go on. */
export interface AdmittedSocket {
  token: string;
  identity: Identity;
  after: number | null;
}

/** The door of the live feed: each request for a socket gets an id, an answer and a line in the log. */
export interface FeedDoor {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
}

/** Opens the door; `greet` takes those who are let in. */
export function openFeedDoor(
  booth: Needs<"config" | "clock" | "bus" | "log">,
  door: Door,
  greet: (socket: WebSocket, admitted: AdmittedSocket) => void,
): FeedDoor {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_CLIENT_MESSAGE_BYTES,
  });
  const visits = new WeakMap<IncomingMessage, Visit>();
  server.on("headers", (headers, request) => headers.push(`X-Request-Id: ${visits.get(request)?.requestId}`));
  server.on("wsClientError", (_error, _socket, request) =>
    visits.get(request)?.refuse(new BoothError("invalid_input", "expected the handshake of a WebSocket, version 13")),
  );
  return {
    upgrade(request, socket, head) {
      socket.on("error", () => socket.destroy());
      const visit = openVisit(booth, request, socket);
      visits.set(request, visit);
      try {
        const admitted = admitSocket(booth.config, door, request);
        server.handleUpgrade(request, socket, head, (webSocket) =>
          visit.letIn(webSocket, () => greet(webSocket, admitted)),
        );
      } catch (error) {
        visit.refuse(error);
      }
    },
    close: () => server.close(),
  };
}

/** One request for a socket, from its headers to its end. */
interface Visit {
  requestId: string;
  letIn(webSocket: WebSocket, greet: () => void): void;
  refuse(error: unknown): void;
}

function openVisit(
  { clock, bus, log }: Needs<"clock" | "bus" | "log">,
  request: IncomingMessage,
  socket: Duplex,
): Visit {
  const requestId = randomUUID();
  const from = clock.monotonic();
  const passed = () => clock.monotonic() - from;
  const { method = "" } = request;
  const route = splitTarget(request).path === LIVE_PATH ? LIVE_PATH : NO_ROUTE;
  const answered = (status: number, origin?: string) =>
    logRequest(log, { requestId, method, route, status, origin, ms: passed() });
  return {
    requestId,
    letIn(webSocket, greet) {
      answered(101);
      webSocket.on("close", (code) => log.info({ requestId, code, ms: Math.round(passed()) }, "live feed ended"));
      try {
        greet();
      } catch (error) {
        webSocket.close(INTERNAL_ERROR, asRefusal(error, log, requestId).code);
      }
    },
    refuse(error) {
      const refusal = asRefusal(error, log, requestId);
      // Whoever is turned away says what it likes, but not at any length.
      const origin = (request.headers.origin ?? "none").slice(0, LONGEST_ORIGIN);
      turnAway(socket, refusal, requestId);
      answered(refusal.status, origin);
      bus.announce("socketRefused", { reason: refusal.code, origin });
    },
  };
}

/** Decides about a request for no socket as about one for a socket; it is refused in any case. */
export function refuseWithoutSocket(config: Config, door: Door, request: IncomingMessage): never {
  admitSocket(config, door, request);
  refuse("invalid_input", "this path is a WebSocket: expected the header Upgrade: websocket");
}

/**
 * Decides about a request for a socket before there is one: its Origin first, as it was configured and never by the
 * Host header, then the sign-in.
 */
function admitSocket(config: Config, door: Door, request: IncomingMessage): AdmittedSocket {
  const { path, query } = splitTarget(request);
  if (path !== LIVE_PATH) throw new BoothError("not_found", "there is no live feed at this path");
  const { origin, cookie } = request.headers;
  if (origin === undefined || !config.wsAllowedOrigins.includes(origin)) {
    throw new BoothError("origin_refused", "the live feed is not for pages of this origin; see WS_ALLOWED_ORIGINS");
  }
  const token = cookieOf(cookie, TOKEN_COOKIE);
  const identity = token === null ? null : door.identityOf(token);
  if (token === null || !identity) throw new BoothError("unauthenticated", "please sign in");
  const after = new URLSearchParams(query).get("after");
  // Not read as "from now on": the client would miss events and not know.
  if (after !== null && !/^\d{1,15}$/.test(after)) refuseInput("after", "expected the seq of the last event received");
  return { token, identity, after: after === null ? null : Number(after) };
}

function splitTarget({ url = "" }: IncomingMessage): { path: string; query: string } {
  const [path = "", query = ""] = url.split("?", 2);
  return { path, query };
}

/** Answers in the shape of all refusals. */
function turnAway(socket: Duplex, refusal: BoothError, requestId: string): void {
  const { details } = refusal.extras;
  const body = JSON.stringify({
    error: refusal.code,
    message: refusal.message,
    ...(details ? { details } : {}),
    requestId,
  });
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
