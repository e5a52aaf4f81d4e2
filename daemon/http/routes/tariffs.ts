import Router from "@koa/router";
import * as v from "valibot";
import { numberedPageQuery } from "../../../common/api/parts.ts";
import { TariffPublish, TariffQuote } from "../../../common/api/tariffs.ts";
import { answerResource, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { listTariffs, publishTariff, quoteTariff, tariffById } from "../../services/tariffs.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

/** Tariffs: published versions, and what a stay would cost. */
export function tariffRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/tariffs", requirePermission("tariff:read"), (ctx) => {
    const { limit, cursor } = parseQuery(ctx, v.strictObject(numberedPageQuery));
    const found = listTariffs(booth, limit + 1, cursor);
    const items = found.slice(0, limit);
    ctx.body = { items, next: found.length > limit ? String(items.at(-1)?.version) : null };
  });

  router.post("/api/tariffs", requirePermission("tariff:update"), async (ctx) => {
    ctx.body = await publishTariff(booth, actorOf(ctx), parseBody(ctx, TariffPublish));
    ctx.status = 201;
  });

  router.post("/api/tariffs/quote", requirePermission("tariff:read"), (ctx) => {
    ctx.body = quoteTariff(booth, parseBody(ctx, TariffQuote));
  });

  router.get("/api/tariffs/:id", requirePermission("tariff:read"), (ctx) => {
    answerResource(ctx, tariffById(booth.db, param(ctx, "id")));
  });

  return router;
}
