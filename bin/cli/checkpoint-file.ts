import { readFileSync } from "node:fs";
import type { CheckpointNote } from "../../common/events.ts";
import { usageError } from "./errors.ts";

/** Reads a checkpoint that somebody kept. */
export async function readCheckpoint(path: string): Promise<CheckpointNote> {
  const { parseCheckpoint } = await import("../../daemon/ledger/checkpoint.ts");
  const text = readFileSync(path, "utf8");
  try {
    return parseCheckpoint(text);
  } catch (error) {
    throw usageError(`${path}: ${error instanceof Error ? error.message : "is not a checkpoint"}.`, {
      hint: "boothctl ledger checkpoint > checkpoint.json",
    });
  }
}
