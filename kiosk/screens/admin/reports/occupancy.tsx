import { OCCUPANCY_BY, type OccupancyReport } from "../../../../common/api/reports.ts";
import { Choice } from "../../../parts/choice.tsx";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { OccupancyTwin } from "./occupancy-twin.tsx";
import { lengthOf, rangeOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { ReportPage } from "./report-page.tsx";
import { TakeAway } from "./take-away.tsx";
import { reportPath, useReport } from "./use-report.ts";
import { goTo, hrefOf } from "./ways.ts";

/** The most days that may be told in so small parts and still be read. */
const LONGEST_BY = { quarter: 7, hour: 31, day: Number.POSITIVE_INFINITY };

/** Cars inside over a range: `#/admin/reports/occupancy/<range>/<by>`. */
export function Occupancy({ path: [rangeId, wanted] }: { path: readonly string[] }) {
  const range = rangeOf(rangeId);
  const options = OCCUPANCY_BY.filter((by) => lengthOf(range) <= LONGEST_BY[by]);
  const by = options.find((one) => one === wanted) ?? options[0] ?? "day";
  const report = useReport<OccupancyReport>("occupancy", range, `by=${by}`);
  return (
    <ReportPage view="occupancy" range={range} aside={<TakeAway path={reportPath("occupancy", range, `by=${by}`)} />}>
      <RangeBar range={range} onChoose={(id) => goTo("occupancy", id, ...(wanted ? [wanted] : []))} />
      <div class="row spread">
        <Choice
          label={t("reports.by")}
          options={options}
          value={by}
          text={(one) => t(`reports.by.${one}`)}
          onChoose={(one) => goTo("occupancy", range.id, one)}
        />
        {may("session:update") ? (
          <a class="button sm" href={hrefOf("occupancy", "count")}>
            {t("reports.occupancy.set")}
          </a>
        ) : null}
      </div>
      <Loaded of={report}>{(loaded) => <OccupancyTwin report={loaded} />}</Loaded>
    </ReportPage>
  );
}
