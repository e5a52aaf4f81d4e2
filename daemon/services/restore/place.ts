import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { refuse } from "../../../common/errors.ts";
import { syncFolder } from "../../../common/node/durable-file.ts";
import type { Hold } from "../../../common/node/exclusive-file.ts";
import { dataDirLock, holdDataDir } from "../../../common/node/hold-data-dir.ts";
import { targetFailure } from "../backup/failure.ts";
import { DATABASE_FILE } from "../backup/manifest.ts";
import { giveAllLike, giveLike } from "./owner.ts";
import { isStaging } from "./staging.ts";

/** Where a restored booth is put, and what is there. */
export interface Place {
  into: string;
  state: "missing" | "empty" | "taken";
}

/** A place that no daemon and no other restore touches until it is let go. */
export interface HeldPlace extends Place {
  state: "empty" | "taken";
  /**
   * Gives the files that were staged in it their place. An old directory is set aside first, whole, under the name that is
   * answered. If the power fails between, the files lie in the staged folder, whole, in the old directory under its new
   * name. Refuses with `run_busy` where a booth was begun in an empty directory since.
   */
  take(folder: string, stamp: string): Promise<string | null>;
  /** Lets go of it; as it was before, unless it was taken. */
  release(): Promise<void>;
}

const LOCK = basename(dataDirLock("", "daemon"));
/** A disk made for the booth is empty, whatever its file system keeps on it. */
const OVERLOOKED: readonly string[] = [LOCK, "lost+found"];

/** Looks at where a booth is to be put. Throws a BackupFailure for what is no directory. */
export async function lookAt(path: string): Promise<Place> {
  try {
    const into = await realpath(path);
    const names = await readdir(into);
    const isEmpty = names.every((name) => isStaging(name) || OVERLOOKED.includes(name));
    return { into, state: isEmpty ? "empty" : "taken" };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return { into: path, state: "missing" };
    throw targetFailure(error, path);
  }
}

/** Whether a directory is where a disk is mounted: then it cannot get another name. */
export async function isMountPoint(folder: string): Promise<boolean> {
  const [own, above] = await Promise.all([stat(folder), stat(dirname(folder))]);
  return own.dev !== above.dev;
}

/**
 * Keeps daemons and other restores off a place from now on, and makes it where it is missing; what is there may have
 * changed since it was looked at. Refuses with `run_busy` while one is at work there.
 */
export async function holdPlace({ into, state }: Place): Promise<HeldPlace> {
  if (state === "missing") await makeFolder(into);
  const lock = dataDirLock(into, "daemon");
  const hadLock = existsSync(lock);
  const hold = await takeLock(into);
  const held: Pick<HeldPlace, "into" | "state"> = { into, state: (await isFree(into)) ? "empty" : "taken" };
  let isTaken = false;
  return {
    ...held,
    async take(folder, stamp) {
      const aside = await takePlace(held, folder, stamp);
      isTaken = true;
      return aside;
    },
    async release() {
      const wasMade = !isTaken && state === "missing" && (await isFree(into));
      if (wasMade || !(isTaken || hadLock)) await rm(lock, { force: true });
      hold.release();
      if (wasMade) await rmdir(into);
    },
  };
}

async function takeLock(into: string): Promise<Hold> {
  try {
    const hold = holdDataDir(into, "daemon");
    // At once: if this is cut off, the booth's own user has to be able to take it.
    await giveLike(dataDirLock(into, "daemon"), into);
    return hold;
  } catch (error) {
    throw targetFailure(error, into);
  }
}

const isFree = async (into: string) => (await lookAt(into)).state === "empty";

/** A disk that is not mounted is not made up for: only the last folder of a path is made. */
async function makeFolder(into: string): Promise<void> {
  try {
    await mkdir(into, { mode: 0o700 });
    await giveLike(into, dirname(into));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw targetFailure(error, into);
  }
}

async function takePlace(
  { into, state }: Pick<HeldPlace, "into" | "state">,
  folder: string,
  stamp: string,
): Promise<string | null> {
  await giveAllLike(folder, into);
  if (state === "taken") return setAside(into, folder, `${into}.before-${stamp}`);
  if (!(await isFree(into))) refuse("run_busy", `somebody put something into ${into} meanwhile`);
  const others = (await readdir(folder)).filter((name) => name !== DATABASE_FILE && name !== LOCK);
  // The database last: without it there is no booth.
  for (const name of [...others, DATABASE_FILE]) await rename(join(folder, name), join(into, name));
  await syncFolder(into);
  return null;
}

/** The staged folder moves with the old directory, and out of it to where that was; its lock is held already. */
async function setAside(into: string, folder: string, aside: string): Promise<string> {
  await chmod(folder, (await stat(into)).mode & 0o7777);
  try {
    await rename(into, aside);
  } catch (error) {
    throw targetFailure(error, into);
  }
  try {
    await rename(join(aside, basename(folder)), into);
  } catch (error) {
    await rename(aside, into);
    throw targetFailure(error, into);
  }
  await syncFolder(dirname(into));
  return aside;
}
