import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { CheckpointNote } from "../../../common/events.ts";
import { type Db, openDb, sql } from "../../../common/node/db.ts";
import { syncFolder } from "../../../common/node/durable-file.ts";
import { newerSchema } from "../../../common/node/migrate.ts";
import type { Actor, Needs } from "../../context.ts";
import { readCheckpointFile } from "../../ledger/checkpoint.ts";
import type { LedgerKeys } from "../../ledger/keys.ts";
import { readHashHex } from "../../ledger/verify-range.ts";
import { readHead } from "../../ledger/writer.ts";
import { type ArchiveKeys, type ProvedArchive, proveArchive } from "./archive.ts";
import { proveDatabase } from "./contents.ts";
import { BackupFailure, targetFailure } from "./failure.ts";
import { DATABASE_FILE, type Manifest, PICTURES } from "./manifest.ts";
import { parseBackupName } from "./names.ts";
import { createPaced } from "./paced-file.ts";
import { endOwnRun, rememberCopy } from "./records.ts";
import { lacks, measureTarget } from "./target.ts";

/** What a restore that was cut off leaves; it stands in nobody's way. */
const STAGING = ".restoring-";

/** An archive to be opened, and with what. */
export interface OpenOrder {
  file: string;
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
}

/** The first pass of all that opens an archive: it proves itself, and nothing is written. */
async function prove(order: OpenOrder): Promise<ProvedArchive & { keys: ArchiveKeys }> {
  const { file, backupKey, keys, onProgress } = order;
  const { size } = await stat(file);
  const archiveKeys = { backupKey, keyId: keys.keyId, publicKeyText: keys.publicKeyText };
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress?.(done, size * 2);
  };
  const proved = await proveArchive(file, archiveKeys, { onBytes });
  return { ...proved, keys: archiveKeys };
}

/**
 * Proves an archive, then puts its files into a new folder inside `parent`, and proves the ledger there, every signature of
 * it. Throws a BackupFailure, or what the system says; nothing is left behind then.
 */
