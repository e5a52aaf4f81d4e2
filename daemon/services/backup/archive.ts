import { type FileHandle, open } from "node:fs/promises";
import { type Digest, openDigest } from "../../../common/node/digest.ts";
import { decryptWith, encryptFor } from "./encryption.ts";
import { BackupFailure } from "./failure.ts";
import {
  isBackupPath,
  type ListedFile,
  MANIFEST,
  type Manifest,
  MOST_FILES,
  MOST_MANIFEST_BYTES,
  readManifest,
} from "./manifest.ts";
import { readPart, readWhole } from "./paced-file.ts";
import { packTar, type TarEntry, type TarFile, tarBytes, walkTar } from "./tar.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** Whose archives are opened: BACKUP_KEY, and the public half of the ledger's key. */
export interface ArchiveKeys {
  backupKey: string;
  keyId: string;
  publicKeyText: string;
}

/** An archive that proved itself from its first byte to its last; the digest is the encrypted file's. */
export interface ProvedArchive extends Digest {
  manifest: Manifest;
}

/** Where the files of a manifest are read from. */
export type PathOf = (file: ListedFile) => string;

/** Packs and encrypts the files of a manifest, the manifest first. Throws FileChangedError for one that is not as listed. */
export async function sealArchive(manifest: Manifest, pathOf: PathOf, backupKey: string, mtime: Date): Promise<Bytes> {
  const list = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  const files: TarFile[] = [
    { path: MANIFEST, bytes: list.length, mtime, content: [list] },
    ...manifest.files.map((file) => ({ path: file.path, bytes: file.bytes, mtime, content: asListed(file, pathOf) })),
  ];
  return encryptFor(backupKey, packTar(files));
}

/** A file was changed or removed between the listing and the packing: a picture's time had come. */
export class FileChangedError extends Error {
  constructor(path: string) {
    super(`${path} changed while it was packed`);
    this.name = "FileChangedError";
  }
}

async function* asListed(file: ListedFile, pathOf: PathOf): AsyncGenerator<Uint8Array> {
  const digest = openDigest();
  let left = file.bytes;
  try {
    for await (const part of readWhole(pathOf(file))) {
      digest.add(part);
      left -= part.length;
      if (left < 0) break;
      yield part;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new FileChangedError(file.path);
    throw error;
  }
  if (!isSame(digest.end(), file)) throw new FileChangedError(file.path);
}

const isSame = (found: Digest, listed: Digest) => found.bytes === listed.bytes && found.sha256 === listed.sha256;

/** What is done with a listed file while an archive is read; it must read the content to its end. */
export type Take = (path: string, content: Bytes) => Promise<void>;

const passOver: Take = async (_path, content) => {
  for await (const _ of content);
};

type Listing = ReadonlyMap<string, ListedFile>;

interface OpenOptions {
  onBytes?: ((bytes: number) => void) | undefined;
  /** Called for each listed file, before the archive has proved itself: only for who has proved it in an earlier pass. */
  take?: Take;
}

/**
 * Decrypts an archive's file and proves it: the manifest's signature, each listed file's length and hash, nothing beside them, and
 * the age format's own seal to the last byte. Throws a BackupFailure that says what is wrong.
 */
export async function proveArchive(path: string, keys: ArchiveKeys, options: OpenOptions = {}): Promise<ProvedArchive> {
  // Opened and closed here: who reads a stream that fails may leave it half read.
  const file = await open(path, "r");
  try {
    return await proveOpened(file, keys, options);
  } finally {
    await file.close();
  }
}

/** The same for one that is open already, and stays so. */
export async function proveOpened(
  file: FileHandle,
  keys: ArchiveKeys,
  options: OpenOptions = {},
): Promise<ProvedArchive> {
  const { size } = await file.stat();
  const digest = openDigest();
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const part of readPart(file, size)) {
      digest.add(part);
      options.onBytes?.(part.length);
      yield part;
    }
  }
  const found = new Map<string, Digest>();
  let manifest: Manifest | null = null;
  let listed: Listing | null = null;
  let listBytes = 0;
  const expected = () => manifest && tarBytes([listBytes, ...manifest.files.map(({ bytes }) => bytes)]);
  const plain = decryptWith(keys.backupKey, counted(), size, expected);
  for await (const entry of walkTar(plain)) {
    assertWanted(entry, listed, found);
    if (entry.path === MANIFEST) {
      const list = await readList(entry);
      listBytes = list.length;
      manifest = readManifest(list, keys);
      listed = new Map(manifest.files.map((file) => [file.path, file]));
      for (const [path, file] of found) assertAsListed(listed, path, file);
      continue;
    }
    const file = await takeEntry(entry, options.take ?? passOver);
    if (listed) assertAsListed(listed, entry.path, file);
    found.set(entry.path, file);
  }
  if (!manifest) throw new BackupFailure("not_a_backup", "it has no list of files");
  const missing = manifest.files.find(({ path }) => !found.has(path));
  if (missing) throw new BackupFailure("incomplete", `${missing.path}, which it lists, is not in it`);
  return { manifest, ...digest.end() };
}

/** Before a byte of an entry is read: its name is one a backup may hold, once, and it is no longer than was listed. */
function assertWanted({ path, bytes }: TarEntry, listed: Listing | null, found: ReadonlyMap<string, Digest>): void {
  if (!isBackupPath(path)) throw new BackupFailure("escaping", `it holds ${path}, which no backup of a booth has`);
  if (found.has(path) || (path === MANIFEST && listed))
    throw new BackupFailure("altered", `it holds ${path} more than once`);
  if (found.size >= MOST_FILES) throw new BackupFailure("oversized", "it holds more files than any of ours");
  if (path === MANIFEST) {
    if (bytes > MOST_MANIFEST_BYTES)
      throw new BackupFailure("oversized", "its list of files is longer than any of ours");
    return;
  }
  if (listed && bytes > listedAs(listed, path).bytes)
    throw new BackupFailure("oversized", `${path} is longer than it lists`);
}

function assertAsListed(listing: Listing, path: string, file: Digest): void {
  const listed = listedAs(listing, path);
  if (file.bytes > listed.bytes) throw new BackupFailure("oversized", `${path} is longer than it lists`);
  if (!isSame(file, listed)) throw new BackupFailure("forged", `${path} is not the file that was listed and signed`);
}

function listedAs(listing: Listing, path: string): ListedFile {
  const listed = listing.get(path);
  if (!listed) throw new BackupFailure("escaping", `it holds ${path}, which it does not list`);
  return listed;
}

async function readList({ content }: TarEntry): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function takeEntry({ path, content }: TarEntry, take: Take): Promise<Digest> {
  const digest = openDigest();
  async function* digested(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      digest.add(part);
      yield part;
    }
  }
  await take(path, digested());
  return digest.end();
}
