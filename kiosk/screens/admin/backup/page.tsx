import { may } from "../../../session.ts";
import { t } from "../../../text/index.ts";
import { AdminPage } from "../parts/page.tsx";
import { Overview } from "./overview.tsx";
import { RestorePage } from "./restore.tsx";
import { SettingsPage } from "./settings.tsx";

/** Backups: how they stand, how they are made and kept, and how one is restored. */
export function BackupPage({ path: [step, ...further] }: { path: readonly string[] }) {
  if (step === undefined) return <Overview />;
  if (further.length === 0 && step === "restore") return <RestorePage />;
  if (further.length === 0 && step === "settings" && may("site:update")) return <SettingsPage />;
  return <AdminPage title={t("admin.area.backup")}>{t("admin.unknown")}</AdminPage>;
}
