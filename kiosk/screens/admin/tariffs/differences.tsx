import type { RateDifference } from "../../../../common/rate-differences.ts";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { differenceRows } from "./difference-rows.ts";
import type { Named } from "./price-chart.tsx";
import { differenceName, valueText } from "./value-words.ts";

/** What differs between two sets of rules, a row each. */
export function Differences({ old, next }: { old: Named; next: Named }) {
  const columns: Column<RateDifference>[] = [
    { id: "what", title: t("tariff.rule"), cell: differenceName },
    { id: "before", title: old.name, cell: ({ path, before }) => valueText(path, before) },
    { id: "after", title: next.name, cell: ({ path, after }) => <strong>{valueText(path, after)}</strong> },
  ];
  const {
    rows,
    cases: [added, removed],
  } = differenceRows(old.table, next.table);
  const same = rows.length === 0 && added + removed === 0;
  return (
    <>
      {rows.length > 0 || same ? (
        <DataTable
          caption={t("tariff.differences")}
          titled
          columns={columns}
          rows={rows}
          keyOf={({ path, collection }) => `${path} ${collection}`}
          empty={t("tariff.no_differences")}
        />
      ) : null}
      {added + removed > 0 ? <p class="soft">{t("tariff.cases_differ", { added, removed })}</p> : null}
    </>
  );
}
