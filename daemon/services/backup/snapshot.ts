import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckpointNote } from "../../../common/events.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, openDb, sql } from "../../../common/node/db.ts";
import { makeCheckpoint, readCheckpointFile } from "../../ledger/checkpoint.ts";
import type { LedgerKeys } from "../../ledger/keys.ts";
import { laterOf, readHead } from "../../ledger/writer.ts";
import { copyDatabase } from "./copy-database.ts";
import { holdCrops } from "./crops.ts";
import { BackupFailure } from "./failure.ts";
import { CHECKPOINT_FILE, DATABASE_FILE } from "./manifest.ts";
import { proveDatabase } from "./prove-database.ts";

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

/** Copies the database into the scratch folder and proves the copy: its pages, its chain, and the checkpoint kept beside it. Holds the crops of what waits. */
export async function prepareSnapshot(order: SnapshotOrder, onBytes: (bytes: number) => void): Promise<Snapshot> {
  const { dataDir, scratch, keys, boothId, now } = order;
  // Before the copy: it must know every entry that the checkpoint knows.
  const known = readCheckpointFile(dataDir);
  const note = await readFile(join(dataDir, CHECKPOINT_FILE)).catch(() => null);
  // Before and after: so the crop of each package that waits in the copy is there, whatever is queued and sent meanwhile.
  await holdCrops(dataDir, scratch);
  const path = await copyDatabase(join(dataDir, DATABASE_FILE), scratch, onBytes);
  await holdCrops(dataDir, scratch);
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
