import type { BackupStatus } from "../../../common/api/backups.ts";
import type { Clock } from "../../../common/node/clock.ts";
import { readBackupStatus } from "../../../daemon/services/backup/status.ts";
import { openCarefulLook } from "../../cli/target-look.ts";
import { agoText, sizeText } from "../../cli/text.ts";
import { type DoctorCheck, failed, NO_DATABASE, type Outcome, passed, skipped, warning } from "../finding.ts";
import { remedyOfTarget } from "../target-remedy.ts";

const MINUTE_MS = 60_000;

/** Whether there is something to restore from, and whether the next one finds its place. */
const backups: DoctorCheck = {
  id: "backup",
  subject: "Backup",
  async look({ db, secrets: { backupKey }, dataDir, clock }) {
    if (!db) return [NO_DATABASE, NO_DATABASE].map(named);
    const reader = { db, config: { dataDir }, clock };
    const status = await readBackupStatus(reader, backupKey, openCarefulLook(reader));
    return [ageOf(status, clock), await targetOf(status)].map(named);
  },
};

const IDS = ["backup.age", "backup.target"];
const named = (outcome: Outcome, index: number): Outcome => ({ ...outcome, id: IDS[index] ?? "backup" });

function ageOf({ key, message, late, lastSuccess, next, target }: BackupStatus, clock: Clock): Outcome {
  if (key === "none") return skipped("no backup is made without BACKUP_KEY");
  const ago = lastSuccess ? clock.now() - Date.parse(lastSuccess.startedAt) : 0;
  if (ago < -MINUTE_MS) return skipped("the clock stands before the last good backup");
  const last = lastSuccess ? `last good ${agoText(ago)}` : "none yet";
  // A target out of reach is told beside it; here it counts once a backup is due that it kept from being made.
  if (message !== null && (late || message !== target.message))
    return failed(`${last} – ${message}`, "boothctl backup run");
  return passed(lastSuccess ? last : `the first is due ${next ?? "soon"}`);
}

async function targetOf({ target, targetDir }: BackupStatus): Promise<Outcome> {
  if (!target.ok) {
    const { fix, hint } = await remedyOfTarget(target.code, targetDir);
    return failed(target.message ?? `${targetDir} does not answer`, fix, hint);
  }
  if (target.sameDisk)
    return warning(
      `${targetDir} is on the disk of the data, and would be lost with it`,
      "boothctl backup config --target-dir DIR",
      "DIR is a directory on another disk.",
    );
  return passed(`${targetDir}${target.freeBytes === null ? "" : `, ${sizeText(target.freeBytes)} free`}`);
}

export const BACKUP_CHECKS: readonly DoctorCheck[] = [backups];
