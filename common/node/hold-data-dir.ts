import { join } from "node:path";
import { refuse } from "../errors.ts";
import { type Hold, holdFile } from "./exclusive-file.ts";

type Kind = "daemon" | "collector";

const HELD: Readonly<Record<Kind, string>> = {
  daemon: "another daemon runs on this data directory, or a restore is at work there",
  collector: "another collector runs on this data directory already",
};

/** The file by which a data directory is held. */
export function dataDirLock(dataDir: string, kind: Kind): string {
  return join(dataDir, `${kind}.lock`);
}

/**
 * Keeps a second process of a kind, such as `daemon`, off the same data directory: two booths would both open barriers,
 * two collectors would both give a crop away. Refuses with `run_busy`. The command line needs no hold: it works beside
 * them.
 */
export function holdDataDir(dataDir: string, kind: Kind): Hold {
  return holdFile(dataDirLock(dataDir, kind)) ?? refuse("run_busy", HELD[kind]);
}
