import { BACKUP_CHECKS } from "./checks/backups.ts";
import { DATABASE_CHECKS } from "./checks/database.ts";
import { HOST_CHECKS } from "./checks/host.ts";
import { KEY_CHECKS } from "./checks/keys.ts";
import { LANE_CHECKS } from "./checks/lanes.ts";
import { REVIEW_CHECKS } from "./checks/reviews.ts";
import { SETTINGS_CHECKS } from "./checks/settings.ts";
import { UPGRADE_CHECKS } from "./checks/upgrade.ts";
import { type DoctorCheck, type Finding, failed, type Outcome, skipped } from "./finding.ts";
import type { Patient } from "./patient.ts";

/** Every check, in the order in which they are told. A new one is a line of its group. */
export const DOCTOR_CHECKS: readonly DoctorCheck[] = [
  ...SETTINGS_CHECKS,
  ...KEY_CHECKS,
  ...DATABASE_CHECKS,
  ...HOST_CHECKS,
  ...UPGRADE_CHECKS,
  ...BACKUP_CHECKS,
  ...LANE_CHECKS,
  ...REVIEW_CHECKS,
];

/** Makes every check, one after the other. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of DOCTOR_CHECKS) findings.push(...(await findingsOf(check, patient)));
  return findings;
}

async function findingsOf({ id, subject, needs = [], look }: DoctorCheck, patient: Patient): Promise<Finding[]> {
  const found = await orFailed(() => {
    const lacking = needs.find((name) => patient.invalid.includes(name));
    return lacking === undefined ? look(patient) : skipped(`${lacking} is not valid`);
  });
  return [found].flat().map((outcome) => ({ id, subject, fix: null, hint: null, ...outcome }));
}

async function orFailed(look: () => ReturnType<DoctorCheck["look"]>): Promise<Outcome | Outcome[]> {
  try {
    return await look();
  } catch (error) {
    const message = `could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
    return failed(message, "boothctl support-bundle", "Send what it makes to support.");
  }
}
