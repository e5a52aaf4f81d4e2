import type { OccupancyReport, OccupancyRow } from "../../../../common/api/reports.ts";
import { now } from "../../../clock.ts";
import { Ltr } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { ChartOrTable } from "../parts/chart-or-table.tsx";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { ClockNote } from "./clock-note.tsx";
import { stayText } from "./figures.tsx";
import { OccupancyCurve } from "./occupancy-curve.tsx";
import { namesOf } from "./revenue-chart.tsx";

/** Cars inside as a curve and as a table. What has not happened yet is in neither. */
export function OccupancyTwin({ report }: { report: OccupancyReport }) {
  const begun = report.rows.filter(({ from }) => Date.parse(from) <= now());
  const names = namesOf(report.by, report.rows);
  return (
    <>
      <ChartOrTable
        title={t("reports.occupancy.curve")}
        chart={<OccupancyCurve report={report} begun={begun} names={names} />}
        table={
          <DataTable
            caption={t("reports.occupancy.curve")}
            columns={columnsOf(report.by, names)}
            rows={begun}
            keyOf={({ key }) => key}
          />
        }
      />
      {report.by === "day" ? null : <ClockNote parts={report.rows} />}
    </>
  );
}

function columnsOf(by: OccupancyReport["by"], names: ReadonlyMap<string, string>): Column<OccupancyRow>[] {
  const counted = (id: "entries" | "exits" | "inside" | "peak"): Column<OccupancyRow> => ({
    id,
    title: t(`reports.column.${id}`),
    numeric: true,
    cell: (row) => <Ltr class="number">{count(row[id])}</Ltr>,
  });
  return [
    { id: "name", title: t(`reports.by.${by}`), cell: ({ from }) => <bdi>{names.get(from)}</bdi> },
    counted("entries"),
    counted("exits"),
    counted("inside"),
    counted("peak"),
    {
      id: "stay",
      title: t("reports.column.stay"),
      numeric: true,
      cell: (row) => <bdi class="number">{stayText(row.averageStaySeconds)}</bdi>,
    },
  ];
}
