import { Button } from "../../parts/button.tsx";
import { may } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { lastPayment } from "./last-payment.ts";
import { printReceipt } from "./receipts.ts";

/** The buttons beside the primary one: the one that takes money back at the far edge, then the tools; Find only where it is not the primary one. */
export function Tools({ finds = true }: { finds?: boolean }) {
  const last = lastPayment.value;
  return (
    <>
      {last !== null && may("event:void") ? (
        <Button variant="danger" class="tool" onTap={() => openSheet("void", { payment: last, from: null })}>
          {t("tool.void")}
        </Button>
      ) : null}
      {finds && may("session:read") ? (
        <Button class="tool" onTap={() => openSheet("find", {})}>
          {t("tool.find")}
        </Button>
      ) : null}
      {may("session:read", "session:update", "payment:create") ? (
        <Button class="tool" onTap={() => openSheet("lost", {})}>
          {t("tool.lost")}
        </Button>
      ) : null}
      {last !== null && may("session:read") ? (
        <Button class="tool" onTap={() => printReceipt(last.id, null)}>
          {t("tool.receipt")}
        </Button>
      ) : null}
    </>
  );
}
