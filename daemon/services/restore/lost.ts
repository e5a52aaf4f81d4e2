import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckpointNote } from "../../../common/events.ts";
import { type Db, openDb } from "../../../common/node/db.ts";
import { readCheckpointFile } from "../../ledger/checkpoint.ts";
import { readHashHex } from "../../ledger/verify-range.ts";
import { readHead } from "../../ledger/writer.ts";
import { BackupFailure } from "../backup/failure.ts";
import { DATABASE_FILE } from "../backup/manifest.ts";

/** Entries that were known and are not in a backup. */
export interface Lost {
  fromSeq: number;
  toSeq: number;
  at: string;
}

/** What is known of a ledger: that it has this entry, or that it went so far. */
export type Known = Pick<CheckpointNote, "seq" | "head" | "at">;

/** Compares a staged ledger with a checkpoint of it. Throws a BackupFailure when they are not of one ledger. */
export function lostSince(folder: string, note: Known): Lost | null {
  return withLedger(folder, (db) => {
    if (isOther(db, note)) throw new BackupFailure("foreign", `its entry ${note.seq} is not the one of the checkpoint`);
    return lostIn(db, [note]);
  });
}

/** What a staged ledger lacks of the one that is in a data directory; `foreign` where that is another ledger. */
export function lostOf(folder: string, dataDir: string): Lost | "foreign" | null {
  return withLedger(folder, (db) => {
    const known = knownIn(dataDir, readHead(db)?.seq ?? 0);
    return known.some((each) => isOther(db, each)) ? "foreign" : lostIn(db, known);
  });
}

function withLedger<T>(folder: string, work: (db: Db) => T): T {
  const db = openDb(join(folder, DATABASE_FILE), { readonly: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const isOther = (db: Db, { seq, head }: Known) => seq <= (readHead(db)?.seq ?? 0) && readHashHex(db, seq) !== head;

function lostIn(db: Db, known: readonly Known[]): Lost | null {
  const head = readHead(db)?.seq ?? 0;
  const latest = [...known].sort((a, b) => b.seq - a.seq)[0];
  return latest && latest.seq > head ? { fromSeq: head + 1, toSeq: latest.seq, at: latest.at } : null;
}

/** What a directory knows of its ledger, as far as it can be read: its checkpoint, its last entry, and the one at `seq`. */
function knownIn(dataDir: string, seq: number): Known[] {
  const note = readCheckpointFile(dataDir);
  return [...(note ? [note] : []), ...entriesOf(dataDir, seq)];
}

function entriesOf(dataDir: string, seq: number): Known[] {
  let db: Db | undefined;
  try {
    db = openLeavingNothing(join(dataDir, DATABASE_FILE));
    const head = readHead(db);
    if (!head) return [];
    const last = { seq: head.seq, head: head.hash.toString("hex"), at: head.at };
    return head.seq > seq ? [{ seq, head: readHashHex(db, seq) ?? "", at: head.at }, last] : [last];
  } catch {
    // What cannot be read is why somebody restores.
    return [];
  } finally {
    db?.close();
  }
}

/** Who may only read would leave an empty log behind; who may write takes it away, and takes nothing out of one. */
function openLeavingNothing(path: string): Db {
  return openDb(path, { readonly: !existsSync(path) || existsSync(`${path}-wal`) });
}
