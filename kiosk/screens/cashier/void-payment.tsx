import { useState } from "preact/hooks";
import type { Payment } from "../../../common/api/payments.ts";
import { VOID_REASONS } from "../../../common/words.ts";
import { post } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { type Reason, reasonBody, reasonGiven } from "../../parts/reason-picker.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { useIntention } from "../../parts/use-intention.ts";
import { Money, price, Time } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { closeSheet, openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { Plate } from "../bench/plate.tsx";
import { Reasons } from "./reasons.tsx";

type VoidReason = (typeof VOID_REASONS)[number];

export interface VoidProps {
  payment: Payment;
  /** Where Back leads to. */
  from: "journal" | null;
}

/** Takes a payment back: which, why, and what goes back to the customer, in words before the button. */
export function VoidSheet({ payment, from }: VoidProps) {
  const [reason, setReason] = useState<Reason<VoidReason>>({ reason: null, note: "" });
  const back = () => (from === null ? closeSheet() : openSheet(from, {}));
  const give = useVoiding(payment, back);
  const noting = reason.reason === "other";
  return (
    <Sheet
      title={t("void.title", { number: payment.receiptNumber, amount: price(payment.amount) })}
      onBack={back}
      actions={
        <>
          <Button size="lg" onTap={back}>
            {t("do.keep")}
          </Button>
          {from === null && !noting ? (
            <Button size="lg" onTap={() => openSheet("journal", {})}>
              {t("void.another")}
            </Button>
          ) : null}
          <span class="space" />
          <Button
            size="lg"
            variant="danger-fill"
            class="main"
            refusal={reasonGiven(reason) ? null : noting ? t("note.needed") : t("reason.first")}
            onTap={() => give(reason)}
          >
            {t("void.do", { amount: price(payment.amount) })}
          </Button>
        </>
      }
    >
      {noting ? null : <WhatIsVoided payment={payment} />}
      <Reasons
        label={t("void.why")}
        reasons={VOID_REASONS}
        text={(one) => t(`void_reason.${one}`)}
        value={reason}
        onChange={setReason}
      />
      {noting ? null : <p class="soft">{t("void.stays")}</p>}
    </Sheet>
  );
}

function WhatIsVoided({ payment }: { payment: Payment }) {
  return (
    <div class="void-what">
      <p>
        <Plate plate={payment.plate} /> <Time at={payment.paidAt} /> · {t(`method.${payment.method}`)}
      </p>
      <p class="void-back">
        {t(payment.method === "cash" ? "void.cash_back" : "void.card_back")}{" "}
        <Money amount={payment.amount} class="strong" />
      </p>
    </div>
  );
}

function useVoiding(payment: Payment, back: () => void): (reason: Reason<VoidReason>) => Promise<unknown> {
  const intention = useIntention();
  return (reason) =>
    run(
      async () => {
        await post(`/api/events/${payment.seq}/void`, reasonBody(reason), { intention });
        back();
      },
      t(payment.method === "cash" ? "void.done_cash" : "void.done_card", { amount: price(payment.amount) }),
    );
}
