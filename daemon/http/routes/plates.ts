import Router from "@koa/router";
import { Erasure, PlateErasure } from "../../../common/api/reports.ts";
import { parseBody } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { erasePlate } from "../../services/retention.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission } from "../guard.ts";

const TEXTS: RouteTexts = {
  "POST /api/plates/erase": {
    summary: "Erase a plate on request, wherever it stands",
    body: PlateErasure,
    gives: Erasure,
    refuses: ["not_found"],
  },
};

/** Plates as personal data: erasing one on request. */
export function plateRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.post("/api/plates/erase", requirePermission("site:update"), async (ctx) => {
    ctx.body = await erasePlate(booth, actorOf(ctx), parseBody(ctx, PlateErasure));
  });

  return describeRoutes(router, TEXTS);
}
