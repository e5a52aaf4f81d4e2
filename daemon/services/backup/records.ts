import type { BackupCopy, BackupRun } from "../../../common/api/backups.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { FoundCopy } from "./target.ts";

/** So many runs are remembered, besides the newest that was done and those whose copies are known. */
const KEPT_RUNS = 100;

interface RunRow {
  id: number;
  started_at: string;
  finished_at: string | null;
  cause: "schedule" | "asked";
  outcome: "done" | "failed" | null;
  code: string | null;
  message: string | null;
  name: string | null;
}

/** Notes that a run begins; answers its number. */
export function beginRun(db: Db, at: string, cause: BackupRun["cause"]): number {
  const { lastInsertRowid } = sql(db, "INSERT INTO backup_runs (started_at, cause) VALUES (?, ?)").run(at, cause);
  const id = Number(lastInsertRowid);
  sql(
    db,
    `DELETE FROM backup_runs WHERE id <= ?
      AND id <> (SELECT coalesce(max(id), 0) FROM backup_runs WHERE outcome = 'done')
      AND (outcome IS NOT 'done' OR name IS NULL OR name NOT IN (SELECT name FROM backup_copies))`,
  ).run(id - KEPT_RUNS);
  return id;
}

/** Notes how a run ended. */
export function endRun(
  db: Db,
  id: number,
  at: string,
  end: Pick<RunRow, "outcome" | "code" | "message" | "name">,
): void {
  sql(db, "UPDATE backup_runs SET finished_at = ?, outcome = ?, code = ?, message = ?, name = ? WHERE id = ?").run(
    at,
    end.outcome,
    end.code,
    end.message,
    end.name,
    id,
  );
}

/** In a restored ledger the run that made the backup goes on, as it did when it was read: it was done. */
export function endOwnRun(db: Db, at: string, name: string | null): void {
  sql(
    db,
    `UPDATE backup_runs SET finished_at = ?, outcome = 'done', name = ?
      WHERE outcome IS NULL AND id = (SELECT max(id) FROM backup_runs)`,
  ).run(at, name);
}

const WHERE = {
  last: "1 = 1",
  before_last: "id < (SELECT max(id) FROM backup_runs)",
  last_done: "outcome = 'done'",
} as const;

/** One run by its number, or the newest, the one before it, or the newest that was done. `isRunning` tells one that goes on from one cut off. */
export function readRun(db: Db, which: number | keyof typeof WHERE, isRunning = false): BackupRun | null {
  const text = typeof which === "number" ? "id = ?" : WHERE[which];
  const row = sql<RunRow>(db, `SELECT * FROM backup_runs WHERE ${text} ORDER BY id DESC LIMIT 1`).get(
    ...(typeof which === "number" ? [which] : []),
  );
  return row ? runOf(row, isRunning) : null;
}

/** The run that made a copy, or null where none is on record. */
export function readDoneRun(db: Db, name: string): BackupRun | null {
  const text = "SELECT * FROM backup_runs WHERE outcome = 'done' AND name = ? ORDER BY id DESC LIMIT 1";
  const row = sql<RunRow>(db, text).get(name);
  return row ? runOf(row, false) : null;
}

function runOf(row: RunRow, isRunning: boolean): BackupRun {
  const { started_at, finished_at, cause, outcome, code, message, name } = row;
  const state = outcome ?? (isRunning ? "running" : "cut_off");
  return { startedAt: started_at, finishedAt: finished_at, cause, outcome: state, code, message, name };
}

interface CopyRow {
  name: string;
  bytes: number;
  sha256: string;
  seq: number;
  proof: "verified" | "written" | "damaged";
  proved_at: string;
}

/** Notes what was found out about a copy. */
export function rememberCopy(db: Db, copy: CopyRow): void {
  const { name, bytes, sha256, seq, proof, proved_at } = copy;
  sql(
    db,
    "INSERT OR REPLACE INTO backup_copies (name, bytes, sha256, seq, proof, proved_at) VALUES (?, ?, ?, ?, ?, ?)",
  ).run(name, bytes, sha256, seq, proof, proved_at);
}

export function forgetCopies(db: Db, names: readonly string[]): void {
  for (const name of names) sql(db, "DELETE FROM backup_copies WHERE name = ?").run(name);
}

/** A file found in the target, with what is known of it. One of another length is not the one that was proved. */
export function knownOf(db: Db, { name, bytes }: FoundCopy): Pick<BackupCopy, "proof" | "provedAt" | "seq"> {
  const row = sql<CopyRow>(db, "SELECT * FROM backup_copies WHERE name = ?").get(name);
  if (row?.bytes !== bytes) return { proof: "unknown", provedAt: null, seq: null };
  return { proof: row.proof, provedAt: row.proved_at, seq: row.seq };
}

/** Notes that a copy was found to be damaged: it is not the newest good one any more. */
export function markDamaged(db: Db, name: string, at: string): void {
  sql(db, "UPDATE backup_copies SET proof = 'damaged', proved_at = ? WHERE name = ?").run(at, name);
}

/** The length of a copy that was proved; null for one that is not on record. */
export function sizeOfCopy(db: Db, name: string | null): number | null {
  return sql<{ bytes: number }>(db, "SELECT bytes FROM backup_copies WHERE name = ?").get(name)?.bytes ?? null;
}

/** Counts runs that failed or were cut off: each call answers how many have since the one before, or since this. */
export function openFailureCount(db: Db): () => number {
  const newest = () => sql<{ id: number | null }>(db, "SELECT max(id) AS id FROM backup_runs").get()?.id ?? 0;
  let counted = newest();
  return () => {
    const rows = sql<{ id: number; outcome: RunRow["outcome"] }>(
      db,
      "SELECT id, outcome FROM backup_runs WHERE id > ? ORDER BY id",
    ).all(counted);
    // The last one may go on still; one that has no end and was followed by another was cut off.
    const ended = rows.filter(({ outcome }, index) => outcome !== null || index < rows.length - 1);
    counted = ended.at(-1)?.id ?? counted;
    return ended.filter(({ outcome }) => outcome !== "done").length;
  };
}
