import { BACKUP_DEFAULTS } from "../../../../common/api/backups.ts";
import { t } from "../../../text/index.ts";
import { WholeField } from "../site/whole-field.tsx";
import type { PartProps } from "./form.ts";

const MOST = 100_000;

/** How many copies are kept. */
export function Retention({ draft, form, mark }: PartProps) {
  return (
    <section class="form-part" aria-label={t("backup.retention")}>
      <h2>{t("backup.retention")}</h2>
      <p class="soft">{t("backup.retention.what")}</p>
      <div class="form-grid">
        <WholeField
          label={t("site.field.backupKeepLast")}
          helper={t("backup.keep_last.help", { n: BACKUP_DEFAULTS.keepLast })}
          value={form.keepLast}
          least={0}
          most={MOST}
          mayBeEmpty
          wrong={t("backup.whole")}
          error={draft.problems.keepLast}
          onWrong={(wrong) => mark("keepLast", wrong)}
          onChange={(keepLast) => draft.change({ keepLast })}
        />
        <WholeField
          label={t("site.field.backupKeepDailyDays")}
          helper={t("backup.keep_daily.help", { n: BACKUP_DEFAULTS.keepDailyDays })}
          unit={t("backup.days")}
          value={form.keepDailyDays}
          least={0}
          most={MOST}
          mayBeEmpty
          wrong={t("backup.whole")}
          error={draft.problems.keepDailyDays}
          onWrong={(wrong) => mark("keepDailyDays", wrong)}
          onChange={(keepDailyDays) => draft.change({ keepDailyDays })}
        />
      </div>
    </section>
  );
}
