import Router from "@koa/router";
import {
  DayQuery,
  DayReport,
  ExceptionsQuery,
  ExceptionsReport,
  OccupancyQuery,
  OccupancyReport,
  RevenueQuery,
  RevenueReport,
} from "../../../common/api/reports.ts";
import { parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { reportDay } from "../../services/reports/day.ts";
import { reportExceptions } from "../../services/reports/exceptions.ts";
import { reportOccupancy } from "../../services/reports/occupancy.ts";
import { reportRevenue } from "../../services/reports/revenue.ts";
import { dayTable, exceptionsTable, occupancyTable, revenueTable } from "../../services/reports/tables.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { requirePermission } from "../guard.ts";
import { answerReport, formatOf, TABLE_TYPES } from "../report-answer.ts";

const FORMS = { media: TABLE_TYPES, refuses: ["not_found"] } as const;

const TEXTS: RouteTexts = {
  "GET /api/reports/revenue": {
    summary: "Money taken, by what is asked for",
    query: RevenueQuery,
    gives: RevenueReport,
    ...FORMS,
  },
  "GET /api/reports/occupancy": { summary: "Cars over time", query: OccupancyQuery, gives: OccupancyReport, ...FORMS },
  "GET /api/reports/exceptions": {
    summary: "What an owner looks at first: voids, debts, openings by hand",
    query: ExceptionsQuery,
    gives: ExceptionsReport,
    ...FORMS,
  },
  "GET /api/reports/day": {
    summary: "A day of the site; today without a date",
    query: DayQuery,
    gives: DayReport,
    ...FORMS,
  },
};

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

  return describeRoutes(router, TEXTS);
}
