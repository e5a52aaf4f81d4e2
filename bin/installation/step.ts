import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { writeDurably } from "../../common/node/durable-file.ts";

/** One thing an installation does. What is so already is left alone. */
export interface Step {
  /** As a person would say it: `make the user parking-booth`. */
  what: string;
  /** Null where this user may not look. */
  isDone(): boolean | null;
  run(): Promise<void> | void;
}

/** Owner and group by number; root's where null, or where the installer is not root itself. */
export type Owner = () => { uid: number; gid: number } | null;

const isRoot = () => process.getuid?.() === 0;

function give(path: string, owner: Owner): void {
  const ids = owner();
  if (isRoot() && ids) chownSync(path, ids.uid, ids.gid);
}

function isOwned(path: string, owner: Owner): boolean {
  const ids = owner();
  if (!isRoot() || !ids) return true;
  const { uid, gid } = statSync(path);
  return uid === ids.uid && gid === ids.gid;
}

/** A directory with its mode and owner. */
export function directoryStep(path: string, mode: number, owner: Owner, words = "make the directory"): Step {
  return {
    what: `${words} ${path} (${mode.toString(8)})`,
    isDone: () => existsSync(path) && (statSync(path).mode & 0o777) === mode && isOwned(path, owner),
    run() {
      mkdirSync(path, { recursive: true });
      chmodSync(path, mode);
      give(path, owner);
    },
  };
}

/** A file that is the program's: written again when its content is another one. */
export function ownFileStep(path: string, content: () => string, mode = 0o644): Step {
  return {
    what: `write ${path}`,
    isDone: () => existsSync(path) && readFileSync(path, "utf8") === content(),
    run: () => writeOut(path, content(), mode, () => null),
  };
}

/** A file that is the operator's once it is there: never written over. */
export function firstFileStep(path: string, content: () => Promise<string> | string, mode: number, owner: Owner): Step {
  return {
    what: `write ${path} (${mode.toString(8)})`,
    isDone: () => isThere(path),
    run: async () => writeOut(path, await content(), mode, owner),
  };
}

/** Whether something is there; null where this user may not look. */
function isThere(path: string): boolean | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EACCES")) throw error;
    return null;
  }
}

function writeOut(path: string, content: string, mode: number, owner: Owner): void {
  writeDurably(path, content, 0o600);
  give(path, owner);
  chmodSync(path, mode);
}
