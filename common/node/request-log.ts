import type { Middleware } from "koa";
import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** Paths that no route takes are one: what strangers try, and what may be in a query, stays out of the log. */
export const NO_ROUTE = "none";
/** Asked every few seconds by whoever watches. */
const PROBES = ["/healthz", "/readyz", "/metrics"];

/**
 * A line for each request: the id that its answer carries, the route, the status, how long it took. The address itself is
 * not told, for it may name a plate or a person. Failures are errors; probes and files count as `debug`. Stands around
 * the middleware that gives the request its id.
 */
export function logRequests(log: Log, clock: Clock): Middleware {
  return async (ctx, next) => {
    const from = clock.monotonic();
    await next();
    const { _matchedRoute: matched } = ctx as { _matchedRoute?: unknown };
    const route = typeof matched === "string" ? matched : NO_ROUTE;
    const { method, status } = ctx;
    const { requestId } = ctx.state as { requestId?: string };
    logRequest(log, { requestId, method, route, status, ms: clock.monotonic() - from });
  };
}

/** What the line of a request tells; `ms` is how long it took. */
export interface AnsweredRequest {
  requestId: string | undefined;
  method: string;
  route: string;
  status: number;
  ms: number;
  /** The page that asked, where that matters. */
  origin?: string | undefined;
}

/** Writes the line of one request. */
export function logRequest(log: Log, request: AnsweredRequest): void {
  const ms = Math.round(request.ms * 10) / 10;
  log[levelOf(request.status, request.route)]({ ...request, ms }, "request");
}

function levelOf(status: number, route: string): "debug" | "info" | "error" {
  const isProbe = PROBES.includes(route);
  // A probe that fails says so itself, again and again.
  if (status >= 500 && !isProbe) return "error";
  const isFile = route === NO_ROUTE && status < 400;
  return isProbe || isFile ? "debug" : "info";
}
