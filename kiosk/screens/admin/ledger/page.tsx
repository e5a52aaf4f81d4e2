import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";

export function LedgerPage() {
  return <AdminPage title={t("admin.area.ledger")}>{null}</AdminPage>;
}
