import Router from "@koa/router";
import { PaymentQuery, PaymentRequest, ReceiptRequest } from "../../../common/api/payments.ts";
import { parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { listPayments, takePayment } from "../../services/payments.ts";
import { issueReceipt, readReceipt, receiptHtml } from "../../services/receipts.ts";
import { actorOf, idempotent, requirePermission, requireSignedIn } from "../guard.ts";
import { param } from "../params.ts";

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

  router.get("/api/payments/:id/receipt", requireSignedIn(), (ctx) => {
    const text = readReceipt(booth, param(ctx, "id"));
    const asPage = ctx.accepts("text", "html") === "html";
    ctx.type = asPage ? "text/html; charset=utf-8" : "text/plain; charset=utf-8";
    ctx.body = asPage ? receiptHtml(booth, text) : text;
  });

  router.post("/api/payments/:id/receipt", requireSignedIn(), async (ctx) => {
    const { original } = parseBody(ctx, ReceiptRequest);
    ctx.body = await issueReceipt(booth, actorOf(ctx), param(ctx, "id"), original);
    ctx.status = 201;
  });

  return router;
}
