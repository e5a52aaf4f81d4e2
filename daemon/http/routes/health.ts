import Router from "@koa/router";
import type { Booth } from "../../context.ts";
import { readiness } from "../../services/readiness.ts";
import { openRoute } from "../guard.ts";

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

  return router;
}
