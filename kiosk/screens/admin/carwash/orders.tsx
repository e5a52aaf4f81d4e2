import type { WashOrder } from "../../../../common/api/carwash.ts";
import { Button } from "../../../parts/button.tsx";
import { Pill } from "../../../parts/pill.tsx";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { Plate } from "../../bench/plate.tsx";
import { classText } from "../../wash/words.ts";
import { type Column, DataTable } from "../parts/data-table.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { usePages } from "../parts/use-pages.ts";
import { Entry, When } from "../reports/exception-columns.tsx";
import { useFresh } from "../reports/use-fresh.ts";
import { CarwashFrame } from "./frame.tsx";

const PAGE = 50;

/** The washes that were ordered, the last first: what the operator chose beside what the camera saw. */
export function OrdersView() {
  const pages = usePages<WashOrder>(`/api/carwash/orders?limit=${PAGE}`);
  // Whoever has gone further back is not thrown to the beginning.
  useFresh(pages.reload, (pages.items?.length ?? 0) <= PAGE);
  return (
    <CarwashFrame view="orders">
      <Loaded of={{ value: pages.items, error: pages.error, reload: pages.reload }}>
        {(items) => (
          <>
            <DataTable
              caption={t("carwash.view.orders")}
              columns={columns()}
              rows={items}
              keyOf={({ id }) => id}
              empty={t("carwash.orders_none")}
            />
            {pages.more ? <Button onTap={() => run(pages.readMore)}>{t("admin.more")}</Button> : null}
          </>
        )}
      </Loaded>
    </CarwashFrame>
  );
}

function columns(): Column<WashOrder>[] {
  return [
    { id: "at", title: t("reports.column.when"), cell: ({ orderedAt }) => <When at={orderedAt} /> },
    { id: "plate", title: t("carwash.plate"), cell: ({ plate }) => <Plate plate={plate} /> },
    { id: "category", title: t("carwash.category"), cell: ({ category }) => category.name },
    { id: "camera", title: t("carwash.camera"), cell: (order) => <Camera order={order} /> },
    { id: "who", title: t("reports.column.who"), cell: ({ orderedByName }) => orderedByName },
    {
      id: "review",
      title: t("carwash.for_review"),
      cell: ({ queued }) => t(queued ? "carwash.reviewed" : "carwash.not_reviewed"),
    },
    { id: "entry", title: t("reports.column.entry"), numeric: true, cell: ({ seq }) => <Entry seq={seq} /> },
  ];
}

/** What the camera saw; marked where the category is not for that. */
function Camera({ order: { cameraClass, category } }: { order: WashOrder }) {
  if (cameraClass === null) return <span class="soft">{t("carwash.camera_none")}</span>;
  if (category.classes.includes(cameraClass)) return <>{classText(cameraClass)}</>;
  return (
    <Pill tone="warn" glyph="≠">
      {classText(cameraClass)}
    </Pill>
  );
}
