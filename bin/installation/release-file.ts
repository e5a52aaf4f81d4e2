import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { folderOf, type Layout } from "./layout.ts";
import { IMMUTABLE_TAG, parseFacts, ReleaseError, type ReleaseFacts, releaseIn, verifyFolder } from "./release.ts";
import { runProgram } from "./run-program.ts";

/** A release as a file, and the name it was asked for by: a tag, or a channel such as `stage`. */
export interface ReleaseFile {
  path: string;
  name: string;
  facts: ReleaseFacts;
}

const FILE_NAME = /^parking-booth-(.+)\.tar\.gz$/;

/** Where the file of a word lies: a path, or a tag or channel, here or in the installation's own folder. */
export function locate({ incoming }: Layout, word: string): string | null {
  const places = [
    word,
    `parking-booth-${word}.tar.gz`,
    join(incoming, `parking-booth-${word}.tar.gz`),
    join(incoming, word),
  ];
  return (
    places.map((place) => resolve(place)).find((place) => FILE_NAME.test(basename(place)) && existsSync(place)) ?? null
  );
}

/** Reads what a release file says of itself. Throws a ReleaseError. */
export async function openReleaseFile(path: string): Promise<ReleaseFile> {
  const { list } = await import("tar");
  const name = FILE_NAME.exec(basename(path))?.[1] ?? "";
  let text = "";
  const odd: string[] = [];
  try {
    await list({
      file: path,
      strict: true,
      filter(entryPath, entry) {
        if (!isPlain(entry)) odd.push(entryPath.replace(/^[^/]+\//, ""));
        return /^[^/]+\/release\.json$/.test(entryPath);
      },
      onReadEntry: (entry) => entry.on("data", (chunk: Buffer) => (text += chunk.toString())),
    });
  } catch (error) {
    throw new ReleaseError(`${path} cannot be read: it is cut off or damaged (${(error as Error).message})`);
  }
  if (odd[0] !== undefined)
    throw new ReleaseError(`${path} is no release of this program: ${odd[0]} is neither a file nor a folder`);
  const facts = parseFacts(text, path);
  if (IMMUTABLE_TAG.test(name) && name !== facts.tag)
    throw new ReleaseError(`${path} is not what its name says: it holds ${facts.tag}`);
  return { path, name, facts };
}

/**
 * Unpacks a release beside the others, makes sure that it is whole, and only then gives it its name. One that lies there
 * already is taken, if it is whole. `onProgress` is told bytes.
 */
export async function unpack(
  layout: Layout,
  { path, facts }: ReleaseFile,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const folder = folderOf(layout, facts.tag);
  if (await isWhole(folder, facts)) return;
  const temporary = `${folder}.${process.pid}.tmp`;
  mkdirSync(temporary, { recursive: true });
  try {
    await extractTo(temporary, path, facts, onProgress);
    await verifyFolder(temporary);
    await runProgram("sync", ["--file-system", temporary]);
    rmSync(folder, { recursive: true, force: true });
    renameSync(temporary, folder);
    await runProgram("sync", ["--file-system", folder]);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const isPlain = (entry: object) => !("type" in entry) || ["File", "OldFile", "Directory"].includes(String(entry.type));

async function isWhole(folder: string, { tag, commit }: ReleaseFacts): Promise<boolean> {
  try {
    const there = releaseIn(folder);
    if (!there || there.tag !== tag || there.commit !== commit) return false;
    await verifyFolder(folder);
    return true;
  } catch {
    return false;
  }
}

async function extractTo(
  folder: string,
  file: string,
  { bytes }: ReleaseFacts,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const { extract } = await import("tar");
  let done = 0;
  await extract({
    file,
    cwd: folder,
    strip: 1,
    strict: true,
    preserveOwner: false,
    umask: 0o022,
    // Links were refused when the file was opened; should another one lie there by now, they lead nowhere.
    filter: (_, entry) => isPlain(entry),
    onReadEntry(entry) {
      done += entry.size;
      onProgress(done, bytes);
    },
  });
}
