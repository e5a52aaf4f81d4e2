import { backupAlarmOf, backups } from "../../../backups.ts";
import { t } from "../../../text/index.ts";
import { agoText } from "./words.ts";

/** What the overview says of the backups: how old the last good one is, and whether something is wrong. */
export function BackupFact() {
  const status = backups.value;
  if (status === null) return null;
  const alarm = backupAlarmOf(status);
  const last = status.lastSuccess;
  return (
    <>
      {last === null ? null : `${t("backup.fact.last", { ago: agoText(last.startedAt) })} · `}
      {alarm === null ? null : <span aria-hidden="true">▲ </span>}
      {alarm !== null ? t(`backup.fact.${alarm}`) : t(last === null ? "backup.fact.none" : "backup.fact.ok")}
    </>
  );
}
