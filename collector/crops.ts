import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The folder of all crops, with one folder a booth. */
export const CROPS = "crops";

/** Where an item's crop lies below the data directory. Both names are slugs or ids by now and hold neither `/` nor `.`. */
export function cropPath(boothId: string, itemId: string): string {
  return join(CROPS, boothId, `${itemId}.jpg`);
}

/** An item's crop, at most 2 MiB; null where its file is gone. */
export async function readCrop(dataDir: string, boothId: string, itemId: string): Promise<Buffer | null> {
  try {
    return await readFile(join(dataDir, cropPath(boothId, itemId)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** The crops on disk. */
export interface Crops {
  /** Writes a crop and gives it its name, in place of another of that name. It stays only once `sync` has resolved. */
  write(boothId: string, itemId: string, bytes: Buffer): Promise<void>;
  /** Resolves once the names of all crops of these booths that were written are on disk. */
  sync(boothIds: Iterable<string>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the crops of a data directory. A crop is written beside them and moved into place; what a crash left behind
 * there is cleared away. The folder of a booth is held open, to be synced as often as crops come. Throws where something
 * else than a folder is in the way: better at the start than for each package.
 */
export async function openCrops(dataDir: string): Promise<Crops> {
  const incoming = join(dataDir, "incoming");
  await rm(incoming, { recursive: true, force: true });
  for (const folder of [incoming, join(dataDir, CROPS)]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const folders = new Map<string, Promise<FileHandle>>();

  const folderOf = (boothId: string): Promise<FileHandle> => {
    const known = folders.get(boothId) ?? openFolder(dataDir, boothId);
    folders.set(boothId, known);
    known.catch(() => folders.delete(boothId));
    return known;
  };

  const forget = async (boothId: string): Promise<void> => {
    const known = folders.get(boothId);
    folders.delete(boothId);
    await (await known)?.close();
  };

  return {
    async write(boothId, itemId, bytes) {
      await folderOf(boothId);
      const temporary = join(incoming, randomUUID());
      try {
        await writeSynced(temporary, bytes);
        await rename(temporary, join(dataDir, cropPath(boothId, itemId)));
      } catch (error) {
        await rm(temporary, { force: true });
        // Perhaps somebody removed the folder: the next crop makes it again.
        await forget(boothId);
        throw error;
      }
    },
    async sync(boothIds) {
      // A name that is not on disk is lost with the power, and the file with it.
      await Promise.all([...boothIds].map(async (boothId) => (await folderOf(boothId)).sync()));
    },
    async close() {
      for (const folder of await Promise.allSettled(folders.values()))
        if (folder.status === "fulfilled") await folder.value.close();
    },
  };
}

/** Makes the folder of a booth's crops, on disk up to the data directory, and opens it. */
async function openFolder(dataDir: string, boothId: string): Promise<FileHandle> {
  const folder = join(dataDir, dirname(cropPath(boothId, "any")));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(folder));
  await syncFolder(dataDir);
  return open(folder, "r");
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.datasync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
