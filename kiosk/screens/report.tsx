import type { ComponentChildren } from "preact";
import type { ShiftReport } from "../../common/api/shifts.ts";
import { get } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { Failure } from "../parts/failure.tsx";
import { useLoad } from "../parts/use-load.ts";
import { Ltr, Money, timeOfDay } from "../parts/values.tsx";
import { Working } from "../parts/working.tsx";
import { printOut } from "../prints.ts";
import { go } from "../router.ts";
import { run } from "../run.ts";
import { me, signOut } from "../session.ts";
import { count } from "../text/format.ts";
import { t } from "../text/index.ts";
import { Full } from "./layout.tsx";

/** What a shift came to: X while it is open, Z once it is closed. */
export function Report({ id }: { id: string }) {
  const { value: report, error, reload } = useLoad(() => get<ShiftReport>(`/api/shifts/${id}/report`), id);
  if (report === undefined) {
    return (
      <Full title={t("menu.report")} actions={<Done />}>
        {error === null ? <Working /> : <Failure error={error} onRetry={reload} />}
      </Full>
    );
  }
  const { shift, kind, userName } = report;
  const span = t("close_shift.span", {
    name: userName,
    from: timeOfDay(shift.openedAt),
    to: shift.closedAt ? timeOfDay(shift.closedAt) : "…",
  });
  return (
    <Full
      title={t(kind === "Z" ? "report.z" : "report.x", { number: shift.number })}
      aside={<p class="soft">{span}</p>}
      actions={<Actions report={report} />}
    >
      <div class="report">
        <MoneyCard report={report} />
        <ExceptionsCard report={report} />
      </div>
      <pre class="print">{report.text}</pre>
    </Full>
  );
}

function MoneyCard({ report }: { report: ShiftReport }) {
  const { shift, sales, cash, card } = report;
  return (
    <section class="report-card">
      <h2>{t("report.money")}</h2>
      <dl>
        <Row name={t("report.sales")} n={sales.count} amount={sales.amount} strong />
        <Row name={t("report.cash")} n={cash?.count} amount={cash?.amount} />
        <Row name={t("report.cash_given_back")} amount={report.cashGivenBack || undefined} />
        <Row name={t("report.card")} n={card.count} amount={card.amount} />
        <Row name={t("report.float")} amount={shift.float} />
        <Row name={t("report.pay_ins")} amount={report.payIns} />
        <Row name={t("report.pay_outs")} amount={report.payOuts} />
        <Row name={t("report.drops")} amount={report.drops} />
        <Row name={t("report.expected")} amount={shift.expected} />
        <Difference amount={shift.overShort} />
      </dl>
    </section>
  );
}

/** Over or short, in a word and a sign as well as a colour. */
function Difference({ amount }: { amount: number | undefined }) {
  if (amount === undefined) return null;
  const name = amount === 0 ? t("report.exact") : t(amount > 0 ? "report.over" : "report.short");
  return (
    <Item name={name} class={`strong ${amount === 0 ? "" : "off"}`}>
      <Money amount={amount} />
    </Item>
  );
}

function ExceptionsCard({ report }: { report: ShiftReport }) {
  return (
    <section class="report-card">
      <h2>{t("report.exceptions")}</h2>
      <dl>
        <Row name={t("report.voids")} n={report.voids.count} amount={report.voids.amount} />
        <Row name={t("report.hand")} n={report.handOpenings} />
        <Row name={t("report.lost")} n={report.lostTickets} />
        <Row name={t("report.unpaid")} n={report.closedWithoutPayment} />
        <Row name={t("report.copies")} n={report.copies} />
        <Row name={t("report.turnover")} amount={report.perpetual?.turnover} />
      </dl>
    </section>
  );
}

interface RowProps {
  name: string;
  n?: number | undefined;
  amount?: number | undefined;
  strong?: boolean;
}

/** A line of the report; sums that are withheld leave none. */
function Row({ name, n, amount, strong = false }: RowProps) {
  if (n === undefined && amount === undefined) return null;
  return (
    <Item name={name} class={strong ? "strong" : ""}>
      {n === undefined ? null : (
        <Ltr class={`number ${amount === undefined ? "" : "soft"}`}>
          {count(n)}
          {amount === undefined ? "" : " ×"}
        </Ltr>
      )}
      {amount === undefined ? null : <Money amount={amount} />}
    </Item>
  );
}

function Item({ name, children, class: className }: { name: string; children: ComponentChildren; class: string }) {
  return (
    <div class={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Done() {
  return (
    <Button size="lg" onTap={() => go()}>
      {t("do.done")}
    </Button>
  );
}

function Actions({ report }: { report: ShiftReport }) {
  const closed = report.kind === "Z";
  const mine = report.shift.userId === me.value?.id;
  return (
    <>
      <Done />
      <span class="space" />
      <Button size="lg" onTap={() => printOut(`/api/shifts/${report.shift.id}/report`, undefined, () => print())}>
        {t(closed ? "report.print" : "report.print_x")}
      </Button>
      {closed && mine ? (
        <Button
          size="lg"
          variant="primary"
          class="main"
          hint={t("report.hand_over_hint", { name: report.userName })}
          onTap={() => run(signOut)}
        >
          {t("report.hand_over")}
        </Button>
      ) : null}
    </>
  );
}
