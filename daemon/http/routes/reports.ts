import Router from "@koa/router";
import { DayQuery, ExceptionsQuery, OccupancyQuery, RevenueQuery } from "../../../common/api/reports.ts";
import { parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { reportDay } from "../../services/reports/day.ts";
import { reportExceptions } from "../../services/reports/exceptions.ts";
import { reportOccupancy } from "../../services/reports/occupancy.ts";
import { reportRevenue } from "../../services/reports/revenue.ts";
import { dayTable, exceptionsTable, occupancyTable, revenueTable } from "../../services/reports/tables.ts";
import { requirePermission } from "../guard.ts";
import { answerReport, formatOf } from "../report-answer.ts";

/** Reports: JSON, or a table as CSV or as a page to print. */
export function reportRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.get("/api/reports/revenue", requirePermission("report:read"), (ctx) => {
    const query = parseQuery(ctx, RevenueQuery);
    const report = reportRevenue(booth, query);
    answerReport(ctx, booth, query, report, () => revenueTable(report));
  });

  router.get("/api/reports/occupancy", requirePermission("report:read"), (ctx) => {
    const query = parseQuery(ctx, OccupancyQuery);
    const report = reportOccupancy(booth, query);
    answerReport(ctx, booth, query, report, () => occupancyTable(report));
  });

  router.get("/api/reports/exceptions", requirePermission("report:read"), (ctx) => {
    const query = parseQuery(ctx, ExceptionsQuery);
    // A file or a printout is the whole list; there is no next page on paper.
    const report = reportExceptions(booth, query, formatOf(ctx, query) !== "json");
    answerReport(ctx, booth, query, report, () => exceptionsTable(report));
  });

  router.get("/api/reports/day", requirePermission("report:read"), (ctx) => {
    const query = parseQuery(ctx, DayQuery);
    const report = reportDay(booth, query);
    answerReport(ctx, booth, query, report, () => dayTable(booth.db, report));
  });

  return router;
}
