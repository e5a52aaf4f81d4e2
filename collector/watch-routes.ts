import type Router from "@koa/router";
import { assertFromHere } from "../common/node/from-here.ts";
import type { Collector } from "./context.ts";
import type { Metrics } from "./metrics.ts";
import { readiness } from "./readiness.ts";

/** What whoever watches the host asks: whether it turns, whether it can take packages, and its numbers. */
export function watchRoutes(router: Router, collector: Collector, metrics: Metrics): void {
  router.get("/healthz", (ctx) => {
    ctx.body = { status: "ok", version: collector.config.version };
  });

  router.get("/readyz", (ctx) => {
    const report = readiness(collector);
    ctx.status = report.ready ? 200 : 503;
    ctx.body = report;
  });

  router.get("/metrics", async (ctx) => {
    assertFromHere(ctx.req);
    const { text, contentType } = await metrics.read();
    ctx.set("Content-Type", contentType);
    ctx.body = text;
  });
}
