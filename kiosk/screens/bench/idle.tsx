import { useRef } from "preact/hooks";
import type { Payment } from "../../../common/api/payments.ts";
import { Button } from "../../parts/button.tsx";
import { Ltr, Money, Time } from "../../parts/values.tsx";
import { go } from "../../router.ts";
import { may, shift, site } from "../../session.ts";
import { openSheet } from "../../sheets.ts";
import { count } from "../../text/format.ts";
import { t, tn } from "../../text/index.ts";
import { JournalRow } from "../cashier/journal-row.tsx";
import { lastPayment, recentPayments } from "./last-payment.ts";
import { Plate } from "./plate.tsx";
import { printReceipt } from "./receipts.ts";
import { useFit } from "./use-fit.ts";

/** Nobody waits: how full it is, what was last, and the ways to somebody who has no plate or ticket. */
export function IdlePane() {
  const last = lastPayment.value;
  return (
    <div class="bench-idle">
      <h1>{t("bench.waiting")}</h1>
      <Spaces />
      {shift.value === null && may("payment:create", "shift:create") ? <NoShift /> : null}
      {last === null ? null : <LastPayment payment={last} />}
      <Recent />
      <IdleActions />
    </div>
  );
}

function Spaces() {
  const facts = site.value;
  if (facts === null) return null;
  const { carsInside: inside, capacity, full } = facts;
  if (capacity === null) return <p class="spaces-line">{tn("bench.inside_uncounted", inside)}</p>;
  const free = Math.max(0, capacity - inside);
  return (
    <section class="spaces">
      <p>
        <Ltr class="number spaces-free">{count(free)}</Ltr> {tn("bench.free", free)}
      </p>
      <progress max={Math.max(capacity, 1)} value={Math.min(inside, capacity)} aria-label={t("bench.taken")} />
      <p class="soft">{t("bench.inside", { inside: count(inside), capacity: count(capacity) })}</p>
      {full ? (
        <p class="spaces-full">
          <span aria-hidden="true">▲ </span>
          {t("bench.full")}
        </p>
      ) : null}
    </section>
  );
}

function NoShift() {
  return (
    <section class="idle-card">
      <p>{t("bench.no_shift")}</p>
      <Button onTap={() => go("shift", "open")}>{t("menu.open_shift")}</Button>
    </section>
  );
}

function LastPayment({ payment }: { payment: Payment }) {
  return (
    <section class="idle-card" aria-label={t("bench.last")}>
      <div class="idle-last">
        <h2>{t("bench.last")}</h2>
        <p>
          <Plate plate={payment.plate} /> <Money amount={payment.amount} class="strong" />
          <span class="soft">
            {t(`method.${payment.method}`)} · <Time at={payment.paidAt} />
          </span>
        </p>
      </div>
      <Button onTap={() => printReceipt(payment.id, null)}>{t("tool.receipt")}</Button>
      {may("event:void") ? (
        <Button variant="danger" onTap={() => openSheet("void", { payment, from: null })}>
          {t("tool.void_long")}
        </Button>
      ) : null}
    </section>
  );
}

const ROW = { width: 200, height: 56 };

/** What was before the last payment, as far as there is room: a tap leads to the journal. */
function Recent() {
  const box = useRef<HTMLDivElement>(null);
  const { rows } = useFit(box, ROW);
  const before = recentPayments.value.filter((payment) => payment !== lastPayment.value);
  return (
    <div class="recent" ref={box}>
      {before.slice(0, rows).map((payment) => (
        <JournalRow key={payment.id} payment={payment} onChoose={() => openSheet("journal", {})} />
      ))}
    </div>
  );
}

function IdleActions() {
  if (!may("session:read")) return null;
  const serves = may("session:update", "payment:create");
  return (
    <footer class="actions bench-actions">
      <Button class="tool" onTap={() => openSheet("journal", {})}>
        {t("tool.journal")}
      </Button>
      {serves ? (
        <>
          <Button class="tool" onTap={() => openSheet("entry", {})}>
            {t("tool.entry")}
          </Button>
          <Button class="tool" onTap={() => openSheet("lost", {})}>
            {t("tool.lost")}
          </Button>
        </>
      ) : null}
      {shift.value != null && may("shift:cash") ? (
        <Button class="tool" onTap={() => openSheet("cash", {})}>
          {t("tool.cash")}
        </Button>
      ) : null}
      <Button variant="primary" class="commit" hint={t("tool.find_key")} onTap={() => openSheet("find", {})}>
        {t("tool.find_long")}
      </Button>
    </footer>
  );
}
