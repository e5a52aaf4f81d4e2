import { EXCEPTION_KINDS, type ExceptionRow, type ExceptionsReport } from "../../../../common/api/reports.ts";
import { Button } from "../../../parts/button.tsx";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { DataTable } from "../parts/data-table.tsx";
import { Select } from "../parts/fields.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { usePages } from "../parts/use-pages.ts";
import { exceptionColumns } from "./exception-columns.tsx";
import { isLive, type Range, rangeOf } from "./range.ts";
import { RangeBar } from "./range-bar.tsx";
import { ReportPage } from "./report-page.tsx";
import { TakeAway } from "./take-away.tsx";
import { useFresh } from "./use-fresh.ts";
import { reportPath, useReport } from "./use-report.ts";
import { goTo } from "./ways.ts";

type Filter = (typeof EXCEPTION_KINDS)[number] | "all";
const PAGE = 50;
const FILTERS: readonly Filter[] = ["all", ...EXCEPTION_KINDS];

/** Each case somebody should look at, the last first: `#/admin/reports/exceptions/<range>/<kind>`. */
export function Exceptions({ path: [rangeId, wanted] }: { path: readonly string[] }) {
  const range = rangeOf(rangeId);
  const kind = FILTERS.find((one) => one === wanted) ?? "all";
  const path = reportPath("exceptions", range, kind === "all" ? "" : `kind=${kind}`);
  return (
    <ReportPage view="exceptions" range={range} aside={<TakeAway path={path} />}>
      <RangeBar range={range} onChoose={(id) => goTo("exceptions", id, ...(kind === "all" ? [] : [kind]))} />
      <KindFilter range={range} kind={kind} />
      <Cases path={path} live={isLive(range)} />
    </ReportPage>
  );
}

function KindFilter({ range, kind }: { range: Range; kind: Filter }) {
  const { value } = useReport<ExceptionsReport>("exceptions", range, "limit=1");
  const sums = new Map((value?.summary ?? []).map((sum) => [sum.kind, sum.count]));
  const text = (one: Filter) =>
    one === "all"
      ? t("reports.exceptions.all")
      : t("reports.exceptions.of", { kind: t(`exception.${one}`), n: sums.get(one) ?? 0 });
  return (
    <Select
      class="kind-filter"
      label={t("reports.exceptions.kind")}
      value={kind}
      options={FILTERS.filter((one) => one === "all" || one === kind || sums.has(one))}
      text={text}
      onChoose={(one) => goTo("exceptions", range.id, ...(one === "all" ? [] : [one]))}
    />
  );
}

function Cases({ path, live }: { path: string; live: boolean }) {
  const pages = usePages<ExceptionRow>(path);
  // Whoever has gone further back is not thrown to the beginning.
  useFresh(pages.reload, live && (pages.items?.length ?? 0) <= PAGE);
  return (
    <Loaded of={{ value: pages.items, error: pages.error, reload: pages.reload }}>
      {(items) => (
        <>
          <DataTable
            caption={t("reports.view.exceptions")}
            columns={exceptionColumns()}
            rows={items}
            keyOf={({ seq, kind }) => `${seq}:${kind}`}
            empty={t("reports.exceptions.none")}
          />
          {pages.more ? <Button onTap={() => run(pages.readMore)}>{t("admin.more")}</Button> : null}
        </>
      )}
    </Loaded>
  );
}
