import { PAYMENT_METHODS } from "../../../common/words.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { Keypad } from "../../parts/keypad.tsx";
import { typeAmount } from "../../parts/typing.ts";
import { Ltr, Money, price } from "../../parts/values.tsx";
import { may, site } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { t } from "../../text/index.ts";
import { setTender, type Tender } from "./desk.ts";
import type { Due } from "./subject.ts";
import { suggestTenders } from "./tenders.ts";

/** Cash unless somebody says card: the cash flow costs no tap for it. */
export function MethodChoice({ tender, due }: { tender: Tender; due: Due }) {
  const { sessionId, plate, ticket, lane } = due;
  return (
    <div class="method">
      <Choice
        quiet
        label={t("due.method")}
        options={PAYMENT_METHODS}
        value={tender.method}
        text={(method) => t(`method.${method}`)}
        onChoose={(method) => setTender({ ...tender, method, given: null, typing: false })}
      />
      {may("session:update", "payment:create") ? (
        <Button size="sm" onTap={() => openSheet("go", { sessionId, plate, ticket, lane: lane?.id ?? null })}>
          {t("due.unpaid")}
        </Button>
      ) : null}
    </div>
  );
}

/** What was given: the likely sums in one tap, any other by the keypad, cents first; and what goes back. */
export function Cash({ tender, amount }: { tender: Tender; amount: number }) {
  const give = (given: number | null, typing: boolean) => setTender({ ...tender, given, typing });
  return (
    <>
      <Quick amount={amount} given={tender.typing ? null : tender.given} onGive={(given) => give(given, false)} />
      <GivenAndChange amount={amount} given={tender.given} />
      <Keypad
        corner="00"
        onKey={(key) => {
          const typed = typeAmount(tender.typing ? (tender.given ?? 0) : 0, key);
          give(typed === 0 ? null : typed, true);
        }}
      />
    </>
  );
}

interface QuickProps {
  amount: number;
  given: number | null;
  onGive: (given: number) => void;
}

function Quick({ amount, given, onGive }: QuickProps) {
  const sums = suggestTenders(amount, site.value?.denominations ?? []);
  return (
    <fieldset class="quick" aria-label={t("due.quick")}>
      {sums.map((sum) => (
        <Button key={sum} keepFocus pressed={given === sum} onTap={() => onGive(sum)}>
          {sum === amount ? <span class="quick-exact">{t("due.exact")}</span> : null}
          <Ltr class="number">{price(sum, true)}</Ltr>
        </Button>
      ))}
    </fieldset>
  );
}

function GivenAndChange({ amount, given }: { amount: number; given: number | null }) {
  const missing = given !== null && given < amount;
  return (
    <>
      <p class="given">
        <span>{t("due.given")}</span>
        {given === null ? <span class="soft">–</span> : <Money amount={given} />}
      </p>
      <p class={`change ${missing ? "missing" : ""} ${given === null ? "none" : ""}`} role="status">
        <span>
          {missing ? <span aria-hidden="true">▲ </span> : null}
          {t(missing ? "due.missing" : "due.change")}
        </span>
        {given === null ? <span class="soft">–</span> : <Money amount={Math.abs(given - amount)} />}
      </p>
    </>
  );
}
