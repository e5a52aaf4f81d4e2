import Router from "@koa/router";
import type { Context } from "koa";
import { refuse } from "../../../common/errors.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { openRoute } from "../guard.ts";
import type { Metrics } from "../metrics/index.ts";

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

const TEXTS: RouteTexts = {
  "GET /metrics": {
    summary: "What the booth measures of itself, for this host only",
    media: ["text/plain"],
    refuses: ["forbidden"],
  },
};

/** What the booth measures of itself, for a collector of metrics on the same host. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/metrics", openRoute(), async (ctx) => {
    if (!comesFromHere(ctx)) refuse("forbidden", "the metrics are for this host only, asked directly");
    const { text, contentType } = await metrics.read();
    ctx.set("Cache-Control", "no-store");
    ctx.set("Content-Type", contentType);
    ctx.body = text;
  });

  return describeRoutes(router, TEXTS);
}

/** Whether a request was made on this host; what a proxy forwards was made elsewhere, whoever it says it is. */
function comesFromHere(ctx: Context): boolean {
  const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip"].some((name) => ctx.get(name) !== "");
  return !forwarded && LOOPBACK.test(ctx.req.socket.remoteAddress ?? "");
}
