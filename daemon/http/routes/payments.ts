import Router from "@koa/router";
import { pageOf } from "../../../common/api/parts.ts";
import {
  IssuedReceipt,
  Payment,
  PaymentQuery,
  PaymentReceipt,
  PaymentRequest,
  ReceiptRequest,
} from "../../../common/api/payments.ts";
import { parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { documentOf } from "../../devices/print-document.ts";
import { listPayments, takePayment } from "../../services/payments.ts";
import { issueReceipt, readReceipt } from "../../services/receipts.ts";
import { siteOf } from "../../services/sites.ts";
import { describeRoutes, type RouteTexts } from "../describe.ts";
import { actorOf, idempotent, requirePermission, requireSignedIn } from "../guard.ts";
import { answerPaper, PAPER_TYPES } from "../paper-answer.ts";
import { param } from "../params.ts";

const TEXTS: RouteTexts = {
  "POST /api/payments": {
    summary: "Take money for a stay: the fee as it was quoted at most 90 s ago",
    body: PaymentRequest,
    gives: PaymentReceipt,
    statuses: [201],
    refuses: ["shift_required", "session_closed", "quote_expired", "not_found"],
  },
  "GET /api/payments": { summary: "Payments, the newest first", query: PaymentQuery, gives: pageOf(Payment) },
  "GET /api/payments/:id/receipt": { summary: "A receipt, in the form that is accepted", media: PAPER_TYPES },
  "POST /api/payments/:id/receipt": {
    summary: "Print a receipt: a copy, which is counted, or the original",
    body: ReceiptRequest,
    gives: IssuedReceipt,
    statuses: [201],
  },
};

/** Money for stays, and the receipts of it. */
export function paymentRoutes(booth: Booth): Router {
  const router = new Router({ sensitive: true, strict: true });

  router.post("/api/payments", requirePermission("payment:create"), idempotent, async (ctx) => {
    ctx.body = await takePayment(booth, actorOf(ctx), parseBody(ctx, PaymentRequest));
    ctx.status = 201;
  });

  router.get("/api/payments", requirePermission("session:read"), (ctx) => {
    ctx.body = listPayments(booth, parseQuery(ctx, PaymentQuery));
  });

  router.get("/api/payments/:id/receipt", requireSignedIn(), (ctx) =>
    answerPaper(booth, ctx, documentOf(readReceipt(booth, param(ctx, "id")), siteOf(booth.db).language)),
  );

  router.post("/api/payments/:id/receipt", requireSignedIn(), async (ctx) => {
    const { original } = parseBody(ctx, ReceiptRequest);
    ctx.body = await issueReceipt(booth, actorOf(ctx), param(ctx, "id"), original);
    ctx.status = 201;
  });

  return describeRoutes(router, TEXTS);
}
