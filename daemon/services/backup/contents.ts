import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../../../common/node/digest.ts";
import { cropPaths, heldCrops, isCropPath, placeOf } from "./crops.ts";
import { CHECKPOINT_FILE, DATABASE_FILE, isBackupPath, type ListedFile, PICTURES } from "./manifest.ts";
import { readWhole } from "./paced-file.ts";
import type { Snapshot } from "./snapshot.ts";

/** Where a listed file lies while a backup is made. */
export function pathIn(dataDir: string, snapshot: Snapshot): (file: { path: string }) => string {
  const isPicture = (path: string) => path.startsWith(`${PICTURES}/`) && !isCropPath(path);
  return ({ path }) => join(isPicture(path) ? dataDir : snapshot.folder, path);
}

/** Every file that goes into a backup. Keys, locks and addresses do not; nor does what the booth makes anew. */
export async function listFiles(dataDir: string, snapshot: Snapshot): Promise<ListedFile[]> {
  const paths = [
    DATABASE_FILE,
    ...(snapshot.hasCheckpointFile ? [CHECKPOINT_FILE] : []),
    ...(await picturePaths(dataDir)),
    ...(await heldCrops(snapshot.folder)),
  ];
  const pathOf = pathIn(dataDir, snapshot);
  const files: ListedFile[] = [];
  for (const path of paths) {
    const file = await digestOf(readWhole(pathOf({ path }))).catch((error: NodeJS.ErrnoException) => {
      // A picture whose time has come since the folder was read.
      if (error.code === "ENOENT" && path.startsWith(PICTURES)) return null;
      throw error;
    });
    if (file) files.push({ path, ...file });
  }
  return files;
}

/** A crop that an older release restored lies among them, and has no stay: it is not kept on. */
async function picturePaths(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, PICTURES)).catch(() => []);
  const paths = names.map((name) => `${PICTURES}/${name}`);
  return paths.filter((path) => isBackupPath(path) && !isCropPath(path)).sort();
}

/** How many bytes a backup takes, near enough: in the data directory while it is made, and in the target. */
export async function roomNeeded(dataDir: string): Promise<{ scratch: number; target: number }> {
  const sizeOf = async (name: string) => (await stat(join(dataDir, name)).catch(() => null))?.size ?? 0;
  const database = (await sizeOf(DATABASE_FILE)) + (await sizeOf(`${DATABASE_FILE}-wal`));
  let pictures = 0;
  for (const path of await picturePaths(dataDir)) pictures += await sizeOf(path);
  for (const path of await cropPaths(dataDir)) pictures += await sizeOf(placeOf(path));
  return { scratch: database, target: database + pictures };
}
