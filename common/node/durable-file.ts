import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a small file so that after a power cut it is either the old one or the new one, whole.
 * Synchronous: for settings and notes at start and stop, not for crops and backups.
 */
export function writeDurably(path: string, content: string | Uint8Array, mode = 0o600): void {
  writePartsDurably(path, [content], mode);
}

/** The same for a file of any length, part by part as they are made; what they throw leaves the old file as it was. */
export function writePartsDurably(
  path: string,
  parts: Iterable<string | Uint8Array>,
  mode = 0o600,
  prepare: (file: number) => void = () => {},
): void {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = openSync(temporary, "w", mode);
  try {
    prepare(file);
    for (const part of parts) writeFileSync(file, part);
    fsyncSync(file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** As `writeDurably`; a file that is there keeps its mode and, where root writes, its owner: by them its reader is let in. */
export function replaceDurably(path: string, content: string | Uint8Array): void {
  const before = statSync(path, { throwIfNoEntry: false });
  writePartsDurably(path, [content], 0o600, (file) => {
    if (!before) return;
    if (process.getuid?.() === 0) fchownSync(file, before.uid, before.gid);
    fchmodSync(file, before.mode & 0o777);
  });
}

/** As `writeDurably`, for crops and other large files: the event loop stays free. */
export async function saveDurably(path: string, content: Uint8Array, mode = 0o600): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, "w", mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes what was renamed or removed in a folder last. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
