import Router from "@koa/router";
import { CashMovement, ShiftClose, ShiftOpen, ShiftQuery } from "../../../common/api/shifts.ts";
import { parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { reportShift } from "../../services/shift-report.ts";
import { closeShift, listShifts, moveCash, openShift, readCurrentShift, readShift } from "../../services/shifts.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

/** Shifts: a person's time at the drawer, from the float to the count. */
export function shiftRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/shifts", requirePermission("shift:read"), (ctx) => {
    ctx.body = listShifts(booth, actorOf(ctx), parseQuery(ctx, ShiftQuery));
  });

  router.post("/api/shifts", requirePermission("shift:create"), idempotent, async (ctx) => {
    ctx.body = await openShift(booth, actorOf(ctx), parseBody(ctx, ShiftOpen).float);
    ctx.status = 201;
  });

  router.get("/api/shifts/current", requirePermission("shift:read"), (ctx) => {
    ctx.body = readCurrentShift(booth, actorOf(ctx));
  });

  router.get("/api/shifts/:id", requirePermission("shift:read"), (ctx) => {
    ctx.body = readShift(booth, actorOf(ctx), param(ctx, "id"));
  });

  router.get("/api/shifts/:id/report", requirePermission("shift:read"), (ctx) => {
    ctx.body = reportShift(booth, actorOf(ctx), param(ctx, "id"));
  });

  router.post("/api/shifts/:id/cash", requirePermission("shift:cash"), idempotent, async (ctx) => {
    ctx.body = await moveCash(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, CashMovement));
    ctx.status = 201;
  });

  router.post("/api/shifts/:id/close", requirePermission("shift:create"), idempotent, async (ctx) => {
    ctx.body = await closeShift(booth, actorOf(ctx), param(ctx, "id"), parseBody(ctx, ShiftClose));
  });

  return router;
}
