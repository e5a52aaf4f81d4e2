import type { WashCategory } from "../../../../common/api/carwash.ts";
import { t } from "../../../text/index.ts";
import { classesText } from "../../wash/words.ts";
import { DataTable } from "../parts/data-table.tsx";

/** The categories for somebody who may not change them. */
export function CategoryTable({ categories }: { categories: readonly WashCategory[] }) {
  return (
    <>
      <p class="soft">{t("site.read_only")}</p>
      <DataTable
        caption={t("carwash.view.categories")}
        rows={categories}
        keyOf={({ id }) => id}
        empty={t("carwash.categories_none")}
        columns={[
          { id: "name", title: t("carwash.name"), cell: ({ name }) => name },
          { id: "classes", title: t("carwash.vehicles"), cell: ({ classes }) => classesText(classes) },
        ]}
      />
    </>
  );
}
