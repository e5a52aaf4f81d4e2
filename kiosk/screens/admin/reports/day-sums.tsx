import type { ComponentChildren } from "preact";
import type { DayReport } from "../../../../common/api/reports.ts";
import { Ltr } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { stationName } from "../../validate/words.ts";
import { stayText } from "./figures.tsx";
import { SumCard, SumLine } from "./sum-card.tsx";

interface DaySumsProps {
  report: DayReport;
  tariffName: (id: string) => string;
}

/** What the day came to: money, cars, and the sums that are never set back. */
export function DaySums({ report, tariffName }: DaySumsProps) {
  const { sums, atEnd } = report;
  return (
    <div class="sum-cards">
      <SumCard title={t("reports.day.money")}>
        <SumLine name={t("reports.day.taken")} n={sums.payments} amount={sums.taken} />
        <SumLine name={t("reports.day.voided")} n={sums.voids} amount={sums.voided} />
        <SumLine name={t("reports.day.revenue")} amount={sums.amount} strong />
        <SumLine name={t("reports.day.tax")} amount={sums.tax} />
      </SumCard>
      <Cars report={report} />
      <Parts title={t("reports.day.method")}>
        {report.byMethod.map(({ method, payments, amount }) => (
          <SumLine key={method} name={methodName(method)} n={payments} amount={amount} />
        ))}
      </Parts>
      <Parts title={t("reports.day.tariff")}>
        {report.byTariff.map(({ tariffId, payments, amount }) => (
          <SumLine key={tariffId} name={tariffName(tariffId)} n={payments} amount={amount} />
        ))}
      </Parts>
      <Parts title={t("reports.day.rates")}>
        {report.byTax.map(({ rate, tax }) => (
          <SumLine key={rate ?? ""} name={rateName(rate)} amount={tax} />
        ))}
      </Parts>
      <Parts title={t("reports.day.validations")}>
        {report.validations.map(({ station, count: times }) => (
          <SumLine key={station} name={stationName(station)} n={times} />
        ))}
      </Parts>
      <SumCard title={t("reports.day.ever")}>
        <SumLine name={t("reports.day.perpetual")} amount={atEnd.perpetual} strong />
        <SumLine name={t("reports.day.absolute")} amount={atEnd.absolute} />
        <SumLine name={t("reports.day.last_entry")}>
          <Ltr class="number">{report.lastSeq}</Ltr>
        </SumLine>
      </SumCard>
    </div>
  );
}

function Cars({ report }: { report: DayReport }) {
  const counts = ["entries", "exits", "inside", "peak"] as const;
  return (
    <SumCard title={t("reports.day.cars")}>
      {counts.map((id) => (
        <SumLine key={id} name={t(`reports.day.${id}`)}>
          <Ltr class="number">{count(report[id])}</Ltr>
        </SumLine>
      ))}
      <SumLine name={t("reports.day.stay")}>
        <bdi class="number">{stayText(report.averageStaySeconds)}</bdi>
      </SumLine>
    </SumCard>
  );
}

/** Parts of a sum; nothing where there are none. */
function Parts({ title, children }: { title: string; children: ComponentChildren[] }) {
  return children.length === 0 ? null : <SumCard title={title}>{children}</SumCard>;
}

function methodName(method: string): string {
  return method === "cash" || method === "card" ? t(`method.${method}`) : method;
}

/** `0.21` as `21 %`. */
function rateName(rate: string | null): string {
  if (rate === null) return t("reports.day.tax_unknown");
  const percent = Number(rate) * 100;
  return t("reports.day.tax_at", { rate: `${count(Math.round(percent * 100) / 100)} %` });
}
