import Router from "@koa/router";
import { Assignment } from "../../../common/api/setup.ts";
import { answerResource, parseBody, seenOf } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { catalogPayload } from "../../devices/catalog.ts";
import { testDevices } from "../../services/device-test.ts";
import { assignLane, completeSetup, readAssignedLane, readSetupState } from "../../services/setup.ts";
import { actorOf, openRoute, requireAdminRole } from "../guard.ts";
import { param } from "../params.ts";

/** First-run setup: what hardware the booth knows, and which of it stands at which lane. */
export function setupRoutes(booth: Booth): Router {
  const router = new Router({ prefix: "/api/setup", sensitive: true, strict: true });

  router.get("/catalog", openRoute(), (ctx) => {
    answerResource(ctx, catalogPayload());
  });

  router.post("/assign", requireAdminRole(), async (ctx) => {
    answerResource(ctx, await assignLane(booth, actorOf(ctx), parseBody(ctx, Assignment), seenOf(ctx)));
    ctx.status = 201;
  });

  router.post("/test", requireAdminRole(), async (ctx) => {
    ctx.body = { items: await testDevices(booth, parseBody(ctx, Assignment)), next: null };
  });

  router.get("/state", requireAdminRole(), (ctx) => {
    answerResource(ctx, readSetupState(booth));
  });

  router.get("/lanes/:lane", requireAdminRole(), (ctx) => {
    answerResource(ctx, readAssignedLane(booth.db, param(ctx, "lane")));
  });

  router.post("/complete", requireAdminRole(), async (ctx) => {
    ctx.body = await completeSetup(booth, actorOf(ctx));
  });

  return router;
}
