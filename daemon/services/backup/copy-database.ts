import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Db, openDb } from "../../../common/node/db.ts";
import { DATABASE_FILE } from "./manifest.ts";
import { createPaced, readPart } from "./paced-file.ts";

/** What identifies a write-ahead log: its header with the salts (SQLite file format §4.1). */
const LOG_HEADER_BYTES = 32;
/** The log begins anew at most once while the database file stands still; more looks than this mean that it does not. */
const MOST_LOOKS = 5;

/**
 * Copies a database that is being written to, as it stands at one commit no older than the call, into a new directory's
 * file; the copy is one file without a log. Nobody waits for it: no page is locked, and little is left unwritten at a time.
 *
 * How it holds together, with SQLite's write-ahead log: while this reader is in its transaction, the log does not begin
 * anew over what it reads, and pages are taken from the log into the file only as far as it may see. So the file, read in
 * whatever order, and then the log after it make up a database as it is after a crash, and SQLite recovers that.
 * `VACUUM INTO` would do the same in one call that cannot be slowed down, and payments wait for the disk meanwhile.
 */
export async function copyDatabase(path: string, folder: string, onBytes: (bytes: number) => void): Promise<string> {
  const target = join(folder, DATABASE_FILE);
  const reader = openDb(path, { readonly: true });
  // SQLite lets go of its locks when any handle of the process on the file is closed: the handle stays open until then.
  let source: FileHandle | undefined;
  try {
    source = await open(path, "r");
    beginReading(reader);
    const { size } = await source.stat();
    await copyInto(target, source, size, onBytes);
    await copyLog(`${path}-wal`, `${target}-wal`);
  } finally {
    reader.close();
    await source?.close();
  }
  settle(target);
  return target;
}

function beginReading(reader: Db): void {
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM sqlite_master").get();
}

async function copyInto(path: string, from: FileHandle, bytes: number, onBytes?: (bytes: number) => void) {
  const file = await createPaced(path);
  try {
    for await (const part of readPart(from, bytes)) {
      await file.write(part);
      onBytes?.(part.length);
    }
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
}

/**
 * Copies the log. A reader that found it empty does not keep a writer from beginning it anew; one that begins under our
 * hands is copied again, as its header, which is written first, tells.
 */
async function copyLog(path: string, target: string): Promise<void> {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const log = await open(path, "r");
    try {
      const before = await headerOf(log);
      await copyInto(target, log, (await log.stat()).size);
      if (before.equals(await headerOf(log))) return;
      await rm(target);
    } finally {
      await log.close();
    }
  }
  throw new Error("the database's log does not stand still");
}

async function headerOf(log: FileHandle): Promise<Buffer> {
  const header = Buffer.alloc(LOG_HEADER_BYTES);
  await log.read(header, 0, header.length, 0);
  return header;
}

/** Takes the log into the file, and away. */
function settle(path: string): void {
  const db = openDb(path);
  try {
    db.pragma("secure_delete = ON");
    db.pragma("journal_mode = DELETE");
  } finally {
    db.close();
  }
}
