import { join } from "node:path";
import Database from "better-sqlite3";
import { BoothError } from "../common/errors.ts";

/** Holds the data directory for this daemon until it is let go, or the process ends in whatever way. */
export interface Hold {
  release(): void;
}

/**
 * Keeps a second daemon off the same data directory: two would both open barriers, and each would record a start while
 * the other runs. SQLite's exclusive lock on a file of its own is the operating system's, so `kill -9` lets it go.
 * Refuses with `run_busy`. The command line needs no hold: it appends beside the daemon.
 */
export function holdDataDir(dataDir: string): Hold {
  const lock = new Database(join(dataDir, "daemon.lock"), { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))) throw error;
    throw new BoothError("run_busy", "another daemon runs on this data directory already");
  }
  return { release: () => lock.close() };
}
