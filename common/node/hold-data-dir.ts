import { join } from "node:path";
import { refuse } from "../errors.ts";
import { type Hold, holdFile } from "./exclusive-file.ts";

/**
 * Keeps a second process of a kind, such as `daemon`, off the same data directory: two booths would both open barriers,
 * two collectors would both give a crop away. Refuses with `run_busy`. The command line needs no hold: it works beside
 * them.
 */
export function holdDataDir(dataDir: string, kind: "daemon" | "collector"): Hold {
  return (
    holdFile(join(dataDir, `${kind}.lock`)) ?? refuse("run_busy", `another ${kind} runs on this data directory already`)
  );
}
