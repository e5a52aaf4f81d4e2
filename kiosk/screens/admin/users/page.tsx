import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function UsersPage() {
  return <AdminPage title={t("admin.area.users")}>{null}</AdminPage>;
}