export async function stageBackup(order: OpenOrder, parent: string): Promise<Staged> {
  const { manifest, sha256, bytes, keys } = await prove(order);
  const folder = await makeStaging(parent, manifest);
  try {
    await mkdir(join(folder, PICTURES), { mode: 0o700 });
    let done = bytes;
    const again = await proveArchive(order.file, keys, {
      onBytes: (part) => {
        done += part;
        order.onProgress?.(done, bytes * 2);
      },
      take: (path, content) => writeOut(join(folder, path), content),
    });
    if (again.sha256 !== sha256) throw new BackupFailure("altered", "it was changed while it was read");
    await syncFolder(join(folder, PICTURES));
    await syncFolder(folder);
    const database = join(folder, DATABASE_FILE);
    assertFits(database, order.migrations);
    await proveDatabase(database, order.keys, { checkpoint: manifest.checkpoint, quick: false });
    return { folder, manifest, sha256, bytes };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
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
async function makeStaging(parent: string, { files }: Manifest): Promise<string> {
  try {
    const needed = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const { freeBytes } = await measureTarget(parent, parent);
    if (freeBytes < needed) throw new BackupFailure("target_full", `${parent} ${lacks(needed, freeBytes)}`);
    return await mkdtemp(join(parent, STAGING));
  } catch (error) {
    throw targetFailure(error, parent);
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

/** Where a restored booth is put, and what is there. */
export interface Place {
  into: string;
  state: "missing" | "empty" | "taken";
}

/** Looks at where a booth is to be put. Throws a BackupFailure for what is no directory. */
export async function lookAt(into: string): Promise<Place> {
  const names = await readdir(into).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw targetFailure(error, into);
    return null;
  });
  if (names === null) return { into, state: "missing" };
  const isEmpty = names.every((name) => name.startsWith(STAGING));
  return { into, state: isEmpty ? "empty" : "taken" };
}

/** The folder in which a place's files are staged: on the same disk, so that they are moved and not copied. */
export function stagingParent({ into, state }: Place): string {
  return state === "empty" ? into : dirname(into);
}

/**
 * Gives the staged files their place. An old directory is set aside first, under the name that is answered. If the power
 * fails between, the files lie in the staged folder, whole, and the old directory under its new name.
 */
export async function takePlace({ into, state }: Place, folder: string, stamp: string): Promise<string | null> {
  if (state === "empty") {
    const others = (await readdir(folder)).filter((name) => name !== DATABASE_FILE);
    // The database last: without it there is no booth.
    for (const name of [...others, DATABASE_FILE]) await rename(join(folder, name), join(into, name));
    await rm(folder, { recursive: true });
    await syncFolder(into);
    return null;
  }
  const aside = state === "taken" ? `${into}.before-${stamp}` : null;
  if (aside) await rename(into, aside);
  await rename(folder, into);
  await syncFolder(dirname(into));
  return aside;
}

/** Entries that were known and are not in a backup. */
export interface Lost {
  fromSeq: number;
  toSeq: number;
  at: string;
}

/**
 * Compares a staged ledger with what is known of it otherwise: a checkpoint, and the directory it is to replace. Answers
 * what would be lost. Throws a BackupFailure when they are not of one ledger.
 */
export function findLost({ folder }: Pick<Staged, "folder">, known: readonly Known[]): Lost | null {
  const db = openDb(join(folder, DATABASE_FILE), { readonly: true });
  try {
    const head = readHead(db)?.seq ?? 0;
    for (const { seq, head: hash } of known) {
      if (seq <= head && readHashHex(db, seq) !== hash)
        throw new BackupFailure(
          "foreign",
          `its entry ${seq} is not the one that is known: it is of another course of events`,
        );
    }
    const latest = [...known].sort((a, b) => b.seq - a.seq)[0];
    return latest && latest.seq > head ? { fromSeq: head + 1, toSeq: latest.seq, at: latest.at } : null;
  } finally {
    db.close();
  }
}

export type Known = Pick<CheckpointNote, "seq" | "head" | "at">;

/** What a directory knows of its ledger: its checkpoint and its last entry, as far as they can be read. */
export function knownIn(dataDir: string): Known[] {
  const note = readCheckpointFile(dataDir);
  const last = headOf(join(dataDir, DATABASE_FILE));
  return [...(note ? [note] : []), ...(last ? [last] : [])];
}

function headOf(path: string): Known | null {
  let db: Db | undefined;
  try {
    db = openDb(path, { readonly: true });
    const head = readHead(db);
    return head && { seq: head.seq, head: head.hash.toString("hex"), at: head.at };
  } catch {
    // What cannot be read is why somebody restores.
    return null;
  } finally {
    db?.close();
  }
}

/** Ends every sign-in and records in the restored ledger that it goes on from a backup, and what is missing. */
export function recordRestore(
  booth: Needs<"ledger">,
  actor: Actor,
  { manifest, sha256, bytes }: Omit<Staged, "folder">,
  file: string,
  lost: Lost | null,
): Promise<{ seq: number; signInsEnded: number }> {
  const { madeAt, version, checkpoint, siteId } = manifest;
  const name = basename(file);
  return booth.ledger.commit(actor, ({ db, at, append }) => {
    const signInsEnded = sql(db, "UPDATE sign_ins SET ended_at = ? WHERE ended_at IS NULL").run(at).changes;
    const isNamed = parseBackupName(siteId, name) !== null;
    endOwnRun(db, madeAt, isNamed ? name : null);
    if (isNamed) rememberCopy(db, { name, bytes, sha256, seq: checkpoint.seq, proof: "verified", proved_at: at });
    const { seq } = append("restore_done", { name, madeAt, version, checkpoint, signInsEnded, lost });
    return { seq, signInsEnded };
  });
}
