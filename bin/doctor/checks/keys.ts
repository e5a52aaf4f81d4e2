import { readGenesis } from "../../../daemon/ledger/genesis.ts";
import { openLedgerKeys } from "../../../daemon/ledger/keys.ts";
import { keyKindOf, recipientOf } from "../../../daemon/services/backup/encryption.ts";
import { keptOffsite, type OffsiteKey } from "../../../daemon/services/backup/offsite.ts";
import { fingerprint } from "../../../daemon/settings.ts";
import { type DoctorCheck, failed, type Outcome, passed, skipped, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** Everybody's bits, and the group's right to write: the service's group may read. */
const TOO_MUCH = 0o027;

const secretModes: DoctorCheck = {
  id: "secret.modes",
  subject: "Key files",
  look({ secretFiles, dataDir }) {
    const open = secretFiles.filter(({ path, mode }) => ((mode ?? 0) & (path === dataDir ? 0o007 : TOO_MUCH)) !== 0);
    if (open.length === 0) return passed("closed to others");
    const paths = open.map(({ path }) => path).join(" ");
    const modes = open.map(({ path, mode }) => `${path} (${(mode ?? 0).toString(8)})`).join(", ");
    return failed(`open to others: ${modes}`, `chmod g-w,o-rwx ${paths}`);
  },
};

const keySigning: DoctorCheck = {
  id: "key.signing",
  subject: "Ledger key",
  look(patient) {
    const { settings, raw } = patient;
    if (!settings) return skipped("the settings are not valid");
    const genesis = raw && readGenesis(raw);
    if (!genesis) return passed("is a key; there is no ledger yet");
    const seed = settings.secrets.eventSigningKey;
    if (genesis.publicKey !== openLedgerKeys(seed).publicKeyText)
      return failed(
        "EVENT_SIGNING_KEY is not the key of this ledger",
        `put back the key whose public half is ${genesis.publicKey}`,
      );
    if (genesis.boothId !== settings.config.boothId)
      return failed(
        `the ledger is of ${genesis.boothId}, and BOOTH_ID is ${settings.config.boothId}`,
        `set BOOTH_ID=${genesis.boothId} and restart the booth`,
      );
    return offsite(patient, "EVENT_SIGNING_KEY", seed) ?? passed("is the ledger's, and a copy lies elsewhere");
  },
};

const keyBackup: DoctorCheck = {
  id: "key.backup",
  subject: "Backup key",
  async look(patient) {
    if (!patient.settings) return skipped("the settings are not valid");
    const { backupKey } = patient.settings.secrets;
    const fix = "boothctl config keygen backup, and set BACKUP_KEY";
    if (backupKey === null) return failed("BACKUP_KEY is not set: no backup is made", fix);
    try {
      await recipientOf(backupKey);
    } catch {
      return failed("BACKUP_KEY is no age key: one letter of it may be wrong", fix);
    }
    const kind = keyKindOf(backupKey);
    const found = offsite(patient, "BACKUP_KEY", backupKey);
    return found ?? passed(`an ${kind === "identity" ? "identity" : "age recipient"}, and a copy lies elsewhere`);
  },
};

/** A warning where nobody said that a copy of a key lies elsewhere. */
function offsite({ db }: Patient, setting: OffsiteKey, key: string | Buffer): Outcome | null {
  if (!db || keptOffsite(db, setting, fingerprint(key))) return null;
  return warning("nobody said that a copy of it lies elsewhere", "boothctl backup keys --kept-offsite");
}

/** The keys, and who may read them. */
export const KEY_CHECKS: readonly DoctorCheck[] = [secretModes, keySigning, keyBackup];
