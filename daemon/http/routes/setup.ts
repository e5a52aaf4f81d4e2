import Router from "@koa/router";
import { pageOf } from "../../../common/api/parts.ts";
import { AssignedLane, Assignment, DeviceTest, DriverCatalog, SetupState } from "../../../common/api/setup.ts";
import { answerResource, parseBody, seenOf } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { catalogPayload } from "../../devices/catalog.ts";
import { testDevices } from "../../services/device-test.ts";
import { assignLane, completeSetup, readAssignedLane, readSetupState } from "../../services/setup.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, openRoute, requireAdminRole } from "../guard.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "GET /api/setup/catalog": {
    summary: "The drivers there are, and what each needs to be told",
    gives: DriverCatalog,
    tagged: true,
  },
  "POST /api/setup/assign": {
    summary: "Assign devices to a lane; merges by category",
    body: Assignment,
    gives: AssignedLane,
    statuses: [201],
    tagged: true,
    ifMatch: true,
    refuses: ["unknown_driver"],
  },
  "POST /api/setup/test": {
    summary: "Try devices without storing anything; answers within 8 s",
    body: Assignment,
    gives: pageOf(DeviceTest),
    refuses: ["unknown_driver"],
  },
  "GET /api/setup/state": { summary: "What is set up, and what is missing", gives: SetupState, tagged: true },
  "GET /api/setup/lanes/:lane": { summary: "What is assigned to a lane", gives: AssignedLane, tagged: true },
  "POST /api/setup/complete": {
    summary: "Say that the setup is complete",
    gives: SetupState,
    refuses: ["setup_incomplete"],
  },
};

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

  return describeRoutes(router, TEXTS);
}
