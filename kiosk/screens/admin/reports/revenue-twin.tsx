import type { RevenueReport } from "../../../../common/api/reports.ts";
import { t } from "../../../text/index.ts";
import { ChartOrTable } from "../parts/chart-or-table.tsx";
import { ClockNote } from "./clock-note.tsx";
import { Rank } from "./rank.tsx";
import { RevenueChart, timedRows } from "./revenue-chart.tsx";
import { RevenueTable } from "./revenue-table.tsx";

/** Revenue as a picture and as a table. */
export function RevenueTwin({ report }: { report: RevenueReport }) {
  const { by } = report;
  const timed = by === "hour" || by === "day";
  return (
    <>
      <ChartOrTable
        key={by}
        title={t(`reports.revenue.${by}`)}
        chart={timed ? <RevenueChart report={report} by={by} /> : <Rank report={report} />}
        table={<RevenueTable report={report} />}
      />
      {by === "hour" ? <ClockNote parts={timedRows(report.rows)} /> : null}
    </>
  );
}
