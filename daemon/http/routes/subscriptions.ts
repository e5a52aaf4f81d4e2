import Router from "@koa/router";
import {
  AntiPassbackReset,
  SubscriptionCreate,
  SubscriptionExtension,
  SubscriptionImport,
  SubscriptionQuery,
  SubscriptionUpdate,
} from "../../../common/api/subscriptions.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { importSubscriptions } from "../../services/subscription-import.ts";
import { listSubscriptions } from "../../services/subscription-list.ts";
import {
  createSubscription,
  extendSubscription,
  readSubscription,
  resetAntiPassback,
  updateSubscription,
} from "../../services/subscriptions.ts";
import { actorOf, requirePermission, requirePermissionForBody } from "../guard.ts";
import { importBody } from "../import-body.ts";
import { param } from "../params.ts";

/** Subscriptions: who parks without a ticket. */
export function subscriptionRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/subscriptions", requirePermission("subscription:read"), (ctx) => {
    ctx.body = listSubscriptions(booth, parseQuery(ctx, SubscriptionQuery));
  });

  router.post("/api/subscriptions", requirePermission("subscription:create"), async (ctx) => {
    answerResource(ctx, await createSubscription(booth, actorOf(ctx), parseBody(ctx, SubscriptionCreate)));
    ctx.status = 201;
  });

  router.post("/api/subscriptions/import", requirePermissionForBody(importBody, "subscription:create"), async (ctx) => {
    const result = await importSubscriptions(booth, actorOf(ctx), parseBody(ctx, SubscriptionImport));
    ctx.body = result;
    ctx.status = result.created > 0 ? 201 : 200;
  });

  router.get("/api/subscriptions/:id", requirePermission("subscription:read"), (ctx) => {
    answerResource(ctx, readSubscription(booth, param(ctx, "id")));
  });

  router.put("/api/subscriptions/:id", requirePermission("subscription:update"), async (ctx) => {
    const change = parseBody(ctx, SubscriptionUpdate);
    answerResource(ctx, await updateSubscription(booth, actorOf(ctx), param(ctx, "id"), change, ifMatchOf(ctx)));
  });

  router.post("/api/subscriptions/:id/extend", requirePermission("subscription:update"), async (ctx) => {
    const { months } = parseBody(ctx, SubscriptionExtension);
    answerResource(ctx, await extendSubscription(booth, actorOf(ctx), param(ctx, "id"), months, ifMatchOf(ctx)));
  });

  router.post("/api/subscriptions/:id/anti-passback-reset", requirePermission("subscription:update"), async (ctx) => {
    ctx.body = await resetAntiPassback(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, AntiPassbackReset));
  });

  return router;
}
