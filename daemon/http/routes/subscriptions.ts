import Router from "@koa/router";
import { pageOf } from "../../../common/api/parts.ts";
import {
  AntiPassbackReset,
  AntiPassbackResult,
  ImportResult,
  Subscription,
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
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission, requirePermissionForBody } from "../guard.ts";
import { importBody } from "../import-body.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "GET /api/subscriptions": { summary: "Subscriptions", query: SubscriptionQuery, gives: pageOf(Subscription) },
  "POST /api/subscriptions": {
    summary: "Make a subscription",
    body: SubscriptionCreate,
    gives: Subscription,
    statuses: [201],
    tagged: true,
  },
  "POST /api/subscriptions/import": {
    summary: "Import subscriptions from CSV; 200 where none was stored",
    body: SubscriptionImport,
    takes: ["application/json", "text/csv"],
    gives: ImportResult,
    statuses: [200, 201],
  },
  "GET /api/subscriptions/:id": { summary: "One subscription", gives: Subscription, tagged: true },
  "PUT /api/subscriptions/:id": {
    summary: "Change a subscription; an absent key stays as it is",
    body: SubscriptionUpdate,
    gives: Subscription,
    tagged: true,
    ifMatch: true,
  },
  "POST /api/subscriptions/:id/extend": {
    summary: "Move the end of a subscription by months",
    body: SubscriptionExtension,
    gives: Subscription,
    tagged: true,
    ifMatch: true,
  },
  "POST /api/subscriptions/:id/anti-passback-reset": {
    summary: "Forget which of its cars are inside",
    body: AntiPassbackReset,
    gives: AntiPassbackResult,
  },
};

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

  return describeRoutes(router, TEXTS);
}
