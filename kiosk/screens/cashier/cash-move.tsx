import { useState } from "preact/hooks";
import { CASH_REASONS, CASH_TYPES, type CashType } from "../../../common/words.ts";
import { post } from "../../api.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Keypad } from "../../parts/keypad.tsx";
import { MoneyField } from "../../parts/money-field.tsx";
import { type Reason, reasonBody, reasonGiven } from "../../parts/reason-picker.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { typeAmount } from "../../parts/typing.ts";
import { useIntention } from "../../parts/use-intention.ts";
import { price } from "../../parts/values.tsx";
import { run } from "../../run.ts";
import { shift } from "../../session.ts";
import { closeSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { Reasons } from "./reasons.tsx";

type CashReason = (typeof CASH_REASONS)[number];

/** Cash that comes into the drawer or leaves it without a sale. */
export function CashSheet() {
  const [type, setType] = useState<CashType>("drop");
  const [amount, setAmount] = useState(0);
  const [reason, setReason] = useState<Reason<CashReason>>({ reason: null, note: "" });
  const move = useMoving();
  const noting = reason.reason === "other";
  const why =
    amount === 0 ? t("cash.amount_first") : reasonGiven(reason) ? null : noting ? t("note.needed") : t("reason.first");
  return (
    <Sheet
      title={t("cash.title")}
      actions={
        <>
          <Button size="lg" onTap={closeSheet}>
            {t("do.cancel")}
          </Button>
          <span class="space" />
          <Button size="lg" variant="primary" class="main" refusal={why} onTap={() => move(type, amount, reason)}>
            {t(`cash.do.${type}`, { amount: price(amount) })}
          </Button>
        </>
      }
    >
      <div class={noting ? "cash-move noting" : "cash-move"}>
        <div class="cash-move-what">
          {noting ? null : (
            <Choice
              label={t("cash.what")}
              options={CASH_TYPES}
              value={type}
              text={(one) => t(`cash_type.${one}`)}
              onChoose={setType}
            />
          )}
          <Reasons
            label={t("cash.why")}
            reasons={CASH_REASONS}
            text={(one) => t(`cash_reason.${one}`)}
            value={reason}
            onChange={setReason}
          />
        </div>
        {noting ? null : (
          <div class="cash-move-sum">
            <MoneyField label={t("cash.amount")} amount={amount} />
            <Keypad corner="00" onKey={(key) => setAmount(typeAmount(amount, key))} />
          </div>
        )}
      </div>
    </Sheet>
  );
}

function useMoving(): (type: CashType, amount: number, reason: Reason<CashReason>) => Promise<unknown> {
  const intention = useIntention();
  return (type, amount, reason) =>
    run(
      async () => {
        await post(`/api/shifts/${shift.value?.id}/cash`, { type, amount, ...reasonBody(reason) }, { intention });
        closeSheet();
      },
      t(`cash.done.${type}`, { amount: price(amount) }),
    );
}
