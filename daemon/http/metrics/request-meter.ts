import type { Middleware } from "koa";
import { Histogram, type Registry } from "prom-client";
import type { Clock } from "../../../common/node/clock.ts";

/** Paths that no route takes are one: what strangers try must not make names. */
const NO_ROUTE = "none";
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Measures every request by its route, from its first middleware to its answer. */
export function meterRequests(registry: Registry, clock: Clock): Middleware {
  const durations = new Histogram({
    name: "booth_http_request_duration_seconds",
    help: "From the headers of a request to its answer.",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  return async (ctx, next) => {
    const from = clock.monotonic();
    try {
      await next();
    } finally {
      const { _matchedRoute } = ctx as { _matchedRoute?: string };
      const route = typeof _matchedRoute === "string" ? _matchedRoute : NO_ROUTE;
      durations.observe({ route, method: ctx.method, status: ctx.status }, (clock.monotonic() - from) / 1000);
    }
  };
}
