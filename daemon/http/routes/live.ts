import Router from "@koa/router";
import type { Needs } from "../../context.ts";
import type { Door } from "../../services/door.ts";
import { refuseWithoutSocket } from "../feed-door.ts";
import { openRoute } from "../guard.ts";

/** The live feed, asked for without the upgrade that makes it one: refused by Origin, then sign-in, then for that. */
export function liveRoutes(booth: Needs<"config">, door: Door): Router {
  const router = new Router({ sensitive: true, strict: true });
  router.get("/api/live", openRoute(), (ctx) => refuseWithoutSocket(booth.config, door, ctx.req));
  return router;
}
