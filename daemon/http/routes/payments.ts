import Router from "@koa/router";
import { PaymentQuery, PaymentRequest, ReceiptRequest } from "../../../common/api/payments.ts";
import { parseBody, parseQuery } from "../../../common/node/http.ts";
import type { Booth } from "../../context.ts";
import { documentOf } from "../../devices/print-document.ts";
import { listPayments, takePayment } from "../../services/payments.ts";
import { issueReceipt, readReceipt } from "../../services/receipts.ts";
import { siteOf } from "../../services/sites.ts";
import { actorOf, idempotent, requirePermission, requireSignedIn } from "../guard.ts";
import { answerPaper } from "../paper-answer.ts";
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

  router.get("/api/payments/:id/receipt", requireSignedIn(), (ctx) =>
    answerPaper(booth, ctx, documentOf(readReceipt(booth, param(ctx, "id")), siteOf(booth.db).language)),
  );

  router.post("/api/payments/:id/receipt", requireSignedIn(), async (ctx) => {
    const { original } = parseBody(ctx, ReceiptRequest);
    ctx.body = await issueReceipt(booth, actorOf(ctx), param(ctx, "id"), original);
    ctx.status = 201;
  });

  return router;
}
