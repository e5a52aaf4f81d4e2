/** What can go wrong with a run or an archive, as a word for programs. */
export const BACKUP_FAULTS = [
  "no_key",
  "key_invalid",
  "target_missing",
  "target_readonly",
  "target_full",
  "target_taken",
  "target_stalled",
  "target_failed",
  "ended_early",
  "clock_doubtful",
  "ledger_broken",
  "scratch_full",
  "wrong_key",
  "truncated",
  "altered",
  "forged",
  "foreign",
  "escaping",
  "oversized",
  "incomplete",
  "newer_version",
  "not_a_backup",
] as const;
export type BackupFault = (typeof BACKUP_FAULTS)[number];

/** What is the file's fault, and not the key's, the disk's or the program's. */
export const DAMAGE: ReadonlySet<BackupFault> = new Set<BackupFault>([
  "truncated",
  "altered",
  "forged",
  "incomplete",
  "not_a_backup",
  "ledger_broken",
]);

/** A run that failed or an archive that was refused: expected, and its message is a sentence for people. */
export class BackupFailure extends Error {
  readonly fault: BackupFault;

  constructor(fault: BackupFault, message: string) {
    super(message);
    this.name = "BackupFailure";
    this.fault = fault;
  }
}

/** What the system says when a file cannot be written, as a failure; anything else stays what it is. */
export function targetFailure(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = SYSTEM[code];
  return known ? new BackupFailure(known[0], `${folder} ${known[1]}`) : error;
}

const SYSTEM: Readonly<Record<string, [BackupFault, string]>> = {
  ENOENT: ["target_missing", "is not there: is the disk mounted?"],
  ENOTDIR: ["target_missing", "is no directory"],
  ENODEV: ["target_missing", "is not there: is the disk mounted?"],
  ENOSPC: ["target_full", "has no room left"],
  EDQUOT: ["target_full", "has no room left for this user"],
  EBUSY: ["target_failed", "is in use by the system: is a disk mounted there?"],
  EROFS: ["target_readonly", "can only be read"],
  EACCES: ["target_readonly", "may not be written by the booth's user"],
  EPERM: ["target_readonly", "may not be written by the booth's user"],
  EIO: ["target_failed", "has a fault: the disk answers with an error"],
  ESTALE: ["target_failed", "is gone: the share was taken away"],
  ETIMEDOUT: ["target_failed", "does not answer"],
};
