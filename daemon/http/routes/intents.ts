import Router from "@koa/router";
import { HandIntent } from "../../../common/api/lanes.ts";
import { LedgerRecord } from "../../../common/api/ledger-record.ts";
import { refuse } from "../../../common/errors.ts";
import { parseBody } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { giveIntentByHand, intentPicture } from "../../services/lanes.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { numberParam, param } from "../params.ts";

const TEXTS: RouteTexts = {
  "POST /api/lanes/:lane/intent": {
    summary: "Open, hold, release or close a barrier by hand; recorded with a picture",
    body: HandIntent,
    gives: LedgerRecord,
    statuses: [201],
    refuses: ["no_such_device"],
  },
  "GET /api/lanes/:lane/intent/:seq/picture": {
    summary: "The picture taken when a barrier was moved by hand",
    media: ["image/jpeg"],
  },
};

/** Opening, holding, releasing and closing a barrier by hand, and the picture that was taken then. */
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

  router.get("/api/lanes/:lane/intent/:seq/picture", requirePermission("session:read"), async (ctx) => {
    const picture = await intentPicture(booth, param(ctx, "lane"), numberParam(ctx, "seq"));
    ctx.type = "image/jpeg";
    ctx.body = picture ?? refuse("not_found", "there is no picture of this: none was taken, or it was erased");
  });

  return describeRoutes(router, TEXTS);
}
