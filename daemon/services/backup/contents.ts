import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { digestOf } from "../../../common/node/digest.ts";
import { CHECKPOINT_FILE, DATABASE_FILE, isBackupPath, type ListedFile, PICTURES } from "./manifest.ts";
import { readWhole } from "./paced-file.ts";
import type { Snapshot } from "./snapshot.ts";

/** Where a listed file lies while a backup is made. */
export function pathIn(dataDir: string, snapshot: Snapshot): (file: { path: string }) => string {
  return ({ path }) => join(path.startsWith(`${PICTURES}/`) ? dataDir : snapshot.folder, path);
}

/** Every file that goes into a backup. Keys, locks and addresses do not; nor does what the booth makes anew. */
export async function listFiles(dataDir: string, snapshot: Snapshot): Promise<ListedFile[]> {
  const paths = [
    DATABASE_FILE,
    ...(snapshot.hasCheckpointFile ? [CHECKPOINT_FILE] : []),
    ...(await pictureNames(dataDir)).map((name) => `${PICTURES}/${name}`),
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

async function pictureNames(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, PICTURES)).catch(() => []);
  return names.filter((name) => isBackupPath(`${PICTURES}/${name}`)).sort();
}

/** How many bytes a backup takes, near enough: in the data directory while it is made, and in the target. */
export async function roomNeeded(dataDir: string): Promise<{ scratch: number; target: number }> {
  const sizeOf = async (name: string) => (await stat(join(dataDir, name)).catch(() => null))?.size ?? 0;
  const database = (await sizeOf(DATABASE_FILE)) + (await sizeOf(`${DATABASE_FILE}-wal`));
  let pictures = 0;
  for (const name of await pictureNames(dataDir)) pictures += await sizeOf(join(PICTURES, name));
  return { scratch: database, target: database + pictures };
}
