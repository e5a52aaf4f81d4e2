import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { CliError } from "./errors.ts";

/** A backup's file, open to be read, and where it lies. */
export interface BackupFile {
  path: string;
  file: FileHandle;
}

/** Where a backup is looked for that is no path of a file. */
export interface Target {
  dir: string;
  newest?: string | undefined;
}

/**
 * Opens the file that a word means: `latest`, a path, or a name in the target directory, for which is asked when it is
 * needed. A path is opened before, as root may read what the booth's own user may not.
 */
export async function openBackupFile(word: string, targetOf: () => Promise<Target>): Promise<BackupFile> {
  const here = word === "latest" ? null : await openFile(resolve(word));
  if (here) return here;
  const { dir, newest } = await targetOf();
  const name = word === "latest" ? newest : word;
  if (name === undefined) throw notFound(`There is no backup in ${dir}.`, "boothctl backup run");
  const there = await openFile(resolve(dir, name));
  return there ?? Promise.reject(notFound(`There is no file ${word}, here or in ${dir}.`, "boothctl backup list"));
}

const notFound = (message: string, hint: string) => new CliError(6, "not_found", message, { hint });

/** Null where there is no such file; throws where it may not be read. */
async function openFile(path: string): Promise<BackupFile | null> {
  try {
    const file = await open(path, "r");
    if ((await file.stat()).isFile()) return { path, file };
    await file.close();
    return null;
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code))) return null;
    throw error;
  }
}
