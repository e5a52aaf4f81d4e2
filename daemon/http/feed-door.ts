import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { BoothError, refuse, refuseInput } from "../../common/errors.ts";
import type { Config } from "../context.ts";
import type { Door, Identity } from "../services/door.ts";
import { cookieOf, TOKEN_COOKIE } from "./identity.ts";

const LIVE_PATH = "/api/live";

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
};

/** Who asks for a socket, and after which event they want to go on. */
export interface AdmittedSocket {
  token: string;
  identity: Identity;
  after: number | null;
}

/**
 * Decides about a request for a socket before there is one: its Origin first, as it was configured and never by the
 * Host header, then the sign-in. A refusal is answered here, in the shape of all refusals.
 */
export function admitSocket(
  config: Config,
  door: Door,
  request: IncomingMessage,
  socket: Duplex,
  onRefused: (refusal: BoothError, requestId: string) => void,
): AdmittedSocket | null {
  socket.on("error", () => socket.destroy());
  try {
    return admit(config, door, request);
  } catch (error) {
    const refusal =
      error instanceof BoothError ? error : new BoothError("internal", "the live feed could not be opened");
    const requestId = randomUUID();
    turnAway(socket, refusal, requestId);
    onRefused(refusal, requestId);
    return null;
  }
}

/** The same decision about a request that asks for no socket; it is refused in any case. */
export function refuseWithoutSocket(config: Config, door: Door, request: IncomingMessage): never {
  admit(config, door, request);
  refuse("invalid_input", "this path is a WebSocket: expected the header Upgrade: websocket");
}

function admit(config: Config, door: Door, request: IncomingMessage): AdmittedSocket {
  const [path, query = ""] = (request.url ?? "").split("?", 2);
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

function turnAway(socket: Duplex, refusal: BoothError, requestId: string): void {
  const { details } = refusal.extras;
  const body = JSON.stringify({
    error: refusal.code,
    message: refusal.message,
    ...(details ? { details } : {}),
    requestId,
  });
  const head = [
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? "Refused"}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    "Cache-Control: no-store",
    `X-Request-Id: ${requestId}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
