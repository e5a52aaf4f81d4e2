import type { CarwashStatus, SetAsideItem } from "../../../../common/api/carwash.ts";
import { count } from "../../../text/format.ts";
import { t } from "../../../text/index.ts";
import { DataTable } from "../parts/data-table.tsx";
import { When } from "../reports/exception-columns.tsx";
import { ByCommand } from "./by-command.tsx";
import { Reason } from "./reason.tsx";

/** What the collector refused for good, each with its reason; nothing where it refused nothing. */
export function SetAside({ setAside: { count: all, items } }: Pick<CarwashStatus, "setAside">) {
  if (all === 0) return null;
  return (
    <>
      <DataTable<SetAsideItem>
        caption={t("carwash.set_aside")}
        titled
        rows={items}
        keyOf={({ itemId }) => itemId}
        columns={[
          { id: "at", title: t("reports.column.when"), cell: ({ setAsideAt }) => <When at={setAsideAt} /> },
          { id: "kind", title: t("carwash.kind"), cell: ({ kind }) => t(`carwash.kind.${kind}`) },
          { id: "reason", title: t("reports.column.reason"), cell: ({ reason }) => <Reason reason={reason} /> },
        ]}
      />
      {items.length < all ? (
        <p class="soft">{t("carwash.set_aside_newest", { n: count(items.length), all: count(all) })}</p>
      ) : null}
      <ByCommand what={t("carwash.try_again")} command="boothctl review flush --set-aside" />
    </>
  );
}
