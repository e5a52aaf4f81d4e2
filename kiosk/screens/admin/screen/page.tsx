import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function ScreenPage() {
  return <AdminPage title={t("admin.area.screen")}>{null}</AdminPage>;
}
