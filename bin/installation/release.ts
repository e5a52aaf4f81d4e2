import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { assetPath } from "../../common/node/assets.ts";

/** Branch and commit: a tag that stands for one content for ever. */
export const IMMUTABLE_TAG = /^[A-Za-z0-9_.]+(?:-[A-Za-z0-9_.]+)*-[0-9a-f]{7}$/;

const Facts = v.object({
  tag: v.pipe(v.string(), v.regex(IMMUTABLE_TAG)),
  commit: v.string(),
  version: v.string(),
  node: v.object({ abi: v.string(), version: v.string() }),
  platform: v.string(),
  arch: v.string(),
  /** Unpacked. */
  bytes: v.number(),
  migrations: v.array(v.object({ name: v.string(), olderFrom: v.nullable(v.string()) })),
});

/** What a release says of itself in `release.json`. */
export type ReleaseFacts = v.InferOutput<typeof Facts>;

/** A release file or folder is not what it should be. The message is a sentence. */
export class ReleaseError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ReleaseError";
  }
}

/** Reads what a release says of itself. Throws a ReleaseError. */
export function parseFacts(text: string, where: string): ReleaseFacts {
  try {
    return v.parse(Facts, JSON.parse(text));
  } catch {
    throw new ReleaseError(`${where} is no release of this program: its release.json is missing or cannot be read`);
  }
}

/** The release in a folder; null where there is none. */
export function releaseIn(folder: string): ReleaseFacts | null {
  const path = join(folder, "release.json");
  return existsSync(path) ? parseFacts(readFileSync(path, "utf8"), folder) : null;
}

/** The folder of the program that runs. */
export const ownFolder = () => resolve(assetPath(""), "..");

/** Says in a sentence why a release cannot run on this machine, or null when it can. */
export function misfit({ tag, node, platform, arch }: ReleaseFacts): string | null {
  if (platform !== process.platform || arch !== process.arch)
    return `${tag} is built for ${platform} on ${arch}, and this machine is ${process.platform} on ${process.arch}`;
  if (node.abi !== process.versions.modules)
    return `${tag} is built for Node ${node.version}, and this machine runs ${process.versions.node}, which loads other modules`;
  return null;
}

/** Makes sure that a folder holds the files of SHA256SUMS, unchanged, and no other. Throws a ReleaseError. */
export async function verifyFolder(folder: string): Promise<void> {
  const sums = readSums(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, name: nameIn(folder, entry) }));
  const odd = found.find(({ entry, name }) => !entry.isFile() || (name !== "SHA256SUMS" && !sums.has(name)));
  if (odd) throw new ReleaseError(`${odd.name} does not belong to the release`);
  for (const [name, sum] of sums) {
    if (!existsSync(join(folder, name))) throw new ReleaseError(`${name} is missing from the release`);
    if ((await hashOf(join(folder, name))) !== sum)
      throw new ReleaseError(`${name} of the release is damaged: it is not what SHA256SUMS says`);
  }
}

const nameIn = (folder: string, entry: { parentPath: string; name: string }) =>
  relative(folder, join(entry.parentPath, entry.name));

/** `sha256sum`'s own format: the sum, two spaces, the name. */
function readSums(folder: string): Map<string, string> {
  const path = join(folder, "SHA256SUMS");
  if (!existsSync(path)) throw new ReleaseError("the release has no SHA256SUMS");
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
