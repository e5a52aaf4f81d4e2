import Router from "@koa/router";
import { pageOf } from "../../common/api/parts.ts";
import { pageFrom } from "../../common/api/short-list.ts";
import {
  GivenValidation,
  Station,
  StationsQuery,
  ValidationReport,
  ValidationRequest,
  ValidationsQuery,
} from "../../common/api/validations.ts";
import { parseBody, parseQuery } from "../../common/node/http.ts";
import { describeRoutes, type RouteTexts } from "../http/describe.ts";
import { actorOf, requirePermission } from "../http/guard.ts";
import { answerReport, formatOf, TABLE_TYPES } from "../http/report-answer.ts";
import { reportValidations } from "../services/reports/validations.ts";
import { validationsTable } from "../services/reports/validations-table.ts";
import { listStations, validateStay } from "../services/validations.ts";
import type { Module } from "./module.ts";

const TEXTS: RouteTexts = {
  "GET /api/validation/stations": {
    summary: "The stations; for a stay, also what each takes off and whether it did",
    query: StationsQuery,
    gives: pageOf(Station),
    refuses: ["not_found"],
  },
  "POST /api/validation": {
    summary: "Validate a stay for a station",
    body: ValidationRequest,
    gives: GivenValidation,
    statuses: [201],
    refuses: ["not_found", "session_closed", "already_validated"],
  },
  "GET /api/validation": {
    summary: "Validations, the newest first, and how many by each station",
    query: ValidationsQuery,
    gives: ValidationReport,
    media: TABLE_TYPES,
    refuses: ["not_found"],
  },
};

/** Tickets validated by the site's partners. */
export const validation: Module = {
  id: "validation",
  routes(booth) {
    const router = new Router({ sensitive: true, strict: true });

    router.get("/api/validation/stations", requirePermission("session:read"), (ctx) => {
      const { session, ...page } = parseQuery(ctx, StationsQuery);
      ctx.body = pageFrom(listStations(booth, session), page);
    });

    router.post("/api/validation", requirePermission("session:update"), async (ctx) => {
      ctx.body = await validateStay(booth, actorOf(ctx), parseBody(ctx, ValidationRequest));
      ctx.status = 201;
    });

    router.get("/api/validation", requirePermission("report:read"), (ctx) => {
      const query = parseQuery(ctx, ValidationsQuery);
      // A file or a printout is the whole list; there is no next page on paper.
      const report = reportValidations(booth, query, formatOf(ctx, query) !== "json");
      answerReport(ctx, booth, query, report, () => validationsTable(report));
    });

    return describeRoutes(router, TEXTS);
  },
};
