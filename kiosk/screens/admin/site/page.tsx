import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function SitePage() {
  return <AdminPage title={t("admin.area.site")}>{null}</AdminPage>;
}
