import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { comesFromBrowser } from "../../common/node/from-here.ts";
import type { Reads } from "../services/reads.ts";

const INGRESS = "/api/ingress/";
/** A target in absolute form (RFC 9112 §3.2.2), up to its path. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;
const HEADERS = ["Content-Type", "application/json; charset=utf-8", "Cache-Control", "no-store", "Retry-After", "1"];
const SAID =
  '{"error":"rate_limited","message":"expected fewer reads a second from one source, or at one lane","requestId":"';

/**
 * Turns away what comes to the devices' door faster than any device would send or a lane would take, before anything else is done for them: a
 * flood must cost the booth as little as can be, so this stands before Koa and reads no body. Browsers are refused there
 * anyway, and do not count. `trustProxy` as Koa's `proxy` with one hop.
 */
export function turnAwayFloods(reads: Reads, trustProxy: boolean, next: RequestListener): RequestListener {
  return (request, response) => {
    const { url = "", headers } = request;
    const path = url.startsWith("/") ? url : url.replace(ORIGIN, "");
    const isDevice = path.startsWith(INGRESS) && !comesFromBrowser(headers);
    if (!isDevice || reads.limit.mayCome(sourceOf(request, trustProxy), laneIn(path))) next(request, response);
    else turnAway(response);
  };
}

/** The lane that a path under the devices' door names; one written in another way is looked at later. */
function laneIn(path: string): string {
  const end = path.indexOf("?");
  const whole = end < 0 ? path : path.slice(0, end);
  return whole.slice(whole.lastIndexOf("/") + 1);
}

/** Who sends: the other side of the connection or, behind a proxy, the last that it names. */
function sourceOf({ socket, headers }: IncomingMessage, trustProxy: boolean): string {
  const named = trustProxy ? String(headers["x-forwarded-for"] ?? "") : "";
  return named.slice(named.lastIndexOf(",") + 1).trim() || (socket.remoteAddress ?? "");
}

function turnAway(response: ServerResponse): void {
  const requestId = randomUUID();
  const body = `${SAID}${requestId}"}`;
  response.writeHead(429, [...HEADERS, "X-Request-Id", requestId, "Content-Length", String(body.length)]);
  response.end(body, "latin1");
}
