import type { BackupConfig, BackupCopy, BackupStatus, KeepReason } from "../../common/api/backups.ts";
import type { Db } from "../../common/node/db.ts";
import type { BackupFault } from "../../daemon/services/backup/failure.ts";
import type { Cli } from "./cli.ts";
import { boothSettings, dataDirOf, environmentOf } from "./environment.ts";
import { CliError, sentence, usageError } from "./errors.ts";
import type { ExitCode } from "./exit-codes.ts";
import { withDatabase } from "./open.ts";
import { confirmName } from "./prompt.ts";

/** What went wrong with a backup, as its exit code: a wrong key, a target out of reach, or an archive that is not good. */
function exitOf(fault: string): ExitCode {
  if (["no_key", "key_invalid", "wrong_key", "setup_incomplete"].includes(fault)) return 2;
  return fault.startsWith("target_") || fault === "scratch_full" ? 9 : 8;
}

/** A failure of a backup as the command line tells it. */
export function failed(fault: BackupFault | string, message: string, unchanged: string, hint: string): CliError {
  return new CliError(exitOf(fault), fault, sentence(message), { unchanged, hint });
}

/** Runs work whose BackupFailure is told with what was left as it was. */
export async function orFailed<T>(what: string, unchanged: string, hint: string, work: () => Promise<T>): Promise<T> {
  const { BackupFailure } = await import("../../daemon/services/backup/failure.ts");
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    throw failed(error.fault, `${what}: ${error.message}`, unchanged, hint);
  }
}

/** That the target directory cannot be looked at. */
export function targetError(message: string | null): CliError {
  return new CliError(9, "target_missing", sentence(message ?? "The target directory does not answer."), {
    hint: "boothctl backup config",
  });
}

/** The keys that open and write backups. Refuses where there is no BACKUP_KEY. */
export async function backupKeys(cli: Cli) {
  const { config, secrets } = await boothSettings(cli);
  const { backupKey, eventSigningKey } = secrets;
  if (backupKey === null) {
    throw new CliError(2, "no_key", "BACKUP_KEY is not set.", { hint: "boothctl config keygen backup" });
  }
  return { config, backupKey, eventSigningKey };
}

/** How backups stand, for whoever may read the database; without the ledger's key. */
export async function readStatus(cli: Cli): Promise<BackupStatus> {
  const { readBackupKey } = await import("../../daemon/settings.ts");
  const key = readBackupKey(await environmentOf(cli));
  return withReader(cli, async (reader) => {
    const { readBackupStatus } = await import("../../daemon/services/backup/status.ts");
    const { openCarefulLook } = await import("./target-look.ts");
    return readBackupStatus(reader, key, openCarefulLook(reader));
  });
}

/** Works on the database as one who reads how backups are configured. */
export async function withReader<T>(cli: Cli, work: (reader: Reader) => Promise<T>): Promise<T> {
  const dataDir = await dataDirOf(cli);
  const { systemClock } = await import("../../common/node/clock.ts");
  return withDatabase(cli, (db) => work({ db, config: { dataDir }, clock: systemClock }));
}

export interface Reader {
  db: Db;
  config: { dataDir: string };
  clock: import("../../common/node/clock.ts").Clock;
}

/** Options of a configuration as the values they mean; the word default resets one. */
export function typedOptions(named: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(named).map(([name, text]) => [name, text === "default" ? null : typed(name, text)]),
  );
}

function typed(name: string, text: string): string | number {
  if (!name.startsWith("keep")) return text;
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw usageError(`${name}: expected a whole number, or the word default, and not "${text}".`);
}

const WHY: Readonly<Record<KeepReason, string>> = {
  last: "one of the newest",
  daily: "newest of its day",
  newest_verified: "newest proved",
  nothing_verified: "none is proved",
};

/** Why a copy is kept, in words. */
export const whyKept = ({ keptBecause }: BackupCopy) =>
  keptBecause.length === 0 ? "goes with the next run" : keptBecause.map((reason) => WHY[reason]).join(", ");

/** What a configuration keeps, in a sentence. */
export function keepsText({ keepLast, keepDailyDays }: BackupConfig): string {
  return `This keeps the newest ${keepLast} plus one per day for ${keepDailyDays} days.`;
}

/** Makes sure that something final is meant: the booth's id is typed, or given with --confirm. */
export async function confirmBooth(
  cli: Cli,
  boothId: string,
  given: string | undefined,
  warning: string,
): Promise<void> {
  if (given === undefined && !cli.interactive)
    throw usageError(`${warning}\nThis needs --confirm ${boothId}.`, {
      hint: `${cli.commandLine} … --confirm ${boothId}`,
    });
  await confirmName(cli, boothId, given, warning);
}
