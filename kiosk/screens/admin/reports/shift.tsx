import type { ShiftReport } from "../../../../common/api/shifts.ts";
import { get } from "../../../api.ts";
import { Button } from "../../../parts/button.tsx";
import { useLoad } from "../../../parts/use-load.ts";
import { Money } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { When } from "./exception-columns.tsx";
import { Difference } from "./over-short.tsx";
import { printText } from "./paper.ts";
import { ReceiptPaper } from "./receipt-paper.tsx";
import { ReportPage } from "./report-page.tsx";
import { SumCard, SumLine } from "./sum-card.tsx";
import { hrefOf } from "./ways.ts";

/** What one shift came to: X while it is open, Z once it is closed. */
export function ShiftSums({ id }: { id: string }) {
  const path = `/api/shifts/${encodeURIComponent(id)}/report`;
  const loaded = useLoad(() => get<ShiftReport>(path), path);
  const text = loaded.value?.text;
  return (
    <ReportPage
      view="shifts"
      aside={
        <div class="row">
          <a class="button sm" href={hrefOf("shifts")}>
            {t("reports.shifts.back")}
          </a>
          {text === undefined ? null : (
            <Button size="sm" onTap={() => printText(text)}>
              {t("reports.print")}
            </Button>
          )}
          {text === undefined ? null : <ReceiptPaper path={path} />}
        </div>
      }
    >
      <Loaded of={loaded}>{(report) => <Sums report={report} />}</Loaded>
    </ReportPage>
  );
}

function Sums({ report }: { report: ShiftReport }) {
  const { shift, userName } = report;
  return (
    <>
      <h2>
        {t("reports.shifts.number", { number: shift.number })} · {userName}
      </h2>
      <p class="soft">
        <When at={shift.openedAt} /> – {shift.closedAt ? <When at={shift.closedAt} /> : t("reports.shifts.is_open")}
      </p>
      <div class="sum-cards">
        <MoneyOf report={report} />
        <SumCard title={t("report.exceptions")}>
          <SumLine name={t("report.voids")} n={report.voids.count} amount={report.voids.amount} />
          <SumLine name={t("report.hand")}>{count(report.handOpenings)}</SumLine>
          <SumLine name={t("report.lost")}>{count(report.lostTickets)}</SumLine>
          <SumLine name={t("report.unpaid")}>{count(report.closedWithoutPayment)}</SumLine>
          <SumLine name={t("report.copies")}>{count(report.copies)}</SumLine>
        </SumCard>
      </div>
    </>
  );
}

function MoneyOf({ report }: { report: ShiftReport }) {
  const { shift, sales, cash, card } = report;
  const told = [
    [t("report.pay_ins"), report.payIns],
    [t("report.pay_outs"), report.payOuts],
    [t("report.drops"), report.drops],
    [t("report.expected"), shift.expected],
  ] as const;
  return (
    <SumCard title={t("report.money")}>
      <SumLine name={t("report.sales")} n={sales.count} amount={sales.amount} strong />
      {cash ? <SumLine name={t("report.cash")} n={cash.count} amount={cash.amount} /> : null}
      {report.cashGivenBack ? <SumLine name={t("report.cash_given_back")} amount={report.cashGivenBack} /> : null}
      <SumLine name={t("report.card")} n={card.count} amount={card.amount} />
      <SumLine name={t("report.float")} amount={shift.float} />
      {told.map(([name, amount]) => (amount === undefined ? null : <SumLine key={name} name={name} amount={amount} />))}
      {shift.overShort === undefined ? null : (
        <SumLine name={t("report.exact")} strong>
          {shift.overShort === 0 ? <Money amount={0} /> : <Difference amount={shift.overShort} />}
        </SumLine>
      )}
    </SumCard>
  );
}
