import Router from "@koa/router";
import { Lane } from "../../../common/api/lanes.ts";
import { pageOf } from "../../../common/api/parts.ts";
import { pageFrom, ShortListQuery } from "../../../common/api/short-list.ts";
import { refuse } from "../../../common/errors.ts";
import { parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "GET /api/lanes": { summary: "The lanes as they stand", query: ShortListQuery, gives: pageOf(Lane) },
  "GET /api/lanes/:lane/picture": { summary: "The last picture of a lane", media: ["image/jpeg"] },
};

/** The lanes as they stand, and the last picture of each. */
export function laneRoutes(booth: Booth): Router {
  const router = new Router({ prefix: "/api", sensitive: true, strict: true });

  router.get("/lanes", requirePermission("device:read"), (ctx) => {
    ctx.body = pageFrom(booth.devices.lanes(), parseQuery(ctx, ShortListQuery));
  });

  router.get("/lanes/:lane/picture", requirePermission("device:read"), (ctx) => {
    const { jpeg } =
      booth.devices.lastPicture(param(ctx, "lane")) ?? refuse("not_found", "there is no picture of this lane");
    ctx.type = "image/jpeg";
    ctx.set("Cache-Control", "no-store");
    ctx.body = jpeg;
  });

  return describeRoutes(router, TEXTS);
}
