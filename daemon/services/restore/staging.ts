import { type FileHandle, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openDb } from "../../../common/node/db.ts";
import { syncFolder } from "../../../common/node/durable-file.ts";
import { type Hold, holdFile } from "../../../common/node/exclusive-file.ts";
import { dataDirLock, holdDataDir } from "../../../common/node/hold-data-dir.ts";
import { newerSchema } from "../../../common/node/migrate.ts";
import type { LedgerKeys } from "../../ledger/keys.ts";
import { type ArchiveKeys, type ProvedArchive, proveOpened } from "../backup/archive.ts";
import { CROPS, isCropPath, placeOf } from "../backup/crops.ts";
import { BackupFailure, targetFailure } from "../backup/failure.ts";
import { DATABASE_FILE, type Manifest, PICTURES } from "../backup/manifest.ts";
import { createPaced } from "../backup/paced-file.ts";
import { proveDatabase } from "../backup/prove-database.ts";
import { lacks, measureTarget } from "../backup/target.ts";
import { giveLike } from "./owner.ts";

const STAGING = ".restoring-";

/** Whether a name is one of the folders in which backups are opened; they stand in nobody's way. */
export const isStaging = (name: string): boolean => name.startsWith(STAGING);

/** An archive to be opened, and with what. */
export interface OpenOrder {
  file: FileHandle;
  backupKey: string;
  keys: LedgerKeys;
  /** Where this program's migrations lie. */
  migrations: string;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A backup's files in a folder of their own, proved to the last signature. */
export interface Staged {
  folder: string;
  manifest: Manifest;
  sha256: string;
  bytes: number;
  /** Lets go of the folder, and removes what is still in it. */
  discard(): Promise<void>;
}

/** The first pass of all that opens an archive: it proves itself, and nothing is written. */
async function prove(order: OpenOrder): Promise<ProvedArchive & { keys: ArchiveKeys }> {
  const { file, backupKey, keys, onProgress } = order;
  const { size } = await file.stat();
  const archiveKeys = { backupKey, keyId: keys.keyId, publicKeyText: keys.publicKeyText };
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress?.(done, size * 2);
  };
  const proved = await proveOpened(file, archiveKeys, { onBytes });
  return { ...proved, keys: archiveKeys };
}

/**
 * Proves an archive, then puts its files into a new folder inside `parent`, and proves the ledger there, every signature of
 * it. Throws a BackupFailure, or what the system says; nothing is left behind then.
 */
export async function stageBackup(order: OpenOrder, parent: string): Promise<Staged> {
  const { manifest, sha256, bytes, keys } = await prove(order);
  const { folder, discard } = await makeStaging(parent, manifest);
  try {
    let done = bytes;
    const again = await proveOpened(order.file, keys, {
      onBytes: (part) => {
        done += part;
        order.onProgress?.(done, bytes * 2);
      },
      take: (path, content) => writeOut(join(folder, placeOf(path)), content),
    });
    if (again.sha256 !== sha256) throw new BackupFailure("altered", "it was changed while it was read");
    for (const each of foldersOf(manifest)) await syncFolder(join(folder, each));
    await syncFolder(folder);
    const database = join(folder, DATABASE_FILE);
    assertFits(database, order.migrations);
    await proveDatabase(database, order.keys, { checkpoint: manifest.checkpoint, quick: false });
    return { folder, manifest, sha256, bytes, discard };
  } catch (error) {
    await discard();
    throw targetFailure(error, parent);
  }
}

/** A release that was taken back opens what the newer one left, where that one says so: what fits a booth fits a restore. */
function assertFits(path: string, migrations: string): void {
  const db = openDb(path, { readonly: true });
  try {
    const newer = newerSchema(db, migrations);
    if (newer) throw new BackupFailure("newer_version", newer);
  } finally {
    db.close();
  }
}

/** A new folder on a disk with room for the files; a booth beside it must not be left without. */
async function makeStaging(parent: string, manifest: Manifest): Promise<Pick<Staged, "folder" | "discard">> {
  try {
    const needed = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
    const { freeBytes } = await measureTarget(parent, parent);
    if (freeBytes < needed)
      throw new BackupFailure("target_full", `${parent} ${lacks("what is in the backup", needed, freeBytes)}`);
    const folder = await mkdtemp(join(parent, STAGING));
    // Before anything is in it; and it is held as a booth is, so that it is still held where it becomes one.
    const hold = holdDataDir(folder, "daemon");
    const folders = foldersOf(manifest).map((name) => join(folder, name));
    for (const path of folders) await mkdir(path, { mode: 0o700 });
    // At once: if this is cut off, the booth's own user has to be able to remove it.
    for (const path of [folder, ...folders, dataDirLock(folder, "daemon")]) await giveLike(path, parent);
    return { folder, discard: () => discard(folder, hold) };
  } catch (error) {
    throw targetFailure(error, parent);
  }
}

/** The folders that the files of a backup need. */
const foldersOf = ({ files }: Manifest) => [PICTURES, ...(files.some(({ path }) => isCropPath(path)) ? [CROPS] : [])];

async function discard(folder: string, hold: Hold): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } finally {
    hold.release();
  }
}

async function writeOut(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await createPaced(path);
  try {
    for await (const part of content) await file.write(part);
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/** Removes from a data directory what restores and drills that were cut off left of a backup, plates and pictures. */
export async function sweepStaging(dataDir: string): Promise<void> {
  for (const name of (await readdir(dataDir)).filter(isStaging)) {
    const folder = join(dataDir, name);
    // One that was made just now is empty, and its lock comes first.
    if ((await readdir(folder)).length === 0) continue;
    const hold = holdFile(dataDirLock(folder, "daemon"));
    if (hold) await discard(folder, hold);
  }
}
