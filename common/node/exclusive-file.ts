import { closeSync, openSync, statSync } from "node:fs";
import Database from "better-sqlite3";

/** Something that only one process has at a time, until it is let go or the process ends in whatever way. */
export interface Hold {
  release(): void;
}

/**
 * Takes a lock that is named by a file, or answers null while another process has it. SQLite's exclusive lock is the
 * operating system's, so `kill -9` lets it go. Who holds it may remove the file before letting go.
 */
export function holdFile(path: string): Hold | null {
  closeSync(openSync(path, "a", 0o644));
  const before = inodeOf(path);
  const lock = lockOn(path);
  if (lock === null || before === inodeOf(path)) return lock && { release: () => lock.close() };
  // It was removed since: this is the lock of a file that nobody finds any more.
  lock.close();
  return holdFile(path);
}

const inodeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.ino;

function lockOn(path: string): Database.Database | null {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    // Nothing is ever written in it: no file beside it is needed.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))) throw error;
    return null;
  }
}
