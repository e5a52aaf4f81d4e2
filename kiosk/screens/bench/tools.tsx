import { Button } from "../../parts/button.tsx";
import { may, mayOrderWash, mayValidate } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { lastPayment } from "./last-payment.ts";
import { printReceipt } from "./receipts.ts";
import type { Due } from "./subject.ts";

/** The buttons beside the primary one: the one that takes money back at the far edge, then the tools; Find only where it is not the primary one. */
export function Tools({ finds = true, due = null }: { finds?: boolean; due?: Due | null }) {
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
      {due !== null && !due.lost && mayValidate() ? <Validate due={due} /> : null}
      {due !== null && !due.lost && mayOrderWash() ? <Wash due={due} /> : null}
      {may("session:read", "session:update", "payment:create") ? (
        <Button class="tool" onTap={() => openSheet("lost", {})}>
          {t("tool.lost")}
        </Button>
      ) : null}
      {last !== null && may("session:read") ? (
        <Button class="tool reprints" onTap={() => printReceipt(last.id, null)}>
          {t("tool.receipt")}
        </Button>
      ) : null}
    </>
  );
}

function Validate({ due: { sessionId, plate, ticket } }: { due: Due }) {
  return (
    <Button class="tool validates" onTap={() => openSheet("validate", { sessionId, plate, ticket })}>
      {t("tool.validate")}
    </Button>
  );
}

function Wash({ due: { sessionId, plate, ticket } }: { due: Due }) {
  return (
    <Button class="tool washes" onTap={() => openSheet("wash", { sessionId, plate, ticket })}>
      {t("tool.wash")}
    </Button>
  );
}
