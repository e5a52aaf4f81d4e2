import type { OccupancyReport, OccupancyRow } from "../../../../common/api/reports.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { StepLine } from "../parts/chart.tsx";
import { ReadableChart } from "../parts/readable-chart.tsx";
import { axisTo } from "../parts/scale.ts";
import { dayAxis, timeAxis } from "./hours.ts";

interface OccupancyCurveProps {
  report: OccupancyReport;
  /** The rows of what has happened. */
  begun: readonly OccupancyRow[];
  names: ReadonlyMap<string, string>;
}

/** Cars inside over time, below the line of the spaces there are. */
export function OccupancyCurve({ report: { rows, by, capacity, total }, begun, names }: OccupancyCurveProps) {
  const x = by === "day" ? dayAxis(rows) : timeAxis(rows);
  const spans = begun.map(({ from, to, inside, peak }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
    text: `${names.get(from)} · ${t("reports.occupancy.now", { n: count(inside), peak: count(peak) })}`,
  }));
  const label = capacity === null ? t("reports.occupancy.chart_open") : t("reports.occupancy.chart", { capacity });
  return (
    <ReadableChart label={label} x={x} y={axisTo(Math.max(total.peak, capacity ?? 0), count)} spans={spans}>
      {(scale) => (
        <>
          {capacity === null ? null : (
            <StepLine
              line={{
                id: "capacity",
                points: [
                  [x.from, capacity],
                  [x.to, capacity],
                ],
                dashed: true,
              }}
              scale={scale}
            />
          )}
          <StepLine line={{ id: "inside", points: pointsOf(begun) }} scale={scale} />
        </>
      )}
    </ReadableChart>
  );
}

/** Each part tells how many were inside at its end; before the first it was that many less what moved in it. */
function pointsOf(rows: readonly OccupancyRow[]): [x: number, y: number][] {
  const [first] = rows;
  if (first === undefined) return [];
  const before = Math.max(0, first.inside - first.entries + first.exits);
  return [
    [Date.parse(first.from), before],
    ...rows.map(({ to, inside }): [number, number] => [Date.parse(to), inside]),
  ];
}
