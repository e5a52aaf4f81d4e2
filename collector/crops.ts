import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Where an item's crop lies below the data directory. Both names are slugs or ids by now and hold neither `/` nor `.`. */
export function cropPath(boothId: string, itemId: string): string {
  return join("crops", boothId, `${itemId}.jpg`);
}

/** The crops on disk. */
export interface Crops {
  /** Resolves once the crop and its name are on disk, whatever happens then. Replaces one of that name. */
  keep(boothId: string, itemId: string, bytes: Buffer): Promise<void>;
}

/**
 * Opens the crops of a data directory. A crop is written beside them and moved into place; what a crash left behind
 * there is cleared away.
 */
export async function openCrops(dataDir: string): Promise<Crops> {
  const incoming = join(dataDir, "incoming");
  await rm(incoming, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const folders = new Map<string, Promise<() => Promise<void>>>();

  const openFolder = async (folder: string) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(folder));
    await syncFolder(dataDir);
    return grouped(() => syncFolder(folder));
  };
  const syncOf = (folder: string) => {
    const known = folders.get(folder) ?? openFolder(folder);
    folders.set(folder, known);
    known.catch(() => folders.delete(folder));
    return known;
  };

  return {
    async keep(boothId, itemId, bytes) {
      const path = join(dataDir, cropPath(boothId, itemId));
      const temporary = join(incoming, randomUUID());
      const syncNames = await syncOf(dirname(path));
      try {
        await writeSynced(temporary, bytes);
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      // A name that is not on disk is lost with the power, and the file with it.
      await syncNames();
    },
  };
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

/** One work for all who ask while another is under way: each gets one that began after it asked. */
function grouped(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    next = null;
    running = work().finally(() => {
      running = null;
    });
    return running;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
