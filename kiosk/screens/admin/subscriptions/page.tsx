import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { ImportPage } from "./import.tsx";
import { ListPage } from "./list.tsx";
import { NewPage } from "./new.tsx";
import { OnePage } from "./one.tsx";

/** Who parks without a ticket: the list, one of them, a new one, or many at once from a file. */
export function SubscriptionsPage({ path: [which, ...further] }: { path: readonly string[] }) {
  const making = which === "new" || which === "import";
  if (further.length > 0 || (making && !may("subscription:create")))
    return <AdminPage title={t("admin.area.subscriptions")}>{t("admin.unknown")}</AdminPage>;
  if (which === undefined) return <ListPage />;
  if (which === "new") return <NewPage />;
  return which === "import" ? <ImportPage /> : <OnePage key={which} id={which} />;
}
