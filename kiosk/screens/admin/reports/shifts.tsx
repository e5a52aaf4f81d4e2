import type { ListedShift } from "../../../../common/api/shifts.ts";
import { sumCounted } from "../../../../common/money.ts";
import { Button } from "../../../parts/button.tsx";
import { Ltr, Money } from "../../../parts/values.tsx";
import { run } from "../../../run.ts";
import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { usePages } from "../parts/use-pages.ts";
import { When } from "./exception-columns.tsx";
import { Difference } from "./over-short.tsx";
import { ReportPage } from "./report-page.tsx";
import { ShiftSums } from "./shift.tsx";
import { hrefOf } from "./ways.ts";

/** The shifts with their differences, the last first; each leads to its report: `#/admin/reports/shifts/<id>`. */
export function Shifts({ path: [id] }: { path: readonly string[] }) {
  if (!may("shift:read")) return <ReportPage view="shifts">{t("reports.shifts.not_yours")}</ReportPage>;
  if (id !== undefined) return <ShiftSums id={id} />;
  return (
    <ReportPage view="shifts">
      <ShiftList />
    </ReportPage>
  );
}

function ShiftList() {
  const pages = usePages<ListedShift>("/api/shifts?limit=50");
  return (
    <Loaded of={{ value: pages.items, error: pages.error, reload: pages.reload }}>
      {(items) => (
        <>
          <DataTable
            caption={t("reports.view.shifts")}
            columns={columns()}
            rows={items}
            keyOf={({ id }) => id}
            empty={t("reports.shifts.none")}
          />
          {pages.more ? <Button onTap={() => run(pages.readMore)}>{t("admin.more")}</Button> : null}
        </>
      )}
    </Loaded>
  );
}

function columns(): Column<ListedShift>[] {
  return [
    {
      id: "shift",
      title: t("reports.column.shift"),
      cell: ({ id, number }) => (
        <a href={hrefOf("shifts", id)}>
          <Ltr class="number">#{number}</Ltr>
        </a>
      ),
    },
    { id: "who", title: t("reports.column.who"), cell: ({ userName }) => userName },
    { id: "opened", title: t("reports.column.opened"), cell: ({ openedAt }) => <When at={openedAt} /> },
    {
      id: "closed",
      title: t("reports.column.closed"),
      cell: ({ closedAt }) => (closedAt === undefined ? t("reports.shifts.is_open") : <When at={closedAt} />),
    },
    { id: "float", title: t("reports.column.float"), numeric: true, cell: ({ float }) => <Money amount={float} /> },
    {
      id: "counted",
      title: t("reports.column.counted"),
      numeric: true,
      cell: ({ counted }) => (counted === undefined ? "" : <Money amount={sumCounted(counted)} />),
    },
    {
      id: "over_short",
      title: t("reports.column.over_short"),
      numeric: true,
      cell: ({ overShort }) => (overShort === undefined ? "" : <Difference amount={overShort} />),
    },
  ];
}
