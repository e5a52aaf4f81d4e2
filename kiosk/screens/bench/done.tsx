import { splitChange } from "../../../common/money.ts";
import { lanes } from "../../feed.ts";
import { Button } from "../../parts/button.tsx";
import { Ltr, Money, price, Time } from "../../parts/values.tsx";
import { site } from "../../session.ts";
import { t } from "../../text/index.ts";
import { BarrierLine } from "./barrier-line.tsx";
import { next } from "./desk.ts";
import { Plate } from "./plate.tsx";
import { printReceipt } from "./receipts.ts";
import type { Done } from "./subject.ts";

/** What came of a payment: what goes back, in which notes and coins, and what the barrier does. */
export function DonePane({ done }: { done: Done }) {
  const { receipt, plate } = done;
  const lane = receipt.intent === null ? undefined : lanes.value.get(receipt.intent.lane);
  return (
    <div class="done">
      <header class="done-head">
        <h1>
          <span aria-hidden="true">✓ </span>
          {t("done.paid", { amount: price(receipt.amount) })}
        </h1>
        <Plate plate={plate} class="chip" />
      </header>
      <div class="done-body" role="status">
        {receipt.method === "cash" ? (
          <Change change={receipt.change ?? 0} />
        ) : (
          <p class="done-card">{t("done.card")}</p>
        )}
      </div>
      <div class="done-facts">
        {lane === undefined ? <p class="soft">{t("done.no_lane")}</p> : <BarrierLine lane={lane} form="named" />}
        <p class="soft">
          {t("done.receipt", { number: receipt.receiptNumber })} · <Time at={receipt.paidAt} seconds />
        </p>
      </div>
      <footer class="actions bench-actions">
        <Button size="lg" onTap={() => printReceipt(receipt.id, null)}>
          {t("done.print")}
        </Button>
        <span class="space" />
        <Button variant="primary" class="commit" onTap={next}>
          {t("do.next")}
        </Button>
      </footer>
    </div>
  );
}

function Change({ change }: { change: number }) {
  if (change === 0) return <p class="done-exact">{t("done.exact")}</p>;
  return (
    <>
      <p class="done-change">
        <span>{t("due.change")}</span>
        <Money amount={change} />
      </p>
      <ul class="coins" aria-label={t("done.pieces")}>
        {splitChange(change, site.value?.denominations ?? []).map(([value, n]) => (
          <li key={value}>
            <Ltr class="number">{n} ×</Ltr>
            <Ltr class={`number ${isNote(value) ? "banknote" : "coin"}`}>{price(value, true)}</Ltr>
          </li>
        ))}
      </ul>
    </>
  );
}

const LEAST_NOTE: Readonly<Record<string, number>> = { USD: 100, CHF: 1000 };

/** Notes are drawn as notes and coins as coins. */
function isNote(value: number): boolean {
  return value >= (LEAST_NOTE[site.value?.currency ?? ""] ?? 500);
}
