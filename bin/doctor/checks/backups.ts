import type { BackupStatus } from "../../../common/api/backups.ts";
import type { Clock } from "../../../common/node/clock.ts";
import { openTargetLook, readBackupStatus } from "../../../daemon/services/backup/status.ts";
import { agoText, sizeText } from "../../cli/text.ts";
import { type DoctorCheck, failed, type Outcome, passed, skipped, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

const SUBJECT = "Backup";
/** Where disks are mounted by custom (FHS 3.0). */
const MOUNTS = /^\/(mnt|media|run\/media)\//;

/** How backups stand, asked once for both checks; null where it cannot be known. */
function statusOf({ db, settings, dataDir, clock }: Patient): Promise<BackupStatus> | null {
  if (!db) return null;
  const reader = { db, config: { dataDir }, clock };
  return readBackupStatus(reader, settings?.secrets.backupKey ?? null, openTargetLook(reader));
}

const backupAge: DoctorCheck = {
  id: "backup.age",
  subject: SUBJECT,
  async look(patient) {
    if (!patient.settings) return skipped("the settings are not valid");
    if (patient.settings.secrets.backupKey === null) return skipped("no backup is made without BACKUP_KEY");
    const status = await statusOf(patient);
    if (!status) return skipped("the database cannot be looked at");
    return ageOutcome(status, patient.clock);
  },
};

function ageOutcome({ ok, message, lastSuccess, next, target }: BackupStatus, clock: Clock): Outcome {
  const last = lastSuccess ? `last good ${agoText(clock.now() - Date.parse(lastSuccess.startedAt))}` : "none yet";
  const isOfTarget = !target.ok && message === target.message;
  if (ok || isOfTarget) return passed(lastSuccess ? last : `the first is due ${next ?? "soon"}`);
  return failed(`${last} – ${message}`, "boothctl backup run");
}

const backupTarget: DoctorCheck = {
  id: "backup.target",
  subject: SUBJECT,
  async look(patient) {
    const status = await statusOf(patient);
    if (!status) return skipped("the database cannot be looked at");
    const { target, targetDir } = status;
    if (!target.ok) {
      const mount = MOUNTS.test(targetDir) ? `mount ${targetDir}` : "boothctl backup config --target-dir DIR";
      return failed(target.message ?? `${targetDir} does not answer`, `${mount} && boothctl backup run`);
    }
    if (target.sameDisk)
      return warning(
        `${targetDir} is on the disk of the data, and would be lost with it`,
        "boothctl backup config --target-dir DIR, on another disk",
      );
    return passed(`${targetDir}${target.freeBytes === null ? "" : `, ${sizeText(target.freeBytes)} free`}`);
  },
};

/** Whether there is something to restore from, and whether the next one finds its place. */
export const BACKUP_CHECKS: readonly DoctorCheck[] = [backupAge, backupTarget];
