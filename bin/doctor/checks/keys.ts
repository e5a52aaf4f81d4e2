import { readGenesis } from "../../../daemon/ledger/genesis.ts";
import { openLedgerKeys } from "../../../daemon/ledger/keys.ts";
import { keyKindOf } from "../../../daemon/services/backup/encryption.ts";
import { keptOffsite, type OffsiteKey } from "../../../daemon/services/backup/offsite.ts";
import { fingerprint } from "../../../daemon/settings.ts";
import { shellWord } from "../../cli/text.ts";
import { type DoctorCheck, failed, NO_DATABASE, type Outcome, passed, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** Everybody's bits, and the group's right to write: the service's group may read. */
const TOO_MUCH = 0o027;

const secretModes: DoctorCheck = {
  id: "secret.modes",
  subject: "Key files",
  look({ secretFiles, dataDir }) {
    const open = secretFiles.filter(({ path, mode }) => ((mode ?? 0) & (path === dataDir ? 0o007 : TOO_MUCH)) !== 0);
    if (open.length === 0) return passed("closed to others");
    const paths = open.map(({ path }) => shellWord(path)).join(" ");
    const modes = open.map(({ path, mode }) => `${path} (${(mode ?? 0).toString(8)})`).join(", ");
    return failed(`open to others: ${modes}`, `chmod g-w,o-rwx ${paths}`);
  },
};

const keySigning: DoctorCheck = {
  id: "key.signing",
  subject: "Ledger key",
  needs: ["EVENT_SIGNING_KEY", "BOOTH_ID"],
  look(patient) {
    const { secrets, config, db } = patient;
    const seed = secrets.eventSigningKey;
    if (!db || !seed) return NO_DATABASE;
    const genesis = readGenesis(db);
    if (!genesis) return passed("is a key; there is no ledger yet");
    if (genesis.publicKey !== openLedgerKeys(seed).publicKeyText)
      return failed(
        "EVENT_SIGNING_KEY is not the key of this ledger",
        "boothctl config show",
        `Put back the key whose public half is ${genesis.publicKey}.`,
      );
    if (genesis.boothId !== config.boothId)
      return failed(
        `the ledger is of ${genesis.boothId}, and BOOTH_ID is ${config.boothId}`,
        null,
        `Set BOOTH_ID=${genesis.boothId}, and restart the booth.`,
      );
    return offsite(patient, "EVENT_SIGNING_KEY", seed) ?? passed("is the ledger's, and a copy lies elsewhere");
  },
};

const keyBackup: DoctorCheck = {
  id: "key.backup",
  subject: "Backup key",
  needs: ["BACKUP_KEY"],
  look(patient) {
    const { backupKey } = patient.secrets;
    const fix = "boothctl config keygen backup";
    const hint = "Set BACKUP_KEY to the key that it prints, and keep a copy of it away from this machine.";
    if (backupKey === null) return failed("BACKUP_KEY is not set: no backup is made", fix, hint);
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
