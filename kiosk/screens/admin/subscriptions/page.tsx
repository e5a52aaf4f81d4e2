import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function SubscriptionsPage() {
  return <AdminPage title={t("admin.area.subscriptions")}>{null}</AdminPage>;
}
