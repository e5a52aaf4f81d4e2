import { REVENUE_BY, type RevenueReport } from "../../../../common/api/reports.ts";
import { Choice } from "../../../parts/choice.tsx";
import { t } from "../../../text/index.ts";
import { Loaded } from "../parts/loaded.tsx";
import { lengthOf, rangeOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { ReportPage } from "./report-page.tsx";
import { RevenueTwin } from "./revenue-twin.tsx";
import { TakeAway } from "./take-away.tsx";
import { reportPath, useReport } from "./use-report.ts";
import { goTo } from "./ways.ts";

/** Hours are many: beyond this many days the day is the smallest part that can be read. */
const LONGEST_BY_HOUR = 31;

/** Revenue of a range, told apart by what one likes: `#/admin/reports/revenue/<range>/<by>`. */
export function Revenue({ path: [rangeId, wanted] }: { path: readonly string[] }) {
  const range = rangeOf(rangeId);
  const options = REVENUE_BY.filter((by) => by !== "hour" || lengthOf(range) <= LONGEST_BY_HOUR);
  const by = options.find((one) => one === wanted) ?? (lengthOf(range) <= 2 ? "hour" : "day");
  const report = useReport<RevenueReport>("revenue", range, `by=${by}`);
  return (
    <ReportPage view="revenue" range={range} aside={<TakeAway path={reportPath("revenue", range, `by=${by}`)} />}>
      <RangeBar range={range} onChoose={(id) => goTo("revenue", id, ...(wanted ? [wanted] : []))} />
      <Choice
        label={t("reports.by")}
        options={options}
        value={by}
        text={(one) => t(`reports.by.${one}`)}
        onChoose={(one) => goTo("revenue", range.id, one)}
      />
      <Loaded of={report}>{(loaded) => <RevenueTwin report={loaded} />}</Loaded>
    </ReportPage>
  );
}
