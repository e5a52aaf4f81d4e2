import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { assetPath } from "../../common/node/assets.ts";
import type { Booth } from "../../daemon/context.ts";
import type { Manifest } from "../../daemon/services/backup/manifest.ts";
import type { Staged } from "../../daemon/services/restore/staging.ts";
import { backupKeys, failed, readStatus } from "./backup.ts";
import { type BackupFile, openBackupFile } from "./backup-file.ts";
import type { Cli } from "./cli.ts";
import { boothSettings } from "./environment.ts";
import { withBooth } from "./open.ts";
import { openProgress } from "./progress.ts";
import { pairs, sizeText } from "./text.ts";

export const NOTHING = "Nothing was changed.";
export const LIST = "boothctl backup list";

/** What was found out about a backup that is good. */
export interface Opened {
  name: string;
  ok: true;
  bytes: number;
  madeAt: string;
  version: string;
  files: number;
  checkpoint: Manifest["checkpoint"];
}

/**
 * Opens a backup in a folder that goes again, lets somebody work on it, and notes what was found out about the copy. Beside
 * a booth root becomes its owner; without one root stays, as nobody else may read the keys and the file.
 */
export async function tryBackup(
  cli: Cli,
  word: string,
  task: string,
  work: (staged: Staged) => Promise<void>,
): Promise<Opened> {
  cli.whenRefused(NOTHING, LIST);
  const keys = await backupKeys(cli);
  const { dataDir } = keys.config;
  const isBooth = existsSync(join(dataDir, "booth.db"));
  const targetOf = async () => {
    const status = isBooth ? await readStatus(cli) : null;
    return { dir: status?.targetDir ?? process.cwd(), newest: status?.copies[0]?.name };
  };
  const backup = await openBackupFile(word, targetOf);
  try {
    const isOurs = isBooth && (await isCopy(cli, backup));
    const told = isOurs ? (found: Found) => note(cli, found) : async () => {};
    return await prove(cli, { backup, keys, parent: isBooth ? dataDir : tmpdir(), task, told }, work);
  } finally {
    await backup.file.close();
  }
}

/** Whether a file is one of the booth's own copies. A database that cannot be read knows none: the file is what is left. */
async function isCopy(cli: Cli, { path }: BackupFile): Promise<boolean> {
  const { targetDir, copies } = await readStatus(cli).catch(() => ({ targetDir: null, copies: [] }));
  return dirname(path) === targetDir && copies.some(({ name }) => name === basename(path));
}

type Found = { name: string } & (
  | { proof: "verified"; bytes: number; sha256: string; manifest: Manifest }
  | { proof: "damaged" }
);

interface Trial {
  backup: BackupFile;
  keys: Awaited<ReturnType<typeof backupKeys>>;
  parent: string;
  task: string;
  /** Told what was found out. */
  told(found: Found): Promise<void>;
}

async function prove(
  cli: Cli,
  { backup, keys, parent, task, told }: Trial,
  work: (staged: Staged) => Promise<void>,
): Promise<Opened> {
  const { openLedgerKeys } = await import("../../daemon/ledger/keys.ts");
  const { stageBackup, sweepStaging } = await import("../../daemon/services/restore/staging.ts");
  const { BackupFailure, DAMAGE } = await import("../../daemon/services/backup/failure.ts");
  const bar = openProgress(cli, task);
  const name = basename(backup.path);
  const order = {
    file: backup.file,
    backupKey: keys.backupKey,
    keys: openLedgerKeys(keys.eventSigningKey),
    migrations: assetPath("migrations/booth"),
    onProgress: bar.show,
  };
  try {
    if (parent === keys.config.dataDir) await sweepStaging(parent);
    const staged = await stageBackup(order, parent).finally(bar.end);
    await work(staged).finally(staged.discard);
    await told({ ...staged, name, proof: "verified" });
    return openedOf(name, staged);
  } catch (error) {
    if (!(error instanceof BackupFailure)) throw error;
    if (DAMAGE.has(error.fault)) await told({ name, proof: "damaged" });
    throw failed(error.fault, `the backup ${name} is not good: ${error.message}`, NOTHING, LIST);
  }
}

async function note(cli: Cli, found: Found): Promise<void> {
  const { markDamaged, rememberCopy } = await import("../../daemon/services/backup/records.ts");
  await withBooth(cli, ({ booth, actor }) =>
    booth.ledger.commit(actor, ({ db, at }) => {
      if (found.proof === "damaged") return markDamaged(db, found.name, at);
      const { name, proof, bytes, sha256, manifest } = found;
      rememberCopy(db, { name, bytes, sha256, seq: manifest.checkpoint.seq, proof, proved_at: at });
    }),
  );
}

/** Opens a booth that was staged, brings it up to this program's schema, and lets somebody work on it. */
export async function openStaged<T>(cli: Cli, folder: string, work: (booth: Booth) => Promise<T>): Promise<T> {
  const { config, secrets } = await boothSettings(cli);
  const { openBooth } = await import("../../daemon/open-booth.ts");
  const { openLog } = await import("../../common/node/log.ts");
  const { systemClock } = await import("../../common/node/clock.ts");
  const log = openLog({ level: cli.verbose ? "debug" : "silent", format: "text" });
  const onFatal = (error: unknown) => log.fatal({ err: error }, "it is not known what reached the disk");
  const there = { ...config, dataDir: folder };
  const booth = await openBooth({ config: there, secrets, clock: systemClock, log, migrate: true, onFatal });
  try {
    return await work(booth);
  } finally {
    booth.db.close();
  }
}

function openedOf(name: string, { manifest, bytes }: Staged): Opened {
  const { madeAt, version, files, checkpoint } = manifest;
  return { name, ok: true, bytes, madeAt, version, files: files.length, checkpoint };
}

/** What was found out, in words. */
export function openedText({ name, bytes, madeAt, version, files, checkpoint }: Opened): string {
  return `${name}\n${pairs([
    ["made", `${madeAt} by version ${version}`],
    ["size", `${sizeText(bytes)}, ${files} files`],
    ["ledger", `entries 1…${checkpoint.seq}, head ${checkpoint.head.slice(0, 12)}`],
  ])}`;
}
