import Router from "@koa/router";
import * as v from "valibot";
import { numberedPageQuery, pageOf } from "../../../common/api/parts.ts";
import {
  QuotedPrice,
  Tariff,
  TariffPublish,
  TariffQuote,
  TariffReplay,
  TariffReplayRequest,
} from "../../../common/api/tariffs.ts";
import { answerResource, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { publishTariff } from "../../services/tariff-publishing.ts";
import { openReplay } from "../../services/tariff-replay.ts";
import { listTariffs, quoteTariff, tariffById, tariffFor } from "../../services/tariffs.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const Listing = v.strictObject(numberedPageQuery);

const TEXTS: RouteTexts = {
  "GET /api/tariffs": {
    summary: "Published versions of the tariff, the newest first",
    query: Listing,
    gives: pageOf(Tariff),
  },
  "POST /api/tariffs": {
    summary: "Publish a version of the tariff",
    body: TariffPublish,
    gives: Tariff,
    statuses: [201],
    refuses: ["changed_meanwhile", "run_busy"],
  },
  "POST /api/tariffs/quote": {
    summary: "What a stay would cost by a stored or a given rate table",
    body: TariffQuote,
    gives: QuotedPrice,
    refuses: ["not_found"],
  },
  "POST /api/tariffs/replay": {
    summary: "What a rate table would have changed in the stays of the last days",
    body: TariffReplayRequest,
    gives: TariffReplay,
    refuses: ["run_busy"],
  },
  "GET /api/tariffs/:id": { summary: "One version of the tariff", gives: Tariff, tagged: true },
};

/** Tariffs: published versions, what a stay would cost, and what a draft would have changed. */
export function tariffRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });
  const replay = openReplay(booth, (done, total) =>
    booth.bus.announce("progress", { type: "progress", task: "tariff_replay", done, total }),
  );

  router.get("/api/tariffs", requirePermission("tariff:read"), (ctx) => {
    const { limit, cursor } = parseQuery(ctx, Listing);
    const found = listTariffs(booth, limit + 1, cursor);
    const items = found.slice(0, limit).map((tariff) => tariffFor(actorOf(ctx), tariff));
    ctx.body = { items, next: found.length > limit ? String(items.at(-1)?.version) : null };
  });

  router.post("/api/tariffs", requirePermission("tariff:update"), async (ctx) => {
    ctx.body = await publishTariff(booth, actorOf(ctx), parseBody(ctx, TariffPublish), replay);
    ctx.status = 201;
  });

  router.post("/api/tariffs/quote", requirePermission("tariff:read"), (ctx) => {
    ctx.body = quoteTariff(booth, parseBody(ctx, TariffQuote));
  });

  // What it answers is revenue, so it takes the right to read reports as well.
  router.post("/api/tariffs/replay", requirePermission("tariff:update", "report:read"), async (ctx) => {
    ctx.body = await replay(parseBody(ctx, TariffReplayRequest));
  });

  router.get("/api/tariffs/:id", requirePermission("tariff:read"), (ctx) => {
    answerResource(ctx, tariffFor(actorOf(ctx), tariffById(booth.db, param(ctx, "id"))));
  });

  return describeRoutes(router, TEXTS);
}
