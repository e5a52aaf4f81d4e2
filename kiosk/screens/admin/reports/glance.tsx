import type { ExceptionsReport, OccupancyReport, RevenueReport } from "../../../../common/api/reports.ts";
import { price } from "../../../parts/values.tsx";
import { site } from "../../../session.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { ExceptionTiles } from "./exception-tiles.tsx";
import { Figure, Figures, stayText } from "./figures.tsx";
import { OccupancyTwin } from "./occupancy-twin.tsx";
import { isLive, lengthOf, type Range, rangeOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { ReportPage } from "./report-page.tsx";
import { RevenueTwin } from "./revenue-twin.tsx";
import { TakeAway } from "./take-away.tsx";
import { reportPath, useReport } from "./use-report.ts";
import { goTo } from "./ways.ts";

/** How fine the two charts are, by the length of the range. */
function partsOf(range: Range) {
  const days = lengthOf(range);
  if (days <= 2) return { money: "hour", cars: "quarter" } as const;
  return { money: "day", cars: days <= 31 ? "hour" : "day" } as const;
}

/** A range at a glance: what to look at first, the figures, and how the hours went. */
export function Glance({ path: [rangeId] }: { path: readonly string[] }) {
  const range = rangeOf(rangeId);
  const parts = partsOf(range);
  const exceptions = useReport<ExceptionsReport>("exceptions", range, "limit=1");
  const revenue = useReport<RevenueReport>("revenue", range, `by=${parts.money}`);
  const occupancy = useReport<OccupancyReport>("occupancy", range, `by=${parts.cars}`);
  const oneDay = range.from === range.to ? `/api/reports/day?date=${range.from}` : null;
  return (
    <ReportPage
      view="glance"
      range={range}
      aside={<TakeAway path={oneDay ?? reportPath("revenue", range, `by=${parts.money}`)} />}
    >
      <RangeBar range={range} onChoose={(id) => goTo("glance", id)} />
      <Loaded of={exceptions}>{({ summary }) => <ExceptionTiles sums={summary} range={range} />}</Loaded>
      <KeyFigures range={range} revenue={revenue.value} occupancy={occupancy.value} />
      <div class="twins">
        <div>
          <Loaded of={revenue}>{(report) => <RevenueTwin report={report} />}</Loaded>
        </div>
        <div>
          <Loaded of={occupancy}>{(report) => <OccupancyTwin report={report} />}</Loaded>
        </div>
      </div>
    </ReportPage>
  );
}

interface KeyFiguresProps {
  range: Range;
  revenue: RevenueReport | undefined;
  occupancy: OccupancyReport | undefined;
}

function KeyFigures({ range, revenue, occupancy }: KeyFiguresProps) {
  const { carsInside = 0, capacity = null } = site.value ?? {};
  const of = capacity === null ? null : t("reports.kpi.of", { capacity: count(capacity) });
  return (
    <Figures label={t("reports.kpi")}>
      <Figure name={t("reports.kpi.revenue")}>{revenue ? price(revenue.total.amount) : "…"}</Figure>
      <Figure name={t("reports.kpi.exits")}>{occupancy ? count(occupancy.total.exits) : "…"}</Figure>
      <Figure name={t("reports.kpi.stay")}>{occupancy ? stayText(occupancy.total.averageStaySeconds) : "…"}</Figure>
      {isLive(range) ? (
        <Figure name={t("reports.kpi.inside")} beside={of}>
          {count(carsInside)}
        </Figure>
      ) : (
        <Figure name={t("reports.kpi.peak")} beside={of}>
          {occupancy ? count(occupancy.total.peak) : "…"}
        </Figure>
      )}
    </Figures>
  );
}
