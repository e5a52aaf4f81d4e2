import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function ModulesPage() {
  return <AdminPage title={t("admin.area.modules")}>{null}</AdminPage>;
}
