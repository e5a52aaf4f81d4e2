import type { LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { onceOrAgain } from "./once.ts";
import type { Recorder } from "./recorder.ts";
import { isStorageError } from "./storage-errors.ts";
import { openWriter, type Transaction, type Writer, type WriterParts } from "./writer.ts";

/** A work in the queue. */
export interface Waiting {
  recorder: Recorder;
  work(tx: Transaction): unknown;
  resolve(value: never): void;
  reject(error: unknown): void;
  /** Whether it may use the reserve of a full disk. */
  urgent: boolean;
}

/** What became of a batch: how to tell those who wait, and what was appended. */
export interface Batch {
  settle: (() => void)[];
  events: LedgerEvent[];
}

/**
 * Runs works in one durable transaction. What a work throws is its own outcome; what this throws concerns all of them:
 * a storage error, or a COMMIT of which it is not known what it did. Nothing is settled before the bytes are on disk.
 */
export function runBatch(parts: WriterParts, now: number, works: readonly Waiting[]): Batch {
  const { db } = parts;
  sql(db, "BEGIN IMMEDIATE").run();
  let writer: Writer | undefined;
  try {
    writer = openWriter(parts, now);
    const settle = runWorks(db, writer, works);
    if (db.inTransaction) {
      writer.addDueCheckpoint();
      sql(db, "COMMIT").run();
    }
    return { settle, events: writer.events };
  } catch (error) {
    // SQLite has rolled back already after some errors. A ROLLBACK that fails is an unknown outcome like any other.
    if (db.inTransaction) sql(db, "ROLLBACK").run();
    throw error;
  } finally {
    writer?.close();
  }
}

function runWorks(db: Db, writer: Writer, works: readonly Waiting[]): (() => void)[] {
  const [only] = works;
  if (works.length === 1 && only) return [runAlone(db, writer, only)];
  return works.map((waiting) => runInSavepoint(db, writer, waiting));
}

/** The usual case. Its failure rolls the whole transaction back, which saves the savepoint. */
function runAlone(db: Db, writer: Writer, waiting: Waiting): () => void {
  const mark = writer.mark();
  try {
    return runWork(db, writer, waiting);
  } catch (error) {
    if (isStorageError(error)) throw error;
    sql(db, "ROLLBACK").run();
    writer.reset(mark);
    return () => waiting.reject(error);
  }
}

function runInSavepoint(db: Db, writer: Writer, waiting: Waiting): () => void {
  const mark = writer.mark();
  sql(db, "SAVEPOINT work").run();
  try {
    const settle = runWork(db, writer, waiting);
    sql(db, "RELEASE work").run();
    return settle;
  } catch (error) {
    if (isStorageError(error)) throw error;
    sql(db, "ROLLBACK TO work").run();
    sql(db, "RELEASE work").run();
    writer.reset(mark);
    return () => waiting.reject(error);
  }
}

function runWork(db: Db, writer: Writer, { recorder, work, resolve }: Waiting): () => void {
  const value = onceOrAgain(db, recorder, writer.at, () => work(writer.transactionOf(recorder)));
  return () => resolve(value as never);
}
