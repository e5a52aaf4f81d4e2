import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function ReportsPage() {
  return <AdminPage title={t("admin.area.reports")}>{null}</AdminPage>;
}
