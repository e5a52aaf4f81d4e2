import { useEffect, useRef } from "preact/hooks";
import type { BackupRun, BackupStatus } from "../../../../common/api/backups.ts";
import { post } from "../../../api.ts";
import { backups, readBackups } from "../../../backups.ts";
import { progress } from "../../../feed.ts";
import { Button } from "../../../parts/button.tsx";
import { run } from "../../../run.ts";
import { t } from "../../../text/index.ts";
import { toast } from "../../../toasts.ts";
import { percent } from "./percent.ts";
import { verification } from "./verification.ts";

/** Making a backup now, and how far the one is that is made. */
export function RunBar({ status }: { status: BackupStatus }) {
  useDoneNote();
  const begin = async () => {
    await run(() => post<BackupRun>("/api/backup/run"));
    await readBackups().catch(() => {});
  };
  if (status.lastAttempt?.outcome === "running") return <Progress status={status} />;
  const refusal =
    status.key === "none" ? t("backup.run.no_key") : verification.value ? t("backup.run.verifying") : null;
  return (
    <>
      <p class="save-summary soft">{t("backup.run.what")}</p>
      <Button size="lg" variant="primary" class="main" refusal={refusal} onTap={begin}>
        {t("backup.run")}
      </Button>
    </>
  );
}

function Progress({ status: { running } }: { status: BackupStatus }) {
  const told = progress.value.get("backup");
  const at = told?.result === undefined ? (told ?? running) : running;
  return (
    <p class="backup-progress">
      <progress max={Math.max(at?.total ?? 1, 1)} value={at?.done} aria-label={t("backup.running")} />
      <strong>{t("backup.running")}</strong>
      <span class="number">{at ? percent(at) : null}</span>
    </p>
  );
}

/** Says that the backup somebody waited for is there; that one failed stays on the page. */
function useDoneNote(): void {
  const outcome = backups.value?.lastAttempt?.outcome;
  const before = useRef(outcome);
  useEffect(() => {
    if (before.current === "running" && outcome === "done") toast(t("backup.run.done"));
    before.current = outcome;
  }, [outcome]);
}
