import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function TariffsPage() {
  return <AdminPage title={t("admin.area.tariffs")}>{null}</AdminPage>;
}
