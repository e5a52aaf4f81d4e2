import { copyFile, link, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { PICTURES } from "./manifest.ts";

/** Where the crops of packages that wait for the collector lie in a data directory. */
export const CROPS = "review";

/** In an archive they are among the pictures, so that a release that knows of pictures only opens it. */
const PACKED = /^pictures\/review-([0-9a-f-]{36}\.jpg)$/;

/** Where a file of an archive lies in a data directory. */
export function placeOf(path: string): string {
  const crop = PACKED.exec(path)?.[1];
  return crop === undefined ? path : join(CROPS, crop);
}

export const isCropPath = (path: string): boolean => PACKED.test(path);

/** The crops in a folder, as they are called in an archive. */
export async function cropPaths(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, CROPS)).catch(() => []);
  return names
    .map((name) => `${PICTURES}/review-${name}`)
    .filter(isCropPath)
    .sort();
}

/**
 * Keeps the crops that are there now for the backup, under their paths in the archive: what is sent meanwhile is gone from
 * its place, and a long queue that drains would spoil each try. Links take no room; where there are none, it copies.
 */
export async function holdCrops(dataDir: string, scratch: string): Promise<void> {
  await mkdir(join(scratch, PICTURES), { recursive: true, mode: 0o700 });
  for (const path of await cropPaths(dataDir)) {
    const [from, to] = [join(dataDir, placeOf(path)), join(scratch, path)];
    await link(from, to).catch((error) => (isHeld(error) ? undefined : copyFile(from, to).catch(unlessSent)));
  }
}

const isHeld = (error: NodeJS.ErrnoException) => error.code === "EEXIST";

function unlessSent(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** The crops that are kept for the backup. */
export async function heldCrops(scratch: string): Promise<string[]> {
  const names = await readdir(join(scratch, PICTURES));
  return names.map((name) => `${PICTURES}/${name}`).sort();
}
