import { join } from "node:path";
import Database from "better-sqlite3";
import { BoothError } from "../errors.ts";

/** Holds a data directory for this process until it is let go, or the process ends in whatever way. */
export interface Hold {
  release(): void;
}

/**
 * Keeps a second process of a kind, such as `daemon`, off the same data directory: two booths would both open barriers,
 * two collectors would both give a crop away. SQLite's exclusive lock on a file of its own is the operating system's, so
 * `kill -9` lets it go. Refuses with `run_busy`. The command line needs no hold: it works beside them.
 */
export function holdDataDir(dataDir: string, kind: "daemon" | "collector"): Hold {
  const lock = new Database(join(dataDir, `${kind}.lock`), { timeout: 0 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY"))) throw error;
    throw new BoothError("run_busy", `another ${kind} runs on this data directory already`);
  }
  return { release: () => lock.close() };
}
