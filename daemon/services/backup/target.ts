import { access, constants, mkdir, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { saveDurably, syncFolder } from "../../../common/node/durable-file.ts";
import { BackupFailure, targetFailure } from "./failure.ts";
import { type NamedCopy, parseBackupName } from "./names.ts";

/** Whose backups a directory holds. */
export interface Owner {
  boothId: string;
  siteId: string;
  keyId: string;
}

/** A directory that backups are written to. */
export interface Target {
  folder: string;
  /** Whether it is the booth's own default, which is made where it is missing; a disk that is not mounted is not. */
  mayMake: boolean;
}

export interface FoundCopy extends NamedCopy {
  bytes: number;
}

/** Says whose backups lie here, so that two booths on one share do not remove each other's. */
const ownerFile = (siteId: string) => `booth-${siteId}.owner.json`;
const temporaryOf = (name: string) => `.${name}.tmp`;

/** Makes sure that the directory is there and this booth's, and takes away what a run that was cut off left. */
export async function claimTarget({ folder, mayMake }: Target, owner: Owner): Promise<void> {
  try {
    if (mayMake) await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await stat(folder)).isDirectory()) throw new BackupFailure("target_missing", `${folder} is no directory`);
    await claim(join(folder, ownerFile(owner.siteId)), owner, folder);
    for (const name of await readdir(folder)) {
      const made = /^\.(.+)\.tmp$/.exec(name)?.[1] ?? "";
      if (parseBackupName(owner.siteId, made)) await rm(join(folder, name), { force: true });
    }
  } catch (error) {
    throw targetFailure(error, folder);
  }
}

const OwnerFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ boothId: v.string(), siteId: v.string(), keyId: v.string() }),
);

async function claim(path: string, owner: Owner, folder: string): Promise<void> {
  const { boothId, siteId, keyId } = owner;
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  // One without a word in it was begun on a disk that had no room.
  if (text === null || text.trim() === "") {
    return saveDurably(path, Buffer.from(`${JSON.stringify({ boothId, siteId, keyId })}\n`));
  }
  const known = v.safeParse(OwnerFile, text);
  if (known.success && known.output.keyId === keyId) return;
  const other = known.success ? `booth ${known.output.boothId}` : "another booth";
  throw new BackupFailure(
    "target_taken",
    `${folder} holds the backups of ${other}: give each booth a directory of its own`,
  );
}

/** The site's backups in a directory, in no order; other files are none of ours. */
export async function listCopies(folder: string, siteId: string): Promise<FoundCopy[]> {
  const copies: FoundCopy[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const named = entry.isFile() ? parseBackupName(siteId, entry.name) : null;
    const found = named && (await stat(join(folder, entry.name)).catch(() => null));
    if (named && found) copies.push({ ...named, bytes: found.size });
  }
  return copies;
}

/** How much room a directory has, and whether it is on the same disk as another one. */
export async function measureTarget(folder: string, other: string) {
  const [room, here, there] = await Promise.all([statfs(folder), stat(folder), stat(other)]);
  return { freeBytes: room.bavail * room.bsize, sameDisk: here.dev === there.dev };
}

/**
 * Says why a directory may not be written, or null. Of rights only the booth's own user can tell; that a disk may only
 * be read anybody can.
 */
export async function whyNotWritable(folder: string, dataDir: string): Promise<unknown> {
  try {
    await access(folder, constants.W_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isOther = code === "EACCES" && process.getuid?.() !== (await stat(dataDir)).uid;
    return isOther ? null : targetFailure(error, folder);
  }
}

/** The path under which a backup is written until it has proved itself. */
export function temporaryPath(folder: string, name: string): string {
  return join(folder, temporaryOf(name));
}

/** Gives a finished file its name, for good: if the power fails on any line here, it is there whole or not at all. */
export async function publish(folder: string, name: string): Promise<void> {
  await rename(temporaryPath(folder, name), join(folder, name));
  await syncFolder(folder);
}

/** Removes copies by name, for good; what is not this site's backup is left alone. Answers which were removed. */
export async function removeCopies(folder: string, siteId: string, names: readonly string[]): Promise<string[]> {
  const own = names.filter((name) => parseBackupName(siteId, name) !== null);
  for (const name of own) await rm(join(folder, name), { force: true });
  if (own.length > 0) await syncFolder(folder);
  return own;
}

/** What is left free, so that payments find room while a backup is made. */
const SPARE_BYTES = 64 * 1024 * 1024;

/** Refuses to begin what there is no room for: so many bytes in the data directory for a while, so many in the target. */
export async function assertRoom(dataDir: string, scratch: number, folder: string, target: number): Promise<void> {
  const { freeBytes, sameDisk } = await measureTarget(folder, dataDir);
  const needed = target + (sameDisk ? scratch + SPARE_BYTES : 0);
  if (freeBytes < needed) throw new BackupFailure("target_full", `${folder} ${lacks("a backup", needed, freeBytes)}`);
  if (sameDisk) return;
  const room = await measureTarget(dataDir, dataDir);
  if (room.freeBytes < scratch + SPARE_BYTES)
    throw new BackupFailure("scratch_full", `${dataDir} ${lacks("a backup", scratch + SPARE_BYTES, room.freeBytes)}`);
}

/** Says that a directory lacks room for something, in bytes. */
export function lacks(what: string, needed: number, free: number): string {
  const [takes, has] = [Math.ceil(needed / 1e6), Math.floor(free / 1e6)];
  return `has too little room: ${what} takes ${takes} MB, and ${has === 0 ? "less than 1" : has} MB are free`;
}
