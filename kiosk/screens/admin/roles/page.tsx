import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function RolesPage() {
  return <AdminPage title={t("admin.area.roles")}>{null}</AdminPage>;
}
