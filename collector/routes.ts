import { Readable } from "node:stream";
import Router, { type RouterContext } from "@koa/router";
import {
  ItemsQuery,
  NextQuery,
  StatsQuery,
  UndoRequest,
  VerdictQuery,
  VerdictRequest,
} from "../common/api/collector.ts";
import { refuse } from "../common/errors.ts";
import { jsonBody, parseBody, parseQuery } from "../common/node/http.ts";
import { boothOf, requireBooth, requireOwnPage, requireReviewer } from "./auth.ts";
import type { Collector } from "./context.ts";
import { readCrop } from "./crops.ts";
import { labelsCsv, labelsJsonl } from "./export.ts";
import type { Intake } from "./ingest.ts";
import { itemRow, listItems } from "./items.ts";
import type { ItemName } from "./leases.ts";
import type { Metrics } from "./metrics.ts";
import { cutOffRefused, limitBodies, readPackage } from "./package-body.ts";
import { nextItems } from "./progress.ts";
import type { Reviewer } from "./reviewer.ts";
import { reviewStats } from "./stats.ts";
import { giveVerdict, undoVerdict } from "./verdicts.ts";
import { watchRoutes } from "./watch-routes.ts";

const DAY_SECONDS = 86_400;

/** Every path of the collector but the page's files: its guard, its input, its work. */
export function collectorRoutes(collector: Collector, intake: Intake, reviewer: Reviewer, metrics: Metrics): Router {
  const router = new Router({ sensitive: true, strict: true });
  const reviewing = requireReviewer(reviewer);

  watchRoutes(router, collector, metrics);

  router.post("/ingest", metrics.countIngest, cutOffRefused, requireBooth(collector), limitBodies(), async (ctx) => {
    const { itemId, isNew } = await intake.receive(boothOf(ctx), await readPackage(ctx));
    ctx.status = isNew ? 201 : 200;
    ctx.body = { itemId };
  });

  router.get("/api/next", reviewing, requireOwnPage, (ctx) => {
    const { client, n, skippedUpTo, ...filter } = parseQuery(ctx, NextQuery);
    const ask = { client, n, skippedUpTo, filter };
    ctx.body = collector.db.transaction(() => nextItems(collector, ask)).immediate();
  });

  router.post("/api/items/:booth/:item/verdict", reviewing, jsonBody, (ctx) => {
    const { n, skippedUpTo, ...filter } = parseQuery(ctx, VerdictQuery);
    const { verdict, client } = parseBody(ctx, VerdictRequest);
    ctx.body = giveVerdict(collector, itemOf(ctx), verdict, { client, n, skippedUpTo, filter });
  });

  router.post("/api/items/:booth/:item/undo", reviewing, jsonBody, (ctx) => {
    const { n, skippedUpTo, ...filter } = parseQuery(ctx, VerdictQuery);
    const { client } = parseBody(ctx, UndoRequest);
    ctx.body = undoVerdict(collector, itemOf(ctx), { client, n, skippedUpTo, filter });
  });

  router.get("/api/stats", reviewing, (ctx) => {
    ctx.body = reviewStats(collector, parseQuery(ctx, StatsQuery));
  });

  router.get("/api/items", reviewing, (ctx) => {
    ctx.body = listItems(collector, parseQuery(ctx, ItemsQuery));
  });

  router.get("/crops/:booth/:item.jpg", reviewing, async (ctx) => {
    const { boothId, itemId } = itemOf(ctx);
    const row = itemRow(collector, boothId, itemId);
    const jpeg = await readCrop(collector.config.dataDir, row.booth_id, row.item_id);
    if (jpeg === null) refuse("not_found", "the picture of this item is not here any more");
    // It never changes: the page fetches the next ones beforehand, and shows them from the browser's own store.
    ctx.set("Cache-Control", `private, max-age=${DAY_SECONDS}, immutable`);
    ctx.type = "image/jpeg";
    ctx.etag = row.crop_sha256;
    ctx.body = jpeg;
    if (ctx.fresh) ctx.status = 304;
  });

  router.get("/export/labels.csv", reviewing, (ctx) => {
    ctx.attachment("labels.csv");
    ctx.type = "text/csv; charset=utf-8";
    ctx.body = Readable.from(labelsCsv(collector, metrics.exported));
  });

  router.get("/export/labels.jsonl", reviewing, (ctx) => {
    ctx.attachment("labels.jsonl");
    ctx.type = "application/jsonl; charset=utf-8";
    ctx.body = Readable.from(labelsJsonl(collector, metrics.exported));
  });

  return router;
}

function itemOf(ctx: RouterContext): ItemName {
  return { boothId: ctx.params.booth ?? "", itemId: ctx.params.item ?? "" };
}
