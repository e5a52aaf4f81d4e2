import Database from "better-sqlite3";

/** Something that only one process has at a time, until it is let go or the process ends in whatever way. */
export interface Hold {
  release(): void;
}

/**
 * Takes a lock that is named by a file, or answers null while another process has it. SQLite's exclusive lock is the
 * operating system's, so `kill -9` lets it go.
 */
export function holdFile(path: string): Hold | null {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))) throw error;
    return null;
  }
  return { release: () => lock.close() };
}
