import Router from "@koa/router";
import { assertFromHere } from "../../../common/node/from-here.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { openRoute } from "../guard.ts";
import type { Metrics } from "../metrics/index.ts";

const TEXTS: RouteTexts = {
  "GET /metrics": {
    summary: "What the booth measures of itself",
    admits: "For programs on this host only, asked directly and by no browser.",
    media: ["text/plain"],
    refuses: ["forbidden"],
  },
};

/** What the booth measures of itself, for a collector of metrics on the same host. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/metrics", openRoute(), async (ctx) => {
    assertFromHere(ctx.req);
    const { text, contentType } = await metrics.read();
    ctx.set("Cache-Control", "no-store");
    ctx.set("Content-Type", contentType);
    ctx.body = text;
  });

  return describeRoutes(router, TEXTS);
}
