import Router from "@koa/router";
import * as v from "valibot";
import { pageOf } from "../../../common/api/parts.ts";
import { Printing, PrintJob } from "../../../common/api/prints.ts";
import { DayQuery } from "../../../common/api/reports.ts";
import { pageFrom, ShortListQuery } from "../../../common/api/short-list.ts";
import { parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { dropPrint, listPrints } from "../../services/print-jobs.ts";
import { ticketDocument } from "../../services/printed-documents.ts";
import { printReport, printTicket } from "../../services/prints.ts";
import { reportDay } from "../../services/reports/day.ts";
import { reportShift } from "../../services/shift-report.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, requirePermission } from "../guard.ts";
import { answerPaper, PAPER_TYPES } from "../paper-answer.ts";
import { numberParam, param } from "../params.ts";

const DayPrint = v.pick(DayQuery, ["date"]);

const TEXTS: RouteTexts = {
  "GET /api/prints": { summary: "What waits for a printer", query: ShortListQuery, gives: pageOf(PrintJob) },
  "DELETE /api/prints/:id": { summary: "Take a print out of the queue" },
  "GET /api/sessions/:id/ticket": { summary: "A ticket, in the form that is accepted", media: PAPER_TYPES },
  "POST /api/sessions/:id/ticket": { summary: "Print a ticket", gives: Printing, statuses: [201] },
  "POST /api/shifts/:id/report": { summary: "Print a shift's report", gives: Printing, statuses: [201] },
  "POST /api/reports/day": {
    summary: "Print a day's report",
    body: DayPrint,
    gives: Printing,
    statuses: [201],
    refuses: ["not_found"],
  },
};

/** What goes on paper besides receipts, and what waits for a printer. */
export function printRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/prints", requirePermission("session:read"), (ctx) => {
    ctx.body = pageFrom(listPrints(booth), parseQuery(ctx, ShortListQuery));
  });

  router.delete("/api/prints/:id", requirePermission("session:update"), async (ctx) => {
    await dropPrint(booth, actorOf(ctx), numberParam(ctx, "id"));
    ctx.status = 204;
  });

  router.get("/api/sessions/:id/ticket", requirePermission("session:read"), (ctx) =>
    answerPaper(booth, ctx, ticketDocument(booth, param(ctx, "id"))),
  );

  router.post("/api/sessions/:id/ticket", requirePermission("session:update"), async (ctx) => {
    ctx.body = await printTicket(booth, actorOf(ctx), param(ctx, "id"));
    ctx.status = 201;
  });

  router.post("/api/shifts/:id/report", requirePermission("shift:read"), async (ctx) => {
    const actor = actorOf(ctx);
    ctx.body = await printReport(booth, actor, reportShift(booth, actor, param(ctx, "id")).text);
    ctx.status = 201;
  });

  router.post("/api/reports/day", requirePermission("report:read"), async (ctx) => {
    const { text } = reportDay(booth, { ...parseBody(ctx, DayPrint), format: undefined });
    ctx.body = await printReport(booth, actorOf(ctx), text);
    ctx.status = 201;
  });

  return describeRoutes(router, TEXTS);
}
