import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckpointNote } from "../../../common/events.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, openDb, sql } from "../../../common/node/db.ts";
import { makeCheckpoint, readCheckpointFile } from "../../ledger/checkpoint.ts";
import type { LedgerKeys } from "../../ledger/keys.ts";
import { CheckpointError, verifyLedger } from "../../ledger/verify.ts";
import { laterOf, readHead } from "../../ledger/writer.ts";
import { BackupFailure } from "./failure.ts";
import { CHECKPOINT_FILE, DATABASE_FILE, isBackupPath, type ListedFile, PICTURES } from "./manifest.ts";
import { readWhole } from "./paced-file.ts";
import { copyDatabase } from "./snapshot.ts";

/** A copy of the database that was proved, and what it says. */
export interface Snapshot {
  folder: string;
  checkpoint: CheckpointNote;
  migrations: string[];
  /** Whether the data directory had a checkpoint, which is in the folder too. */
  hasCheckpointFile: boolean;
}

interface SnapshotOrder {
  dataDir: string;
  scratch: string;
  keys: LedgerKeys;
  boothId: string;
  now: number;
}

/** Copies the database into the scratch folder and proves the copy: its pages, its chain, and the checkpoint kept beside it. */
export async function prepareSnapshot(order: SnapshotOrder, onBytes: (bytes: number) => void): Promise<Snapshot> {
  const { dataDir, scratch, keys, boothId, now } = order;
  // Before the copy: it must know every entry that the checkpoint knows.
  const known = readCheckpointFile(dataDir);
  const note = await readFile(join(dataDir, CHECKPOINT_FILE)).catch(() => null);
  const path = await copyDatabase(join(dataDir, DATABASE_FILE), scratch, onBytes);
  if (note && known) await writeFile(join(scratch, CHECKPOINT_FILE), note, { mode: 0o600 });
  await proveDatabase(path, keys, { checkpoint: known, quick: true, cores: 0 });
  const db = openDb(path, { readonly: true });
  try {
    const head = readHead(db);
    if (!head) throw new BackupFailure("ledger_broken", "the ledger is empty");
    const checkpoint = makeCheckpoint(keys, boothId, head, laterOf(instant(now), head.at));
    return { folder: scratch, checkpoint, migrations: migrationsOf(db), hasCheckpointFile: Boolean(note && known) };
  } finally {
    db.close();
  }
}

function migrationsOf(db: Db): string[] {
  return sql<{ name: string }>(db, "SELECT name FROM migrations ORDER BY name")
    .all()
    .map(({ name }) => name);
}

/** How a copy of the database is proved: each signature, or chain and head only; and by so many threads. */
interface Depth {
  checkpoint: CheckpointNote | null;
  quick: boolean;
  cores?: number;
}

/** Checks the pages and the chain of a copy of the database. Throws `ledger_broken` with what is wrong first. */
export async function proveDatabase(path: string, keys: LedgerKeys, { checkpoint, ...depth }: Depth): Promise<void> {
  const options = { ...depth, publicKeyText: keys.publicKeyText, ...(checkpoint ? { checkpoint } : {}) };
  const { firstBad } = await verifyLedger(path, options).catch((error) => {
    if (!(error instanceof CheckpointError)) throw error;
    throw new BackupFailure("ledger_broken", `the ledger in it does not go with its checkpoint: ${error.message}`);
  });
  if (firstBad) throw new BackupFailure("ledger_broken", `the ledger in it is not whole: ${firstBad.message}`);
  const db = openDb(path, { readonly: true });
  try {
    const [row] = db.pragma("quick_check(1)") as { quick_check: string }[];
    if (row?.quick_check !== "ok")
      throw new BackupFailure("ledger_broken", `the database in it is damaged: ${row?.quick_check}`);
  } finally {
    db.close();
  }
}

/** Where a listed file lies while a backup is made. */
export function pathIn(dataDir: string, snapshot: Snapshot): (file: { path: string }) => string {
  return ({ path }) => join(path.startsWith(`${PICTURES}/`) ? dataDir : snapshot.folder, path);
}

/** Every file that goes into a backup. Keys, locks and addresses do not; nor does what the booth makes anew. */
export async function listFiles(dataDir: string, snapshot: Snapshot): Promise<ListedFile[]> {
  const paths = [
    DATABASE_FILE,
    ...(snapshot.hasCheckpointFile ? [CHECKPOINT_FILE] : []),
    ...(await pictureNames(dataDir)).map((name) => `${PICTURES}/${name}`),
  ];
  const pathOf = pathIn(dataDir, snapshot);
  const files: ListedFile[] = [];
  for (const path of paths) {
    const file = await digestOf(pathOf({ path })).catch((error: NodeJS.ErrnoException) => {
      // A picture whose time has come since the folder was read.
      if (error.code === "ENOENT" && path.startsWith(PICTURES)) return null;
      throw error;
    });
    if (file) files.push({ path, ...file });
  }
  return files;
}

async function pictureNames(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, PICTURES)).catch(() => []);
  return names.filter((name) => isBackupPath(`${PICTURES}/${name}`)).sort();
}

async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const part of readWhole(path)) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** How many bytes a backup takes, near enough: in the data directory while it is made, and in the target. */
export async function roomNeeded(dataDir: string): Promise<{ scratch: number; target: number }> {
  const sizeOf = async (name: string) => (await stat(join(dataDir, name)).catch(() => null))?.size ?? 0;
  const database = (await sizeOf(DATABASE_FILE)) + (await sizeOf(`${DATABASE_FILE}-wal`));
  let pictures = 0;
  for (const name of await pictureNames(dataDir)) pictures += await sizeOf(join(PICTURES, name));
  return { scratch: database, target: database + pictures };
}
