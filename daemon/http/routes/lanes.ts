import Router from "@koa/router";
import { refuse } from "../../../common/errors.ts";
import type { Booth } from "../../context.ts";
import { requirePermission } from "../guard.ts";
import { param } from "../params.ts";

/** The lanes as they stand, and the last picture of each. */
export function laneRoutes(booth: Booth): Router {
  const router = new Router({ prefix: "/api", sensitive: true, strict: true });

  router.get("/lanes", requirePermission("device:read"), (ctx) => {
    ctx.body = { items: booth.devices.lanes(), next: null };
  });

  router.get("/lanes/:lane/picture", requirePermission("device:read"), (ctx) => {
    const { jpeg } =
      booth.devices.lastPicture(param(ctx, "lane")) ?? refuse("not_found", "there is no picture of this lane");
    ctx.type = "image/jpeg";
    ctx.set("Cache-Control", "no-store");
    ctx.body = jpeg;
  });

  return router;
}
