import Router from "@koa/router";
import * as v from "valibot";
import { Seq } from "../../../common/api/events.ts";
import type { Needs } from "../../context.ts";
import type { Door } from "../../services/door.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { refuseWithoutSocket } from "../feed-door.ts";
import { openRoute } from "../guard.ts";

const TEXTS: RouteTexts = {
  "GET /api/live": {
    summary: "The live feed: a WebSocket, for allowed origins; `after` is the last seq received",
    query: v.strictObject({ after: v.optional(Seq) }),
    statuses: [101],
    refuses: ["origin_refused", "unauthenticated", "invalid_input"],
  },
};

/** The live feed, asked for without the upgrade that makes it one: refused by Origin, then sign-in, then for that. */
export function liveRoutes(booth: Needs<"config">, door: Door): Router {
  const router = new Router({ sensitive: true, strict: true });
  router.get("/api/live", openRoute(), (ctx) => refuseWithoutSocket(booth.config, door, ctx.req));
  return describeRoutes(router, TEXTS);
}
