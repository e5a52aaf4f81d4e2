import type { RevenueReport, RevenueRow } from "../../../../common/api/reports.ts";
import { now } from "../../../clock.ts";
import { Ltr, Money } from "../../../parts/values.tsx";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { namesOf, timedRows } from "./revenue-chart.tsx";

const COUNTS = ["payments", "voids"] as const;
type By = RevenueReport["by"];

/** What the key of a row means to people. */
export function keyText(by: By, { key, name }: RevenueRow): string {
  if (by === "lane" && key === "") return t("reports.revenue.no_lane");
  if (by === "method" && (key === "cash" || key === "card")) return t(`method.${key}`);
  return name;
}

/** Revenue in numbers, with its sum; hours and days that have not begun are left out. */
export function RevenueTable({ report }: { report: RevenueReport }) {
  const { by, total } = report;
  const timed = by === "hour" || by === "day";
  const names = timed ? namesOf(by, timedRows(report.rows)) : new Map<string, string>();
  const begun = report.rows.filter(({ from }) => from === undefined || Date.parse(from) <= now());
  return (
    <DataTable
      caption={t(`reports.revenue.${by}`)}
      columns={columnsOf(by, (row) => names.get(row.from ?? "") ?? keyText(by, row))}
      rows={begun}
      keyOf={({ key }) => key}
      total={{ ...total, key: "total", name: t("reports.total") }}
      empty={t("reports.revenue.none")}
    />
  );
}

function columnsOf(by: By, nameOf: (row: RevenueRow) => string): Column<RevenueRow>[] {
  const timed = by === "hour" || by === "day";
  const name = (row: RevenueRow) => (row.key === "total" ? row.name : nameOf(row));
  const counted = (id: (typeof COUNTS)[number]): Column<RevenueRow> => ({
    id,
    title: t(`reports.column.${id}`),
    numeric: true,
    cell: (row) => <Ltr class="number">{count(row[id])}</Ltr>,
  });
  const money = (id: "taken" | "voided" | "amount" | "tax"): Column<RevenueRow> => ({
    id,
    title: t(`reports.column.${id === "amount" ? "revenue" : id}`),
    numeric: true,
    cell: (row) => <Money amount={row[id]} />,
  });
  return [
    { id: "name", title: t(`reports.by.${by}`), cell: (row) => (timed ? <bdi>{name(row)}</bdi> : name(row)) },
    counted("payments"),
    money("taken"),
    counted("voids"),
    money("voided"),
    money("amount"),
    money("tax"),
  ];
}
