import Router from "@koa/router";
import { LedgerRecord } from "../../../common/api/ledger-record.ts";
import { pageOf } from "../../../common/api/parts.ts";
import {
  CashMovement,
  ListedShift,
  Shift,
  ShiftClose,
  ShiftOpen,
  ShiftQuery,
  ShiftReport,
} from "../../../common/api/shifts.ts";
import { answerResource, parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { reportShift } from "../../services/shift-report.ts";
import { closeShift, listShifts, moveCash, openShift, readCurrentShift, readShift } from "../../services/shifts.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, idempotent, requirePermission } from "../guard.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "GET /api/shifts": { summary: "Shifts, the newest first", query: ShiftQuery, gives: pageOf(ListedShift) },
  "POST /api/shifts": {
    summary: "Open a shift",
    body: ShiftOpen,
    gives: Shift,
    statuses: [201],
    refuses: ["shift_open"],
  },
  "GET /api/shifts/current": { summary: "One's own open shift", gives: Shift, refuses: ["not_found"], tagged: true },
  "GET /api/shifts/:id": { summary: "One shift", gives: Shift, tagged: true },
  "GET /api/shifts/:id/report": { summary: "X while a shift is open, Z once it is closed", gives: ShiftReport },
  "POST /api/shifts/:id/cash": {
    summary: "Put cash into the drawer or take some out",
    body: CashMovement,
    gives: LedgerRecord,
    statuses: [201],
    refuses: ["shift_required"],
  },
  "POST /api/shifts/:id/close": {
    summary: "Close a shift with what was counted",
    body: ShiftClose,
    gives: Shift,
    refuses: ["shift_required"],
  },
};

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
    answerResource(ctx, readCurrentShift(booth, actorOf(ctx)));
  });

  router.get("/api/shifts/:id", requirePermission("shift:read"), (ctx) => {
    answerResource(ctx, readShift(booth, actorOf(ctx), param(ctx, "id")));
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

  return describeRoutes(router, TEXTS);
}
