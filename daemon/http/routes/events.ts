import { join } from "node:path";
import Router from "@koa/router";
import { EventPage, EventQuery, LedgerHead, NamedActor, SeenRecord } from "../../../common/api/events.ts";
import { LedgerRecord } from "../../../common/api/ledger-record.ts";
import { pageOf } from "../../../common/api/parts.ts";
import { VoidRequest } from "../../../common/api/payments.ts";
import { pageFrom, ShortListQuery } from "../../../common/api/short-list.ts";
import { refuse } from "../../../common/errors.ts";
import { CheckpointNote } from "../../../common/events.ts";
import { instant } from "../../../common/node/clock.ts";
import { answerResource, parseBody, parseQuery } from "../../../common/node/http.ts";
import { Verification } from "../../../common/verification.ts";
import type { Booth } from "../../context.ts";
import { makeCheckpoint } from "../../ledger/checkpoint.ts";
import { listEvents, readEvent } from "../../ledger/read.ts";
import type { Door } from "../../services/door.ts";
import { contextOf, readActors } from "../../services/event-context.ts";
import { verifyWithFees } from "../../services/verify-with-fees.ts";
import { voidEvent } from "../../services/voids.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { eventFor } from "../event-view.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { numberParam } from "../params.ts";

const TEXTS: RouteTexts = {
  "GET /api/events": { summary: "Entries of the ledger, the newest first", query: EventQuery, gives: EventPage },
  "GET /api/events/actors": {
    summary: "Who appears in the ledger",
    query: ShortListQuery,
    gives: pageOf(NamedActor),
  },
  "GET /api/events/head": { summary: "The last entry of the ledger", gives: LedgerHead, refuses: ["not_found"] },
  "GET /api/events/checkpoint": {
    summary: "A signed statement of the ledger's head, to keep elsewhere",
    gives: CheckpointNote,
    refuses: ["not_found"],
  },
  "POST /api/events/verify": {
    summary: "Verify the whole ledger and compute every fee again; progress comes on the live feed",
    gives: Verification,
    refuses: ["run_busy"],
  },
  "GET /api/events/:seq": { summary: "One entry of the ledger", gives: SeenRecord, tagged: true },
  "POST /api/events/:seq/void": {
    summary: "Void a payment, a movement of cash or a stay, by a further entry",
    body: VoidRequest,
    gives: LedgerRecord,
    statuses: [201],
    refuses: ["already_voided", "not_voidable", "shift_required"],
  },
};

/** The ledger in sight: its entries, its head, its proof, and voiding. */
export function eventRoutes(booth: Booth, door: Door): Router {
  const router = new Router({ sensitive: true, strict: true });
  let running = false;

  router.get("/api/events", requirePermission("event:read"), async (ctx) => {
    await door.failures.recordOld();
    const { limit, cursor, ...filter } = parseQuery(ctx, EventQuery);
    const before = cursor === undefined ? filter.before : Math.min(cursor, filter.before ?? Number.MAX_SAFE_INTEGER);
    const found = listEvents(booth.db, { ...filter, before }, limit + 1);
    const items = found.slice(0, limit).map((event) => eventFor(actorOf(ctx), event));
    const next = found.length > limit ? String(items.at(-1)?.seq) : null;
    ctx.body = { items, next, context: contextOf(booth, actorOf(ctx), items) } satisfies EventPage;
  });

  router.get("/api/events/actors", requirePermission("event:read"), (ctx) => {
    ctx.body = pageFrom(readActors(booth), parseQuery(ctx, ShortListQuery));
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
      const { dataDir } = booth.config;
      const verdict = await verifyWithFees(join(dataDir, "booth.db"), { dataDir, onProgress });
      booth.bus.announce("verified", { ok: verdict.ok });
      ctx.body = verdict;
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

  return describeRoutes(router, TEXTS);
}
