import { join } from "node:path";
import Router from "@koa/router";
import * as v from "valibot";
import { numberedPageQuery, Slug } from "../../../common/api/parts.ts";
import { VoidRequest } from "../../../common/api/payments.ts";
import { refuse } from "../../../common/errors.ts";
import { EVENT_KINDS } from "../../../common/events.ts";
import { instant } from "../../../common/node/clock.ts";
import { answerResource, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { makeCheckpoint } from "../../ledger/checkpoint.ts";
import { listEvents, readEvent } from "../../ledger/read.ts";
import { verifyLedger } from "../../ledger/verify.ts";
import type { Door } from "../../services/door.ts";
import { voidEvent } from "../../services/voids.ts";
import { eventFor } from "../event-view.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { numberParam } from "../params.ts";

const Seq = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "expected a whole number"), v.transform(Number));

const EventQuery = v.strictObject({
  ...numberedPageQuery,
  after: v.optional(Seq),
  before: v.optional(Seq),
  kind: v.optional(v.picklist(EVENT_KINDS, "expected a kind of event")),
  lane: v.optional(Slug),
  actor: v.optional(v.pipe(v.string(), v.maxLength(100, "expected at most 100 characters"))),
});

/** The ledger in sight: its entries, its head, its proof, and voiding. */
export function eventRoutes(booth: Booth, door: Door): Router {
  const router = new Router({ sensitive: true, strict: true });
  let running = false;

  router.get("/api/events", requirePermission("event:read"), async (ctx) => {
    await door.failures.record();
    const { limit, cursor, ...filter } = parseQuery(ctx, EventQuery);
    const before = cursor === undefined ? filter.before : Math.min(cursor, filter.before ?? Number.MAX_SAFE_INTEGER);
    const found = listEvents(booth.db, { ...filter, before }, limit + 1);
    const items = found.slice(0, limit).map((event) => eventFor(actorOf(ctx), event));
    ctx.body = { items, next: found.length > limit ? String(found[limit - 1]?.seq) : null };
  });

  router.get("/api/events/head", requirePermission("event:read"), (ctx) => {
    const head = booth.ledger.head() ?? refuse("not_found", "the ledger is empty");
    ctx.body = { seq: head.seq, hash: head.hash.toString("hex"), at: head.at };
  });

  router.get("/api/events/checkpoint", requirePermission("event:read"), (ctx) => {
    const head = booth.ledger.head() ?? refuse("not_found", "the ledger is empty");
    ctx.body = makeCheckpoint(booth.ledger.keys, booth.ledger.boothId, head, instant(booth.clock.now()));
  });

  router.post("/api/events/verify", requirePermission("event:read"), async (ctx) => {
    if (running) refuse("run_busy", "the ledger is being verified already");
    running = true;
    try {
      const onProgress = (done: number, total: number) =>
        booth.bus.announce("progress", { type: "progress", task: "verify", done, total });
      ctx.body = await verifyLedger(join(booth.config.dataDir, "booth.db"), { onProgress });
    } finally {
      running = false;
    }
  });

  router.get("/api/events/:seq", requirePermission("event:read"), (ctx) => {
    const event =
      readEvent(booth.db, numberParam(ctx, "seq")) ?? refuse("not_found", "the ledger has no entry with this number");
    answerResource(ctx, eventFor(actorOf(ctx), event));
  });

  router.post("/api/events/:seq/void", requirePermission("event:void"), idempotent, async (ctx) => {
    ctx.body = await voidEvent(booth, actorOf(ctx), numberParam(ctx, "seq"), parseBody(ctx, VoidRequest));
    ctx.status = 201;
  });

  return router;
}
