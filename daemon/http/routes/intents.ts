import Router from "@koa/router";
import { HandIntent } from "../../../common/api/lanes.ts";
import { parseBody } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { giveIntentByHand } from "../../services/lanes.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

/** Opening, holding, releasing and closing a barrier by hand. */
export function intentRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.post(
    "/api/lanes/:lane/intent",
    requirePermission("session:update", "payment:create"),
    idempotent,
    async (ctx) => {
      ctx.body = await giveIntentByHand(booth, actorOf(ctx), param(ctx, "lane"), parseBody(ctx, HandIntent));
      ctx.status = 201;
    },
  );

  return router;
}
