import { backupAlarmOf, backups } from "../../../backups.ts";
import { t } from "../../../text/index.ts";
import { agoText } from "./words.ts";

/** What the overview says of the backups: how old the last good one is, and whether something is wrong. */
export function BackupFact() {
  const status = backups.value;
  if (status === null) return null;
  const alarm = backupAlarmOf(status);
  if (alarm !== null)
    return (
      <>
        <span aria-hidden="true">▲ </span>
        {t(`backup.fact.${alarm}`)}
      </>
    );
  const last = status.lastSuccess;
  return <>{last === null ? t("backup.fact.none") : t("backup.fact.ok", { ago: agoText(last.startedAt) })}</>;
}
