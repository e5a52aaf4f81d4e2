import type { DayReport } from "../../../../common/api/reports.ts";
import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";
import { price } from "../../../parts/values.tsx";
import { t, tn } from "../../../text/index.ts";
import { useFresh } from "./use-fresh.ts";

/** What the overview says of this area: what was taken today, and how much of it to look at. */
export function ReportsFact() {
  const { value, reload } = useLoad(() => get<DayReport>("/api/reports/day"), "today");
  useFresh(reload, true);
  if (value === undefined) return null;
  const cases = value.exceptions.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {t("reports.fact", { amount: price(value.sums.amount) })} · {tn("reports.fact_exceptions", cases)}
    </>
  );
}
