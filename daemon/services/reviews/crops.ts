import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "../../../common/node/db.ts";
import { saveDurably, syncFolder } from "../../../common/node/durable-file.ts";
import { CROP_BYTES } from "../../../common/review.ts";
import type { Needs } from "../../context.ts";

const folderOf = ({ config }: Needs<"config">) => join(config.dataDir, "review");

/** Where the crop of a package lies. */
export const cropPath = (booth: Needs<"config">, itemId: string): string => join(folderOf(booth), `${itemId}.jpg`);

/** Whether a picture is one the collector takes: a JPEG of at most 2 MiB. */
export function isCrop(jpeg: Buffer | null): jpeg is Buffer {
  return jpeg !== null && jpeg.length <= CROP_BYTES && jpeg.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
}

/** Resolves once the crop is on disk for good. */
export async function saveCrop(booth: Needs<"config">, itemId: string, jpeg: Buffer): Promise<void> {
  await mkdir(folderOf(booth), { recursive: true, mode: 0o700 });
  await saveDurably(cropPath(booth, itemId), jpeg);
}

/** The crop of a package, or null where it is not there any more. */
export async function loadCrop(booth: Needs<"config">, itemId: string): Promise<Buffer | null> {
  try {
    return await readFile(cropPath(booth, itemId));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Removes crops whose rows are gone, those that are there, for good. */
export async function removeCrops(booth: Needs<"config">, itemIds: readonly string[]): Promise<void> {
  // After the restore of an older release's backup, packages may wait and no folder be there.
  if (itemIds.length === 0 || !existsSync(folderOf(booth))) return;
  for (const id of itemIds) await rm(cropPath(booth, id), { force: true });
  await syncFolder(folderOf(booth));
}

/**
 * Removes what a crash left behind: crops that were saved and never queued, or sent and not yet removed. To be called
 * while nothing is being queued. Answers how many there were.
 */
export async function sweepCrops(booth: Needs<"config" | "db">): Promise<number> {
  const names = await readdir(folderOf(booth)).catch(() => []);
  const known = sql(booth.db, "SELECT 1 FROM review_items WHERE id = ?");
  const strays = names.filter((name) => known.get(name.replace(/\.jpg$/, "")) === undefined);
  for (const name of strays) await rm(join(folderOf(booth), name), { force: true, recursive: true });
  return strays.length;
}
