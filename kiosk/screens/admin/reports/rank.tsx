import type { RevenueReport } from "../../../../common/api/reports.ts";
import { Money } from "../../../parts/values.tsx";
import { t, tn } from "../../../text/index.ts";
import { keyText } from "./revenue-table.tsx";

/** Revenue by lane, method, tariff or person: the most first, each with a bar beside its amount. */
export function Rank({ report }: { report: RevenueReport }) {
  if (report.rows.length === 0) return <p class="soft">{t("reports.revenue.none")}</p>;
  const most = Math.max(1, ...report.rows.map(({ amount }) => amount));
  return (
    <ol class="rank">
      {report.rows.map((row) => (
        <li key={row.key}>
          <span class="rank-name">{keyText(report.by, row)}</span>
          <Money amount={row.amount} class="rank-amount" />
          <svg class="rank-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect class="chart-bar" width={(Math.max(0, row.amount) / most) * 100} height="1" />
          </svg>
          <span class="soft rank-count">{tn("reports.payments", row.payments)}</span>
        </li>
      ))}
    </ol>
  );
}
