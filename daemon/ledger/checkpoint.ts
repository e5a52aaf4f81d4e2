import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { CheckpointNote } from "../../common/events.ts";
import { writeDurably } from "../../common/node/durable-file.ts";
import type { LedgerKeys } from "./keys.ts";
import { publicKeyFrom } from "./keys.ts";
import { canonical, signCheckpoint, verifyCheckpoint } from "./seal.ts";

/** How many events lie between two checkpoints at most. */
export const CHECKPOINT_EVERY = 1000;

/** Signs that the chain of this booth has this head now. */
export function makeCheckpoint(
  keys: LedgerKeys,
  boothId: string,
  head: { seq: number; hash: Buffer },
  at: string,
): CheckpointNote {
  const statement = { boothId, seq: head.seq, head: head.hash.toString("hex"), at, keyId: keys.keyId };
  return { ...statement, sig: signCheckpoint(keys.privateKey, canonical(statement)) };
}

/** Whether a checkpoint was signed by the key of these 32 raw bytes in base64url. */
export function isCheckpointGenuine(note: CheckpointNote, publicKeyText: string): boolean {
  const { sig, ...statement } = note;
  return verifyCheckpoint(publicKeyFrom(publicKeyText), canonical(statement), sig);
}

/** A value as a checkpoint, or null if it is not one. */
export function parseCheckpointValue(value: unknown): CheckpointNote | null {
  const parsed = v.safeParse(CheckpointNote, value);
  return parsed.success ? parsed.output : null;
}

/** Reads a checkpoint from the text of its file. Throws an error that says what was expected. */
export function parseCheckpoint(text: string): CheckpointNote {
  try {
    return v.parse(CheckpointNote, JSON.parse(text));
  } catch {
    throw new Error(
      "expected a checkpoint as `boothctl ledger checkpoint` prints it: boothId, seq, head, at, keyId, sig",
    );
  }
}

const FILE_NAME = "checkpoint.json";

/** Keeps a checkpoint beside the database, so that a tail cut off while the daemon is down is noticed at boot. */
export function writeCheckpointFile(dataDir: string, note: CheckpointNote): void {
  writeDurably(join(dataDir, FILE_NAME), `${canonical(note)}\n`);
}

/** The checkpoint beside the database, or null if there is none that can be read. */
export function readCheckpointFile(dataDir: string): CheckpointNote | null {
  try {
    return parseCheckpoint(readFileSync(join(dataDir, FILE_NAME), "utf8"));
  } catch {
    return null;
  }
}
