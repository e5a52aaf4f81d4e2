import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { BoothError } from "../common/errors.ts";
import { writeDurably } from "../common/node/durable-file.ts";

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

const addressFile = (dataDir: string) => join(dataDir, "address");

/** Leaves in the data directory where its daemon listens, for who may read there; `null` takes it away again. */
export function noteAddress(dataDir: string, url: string | null): void {
  if (url === null) rmSync(addressFile(dataDir), { force: true });
  else writeDurably(addressFile(dataDir), `${url}\n`, 0o640);
}

/**
 * Where the daemon of a data directory listens, as it last said; null where none does. One that was killed leaves its
 * address behind, so whoever reads it must ask there.
 */
export function notedAddress(dataDir: string): string | null {
  try {
    const url = readFileSync(addressFile(dataDir), "utf8").trim();
    return /^http:\/\/[\w.:[\]-]+$/.test(url) ? url : null;
  } catch {
    return null;
  }
}
