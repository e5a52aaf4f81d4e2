import Router from "@koa/router";
import {
  CarwashStatus,
  WashCategories,
  WashCategoryList,
  WashOrder,
  WashOrderList,
  WashOrderQuery,
  WashOrderRequest,
} from "../../common/api/carwash.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../common/node/http.ts";
import type { Booth } from "../context.ts";
import { describeRoutes, type RouteTexts } from "../http/describe.ts";
import { actorOf, idempotentIfAsked, requirePermission } from "../http/guard.ts";
import { readCategories, writeCategories } from "../services/carwash/categories.ts";
import { listOrders, orderWash } from "../services/carwash/orders.ts";
import { openSampler } from "../services/carwash/samples.ts";
import { readReviewStatus, readState } from "../services/reviews/status.ts";
import type { Module } from "./module.ts";

const TEXTS: RouteTexts = {
  "GET /api/carwash/status": { summary: "Sampling of entries, and how the review queue stands", gives: CarwashStatus },
  "GET /api/carwash/categories": { summary: "What the car wash sells", gives: WashCategoryList, tagged: true },
  "PUT /api/carwash/categories": {
    summary: "Set what the car wash sells: all of it, in order",
    body: WashCategories,
    gives: WashCategoryList,
    tagged: true,
    ifMatch: true,
  },
  "GET /api/carwash/orders": {
    summary: "Washes that were ordered, the newest first",
    query: WashOrderQuery,
    gives: WashOrderList,
  },
  "POST /api/carwash/orders": {
    summary: "Order a wash for a car inside",
    body: WashOrderRequest,
    gives: WashOrder,
    statuses: [201],
    refuses: ["not_found", "session_closed"],
  },
};

/** The car wash: orders by the class of the vehicle, and pictures of entries for those who review classes. */
export const carwash: Module = {
  id: "carwash",

  routes(booth) {
    const router = new Router({ prefix: "/api/carwash", sensitive: true, strict: true });

    router.get("/status", requirePermission("device:read"), (ctx) => {
      ctx.body = readStatus(booth);
    });

    router.get("/categories", requirePermission("site:read"), (ctx) => {
      answerResource(ctx, readCategories(booth));
    });

    router.put("/categories", requirePermission("site:update"), async (ctx) => {
      const written = await writeCategories(booth, actorOf(ctx), parseBody(ctx, WashCategories), ifMatchOf(ctx));
      answerResource(ctx, written);
    });

    router.get("/orders", requirePermission("session:read"), (ctx) => {
      ctx.body = listOrders(booth, parseQuery(ctx, WashOrderQuery));
    });

    router.post("/orders", requirePermission("session:update"), idempotentIfAsked, async (ctx) => {
      ctx.body = await orderWash(booth, actorOf(ctx), parseBody(ctx, WashOrderRequest));
      ctx.status = 201;
    });

    return describeRoutes(router, TEXTS);
  },

  /** Listens until it is switched off. What is queued stays, and is sent on: it was asked for while the module ran. */
  start(booth) {
    const sampler = openSampler(booth);
    const leave = booth.bus.on("vehicleRead", sampler.onRead);
    return () => {
      leave();
      return sampler.close();
    };
  },
};

function readStatus(booth: Booth): CarwashStatus {
  const { entries } = readState(booth.db);
  return { entrySample: booth.config.carwashReviewEntrySample, entries, ...readReviewStatus(booth) };
}
