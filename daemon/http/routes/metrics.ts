import Router from "@koa/router";
import { refuse } from "../../../common/errors.ts";
import { comesFromHere } from "../../../common/node/loopback.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { openRoute } from "../guard.ts";
import type { Metrics } from "../metrics/index.ts";

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
