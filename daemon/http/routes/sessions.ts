import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import Router from "@koa/router";
import {
  CloseWithoutPayment,
  ManualEntry,
  PlateCorrection,
  QuoteQuery,
  SessionQuery,
} from "../../../common/api/sessions.ts";
import { refuse } from "../../../common/errors.ts";
import { answerResource, parseBody, parseQuery } from "../../../common/node/http.ts";
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
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

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
    ctx.body = await correctPlate(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, PlateCorrection));
  });

  router.post(
    "/api/sessions/:id/close",
    requirePermission("session:update", "payment:create"),
    idempotent,
    async (ctx) => {
      ctx.body = await closeWithoutPayment(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, CloseWithoutPayment));
    },
  );

  return router;
}
