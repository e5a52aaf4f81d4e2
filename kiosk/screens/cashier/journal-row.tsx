import type { Payment } from "../../../common/api/payments.ts";
import { Ltr, Money, Time } from "../../parts/values.tsx";
import { t } from "../../text/index.ts";
import { Plate } from "../bench/plate.tsx";
import { ticketNumber } from "../bench/stays.ts";

interface JournalRowProps {
  payment: Payment;
  /** Whether it is the one chosen, where one is. */
  chosen?: boolean;
  onChoose: () => void;
}

/** A payment in one line; a voided one is struck through, and says so in a word. */
export function JournalRow({ payment, chosen, onChoose }: JournalRowProps) {
  const voided = payment.voidedBySeq !== undefined;
  return (
    <button
      type="button"
      class={`journal-row ${voided ? "voided" : ""}`}
      aria-pressed={chosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Time at={payment.paidAt} />
      <Ltr class="number soft">#{payment.receiptNumber}</Ltr>
      <span class="journal-plate">
        {payment.plate === null ? (
          <bdi class="number">{t("due.ticket", { number: ticketNumber(payment.ticket) })}</bdi>
        ) : (
          <Plate plate={payment.plate} />
        )}
      </span>
      <span class="journal-note">{noteOf(payment, voided)}</span>
      <span>{t(`method.${payment.method}`)}</span>
      {voided ? (
        <s dir="ltr">
          <Money amount={payment.amount} />
        </s>
      ) : (
        <Money amount={payment.amount} class="strong" />
      )}
    </button>
  );
}

function noteOf(payment: Payment, voided: boolean): string {
  if (voided) return t("journal.voided");
  return payment.copies > 0 ? t("journal.copies", { n: payment.copies }) : "";
}
