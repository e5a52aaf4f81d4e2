import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import Router from "@koa/router";
import { pageOf } from "../../../common/api/parts.ts";
import {
  CloseWithoutPayment,
  ManualEntry,
  PlateCorrection,
  Quote,
  QuoteQuery,
  Session,
  SessionQuery,
  SessionWithTimeline,
} from "../../../common/api/sessions.ts";
import { refuse } from "../../../common/errors.ts";
import { answerResource, ifMatchOf, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { picturePath, sessionById } from "../../services/session-rows.ts";
import {
  closeWithoutPayment,
  correctPlate,
  enterByHand,
  listSessions,
  quoteSession,
  readSession,
} from "../../services/sessions.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "GET /api/sessions": { summary: "Stays, the newest first", query: SessionQuery, gives: pageOf(Session) },
  "POST /api/sessions": {
    summary: "Enter a stay by hand",
    body: ManualEntry,
    gives: Session,
    statuses: [201],
    refuses: ["not_found"],
  },
  "GET /api/sessions/:id": {
    summary: "One stay, with its entries of the ledger",
    gives: SessionWithTimeline,
    tagged: true,
  },
  "GET /api/sessions/:id/quote": {
    summary: "What a stay costs now; holds for 90 s",
    query: QuoteQuery,
    gives: Quote,
    refuses: ["session_closed"],
  },
  "GET /api/sessions/:id/picture": { summary: "The picture taken at the entry", media: ["image/jpeg"] },
  "PUT /api/sessions/:id/plate": {
    summary: "Correct the plate of a stay",
    body: PlateCorrection,
    gives: Session,
    ifMatch: true,
    refuses: ["session_closed"],
  },
  "POST /api/sessions/:id/close": {
    summary: "Let a vehicle leave without paying",
    body: CloseWithoutPayment,
    gives: Session,
    refuses: ["session_closed"],
  },
};

/** Stays of vehicles. */
export function sessionRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/sessions", requirePermission("session:read"), (ctx) => {
    ctx.body = listSessions(booth, parseQuery(ctx, SessionQuery));
  });

  router.post("/api/sessions", requirePermission("session:update", "payment:create"), async (ctx) => {
    ctx.body = await enterByHand(booth, actorOf(ctx), parseBody(ctx, ManualEntry));
    ctx.status = 201;
  });

  router.get("/api/sessions/:id", requirePermission("session:read"), (ctx) => {
    answerResource(ctx, readSession(booth, param(ctx, "id")));
  });

  router.get("/api/sessions/:id/quote", requirePermission("session:read"), (ctx) => {
    ctx.body = quoteSession(booth, param(ctx, "id"), parseQuery(ctx, QuoteQuery).lost === "flat");
  });

  router.get("/api/sessions/:id/picture", requirePermission("session:read"), async (ctx) => {
    const path = picturePath(booth.config.dataDir, sessionById(booth.db, param(ctx, "id")).id);
    if (!existsSync(path)) refuse("not_found", "no picture was kept of this stay");
    ctx.type = "image/jpeg";
    ctx.body = await readFile(path);
  });

  router.put("/api/sessions/:id/plate", requirePermission("session:update"), async (ctx) => {
    const correction = parseBody(ctx, PlateCorrection);
    ctx.body = await correctPlate(booth, actorOf(ctx), param(ctx, "id"), correction, ifMatchOf(ctx));
  });

  router.post(
    "/api/sessions/:id/close",
    requirePermission("session:update", "payment:create"),
    idempotent,
    async (ctx) => {
      ctx.body = await closeWithoutPayment(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, CloseWithoutPayment));
    },
  );

  return describeRoutes(router, TEXTS);
}
