import { randomBytes } from "node:crypto";
import { statSync, truncateSync } from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LEAST_FREE_BYTES } from "../../common/node/checks.ts";
import { freeBytes } from "../../common/node/disk.ts";

/** Room for some thousands of records that must be made on a full disk. */
export const RESERVE_BYTES = 32 * 1024 * 1024;

const FILE = "reserve";
const BLOCK_BYTES = 1024 * 1024;

/** Room on the disk that is held for the day it is full. */
export interface Reserve {
  /** Frees the room for what cannot wait. Answers whether there was any. */
  giveUp(): boolean;
  /** Whether it was given up, maybe before a restart, and has not been taken again. */
  isGivenUp(): boolean;
  /** Takes the room, where the disk has that and some more. Answers whether it is held; never rejects. */
  take(): Promise<boolean>;
}

/** For a ledger that has none: the command line's, which records what it is told and ends. */
export const NO_RESERVE: Reserve = { giveUp: () => false, isGivenUp: () => false, take: async () => true };

/** The reserve of a data directory: a file that is empty while it is given up. */
export function openReserve(dataDir: string, bytes = RESERVE_BYTES): Reserve {
  const path = join(dataDir, FILE);
  let held = statSync(path, { throwIfNoEntry: false })?.size ?? null;
  return {
    giveUp() {
      if (!held) return false;
      truncateSync(path, 0);
      held = 0;
      return true;
    },
    isGivenUp: () => held === 0,
    async take() {
      if (held === bytes) return true;
      try {
        if (freeBytes(dataDir) < bytes + LEAST_FREE_BYTES) return false;
        await fill(path, bytes);
        held = bytes;
        return true;
      } catch {
        // As much of it as was written is given back.
        await writeFile(path, "").catch(() => {});
        return false;
      }
    },
  };
}

/** With what no file system can compress. */
async function fill(path: string, bytes: number): Promise<void> {
  const block = randomBytes(Math.min(bytes, BLOCK_BYTES));
  const file = await open(path, "w", 0o600);
  try {
    for (let left = bytes; left > 0; left -= block.length) await file.writeFile(block.subarray(0, left));
    await file.sync();
  } finally {
    await file.close();
  }
}
