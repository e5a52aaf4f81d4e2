import Router from "@koa/router";
import { Health, ReadinessAnswer } from "../../../common/api/health.ts";
import type { Booth } from "../../context.ts";
import { readiness } from "../../services/readiness.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { openRoute } from "../guard.ts";

const TEXTS: RouteTexts = {
  "GET /healthz": { summary: "Whether the process turns", gives: Health },
  "GET /readyz": {
    summary: "Whether the booth can take money now; 503 with the same answer where not",
    gives: ReadinessAnswer,
    statuses: [200, 503],
  },
};

/** Whether the process turns, and whether it can do its work. */
export function healthRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/healthz", openRoute(), (ctx) => {
    ctx.set("Cache-Control", "no-store");
    ctx.body = { status: "ok", version: booth.config.version };
  });

  router.get("/readyz", openRoute(), (ctx) => {
    ctx.set("Cache-Control", "no-store");
    const report = readiness(booth);
    ctx.status = report.ready ? 200 : 503;
    ctx.body = report;
  });

  return describeRoutes(router, TEXTS);
}
