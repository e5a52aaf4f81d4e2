import type { BackupStatus } from "../../../../common/api/backups.ts";
import { type BackupAlarm, backupAlarmOf } from "../../../backups.ts";
import { t } from "../../../text/index.ts";
import { momentText } from "../parts/moment.tsx";
import { agoText, faultText } from "./words.ts";

/** What is wrong with the backups, and what to do about it. Absent while all is well. */
export function Trouble({ status }: { status: BackupStatus }) {
  const alarm = backupAlarmOf(status);
  if (alarm === null) return null;
  return (
    <div class="backup-trouble" role="alert">
      <h2>
        <span aria-hidden="true">▲ </span>
        {titleOf(alarm, status)}
      </h2>
      <p>{adviceOf(alarm, status)}</p>
      {alarm === "failed" ? <p class="soft">{t("backup.trouble.again")}</p> : null}
    </div>
  );
}

function titleOf(alarm: BackupAlarm, { lastEnded, lastSuccess }: BackupStatus): string {
  if (alarm === "failed") return t("backup.trouble.failed", { time: momentText(lastEnded?.startedAt ?? 0) });
  if (alarm === "late") return t("backup.trouble.late", { ago: agoText(lastSuccess?.startedAt ?? "") });
  return t(`backup.trouble.${alarm}`);
}

function adviceOf(alarm: BackupAlarm, { lastEnded, target }: BackupStatus): string {
  if (alarm === "failed") return faultText(lastEnded?.outcome === "cut_off" ? "cut_off" : (lastEnded?.code ?? null));
  if (alarm === "target") return faultText(target.code);
  return t(alarm === "no_key" ? "backup.trouble.set_key" : "backup.trouble.make_one");
}
