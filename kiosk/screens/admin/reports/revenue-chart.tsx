import type { RevenueReport, RevenueRow } from "../../../../common/api/reports.ts";
import { price } from "../../../parts/values.tsx";
import { t, tn } from "../../../text/index.ts";
import { Bars } from "../parts/chart.tsx";
import { ReadableChart } from "../parts/readable-chart.tsx";
import { axisTo } from "../parts/scale.ts";
import { dateText } from "./days.ts";
import { dayAxis, type Part, partNames, timeAxis } from "./hours.ts";

/** Where the axis of a day without revenue ends, in minor units: cents beside nothing would look like a finding. */
const LEAST_TOP = 100;

/** A row of a report by hour or day, which has its instants. */
export type TimedRow = RevenueRow & Part;

export function timedRows(rows: readonly RevenueRow[]): TimedRow[] {
  return rows.filter((row): row is TimedRow => row.from !== undefined && row.to !== undefined);
}

/** What the hours or days of a report are called, by the instant at which they begin. */
export function namesOf(by: "hour" | "day" | "quarter", parts: readonly Part[]): Map<string, string> {
  return by === "day" ? new Map(parts.map(({ name, from }) => [from, dateText(name)])) : partNames(parts);
}

/** Revenue over time: a bar for each hour or day, as wide as the time that passed. */
export function RevenueChart({ report, by }: { report: RevenueReport; by: "hour" | "day" }) {
  const rows = timedRows(report.rows);
  const names = namesOf(by, rows);
  const amounts = rows.map(({ amount }) => amount);
  const spans = rows.map(({ from, to, amount, payments }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
    text: `${names.get(from)} · ${price(amount)} · ${tn("reports.payments", payments)}`,
  }));
  return (
    <ReadableChart
      label={t(`reports.revenue.${by}`)}
      x={by === "day" ? dayAxis(rows) : timeAxis(rows)}
      y={axisTo(Math.max(LEAST_TOP, ...amounts), (amount) => price(amount, true), 5, Math.min(0, ...amounts))}
      spans={spans}
    >
      {(scale) => (
        <Bars
          width={1}
          scale={scale}
          values={spans.map(({ from, to, text }, i) => ({
            at: from,
            width: to - from,
            value: amounts[i] ?? 0,
            label: text,
          }))}
        />
      )}
    </ReadableChart>
  );
}
