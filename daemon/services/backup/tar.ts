import { Header } from "tar";
import { BackupFailure } from "./failure.ts";

/** A tar archive is blocks of so many bytes (POSIX.1-1988, ustar). */
const BLOCK = 512;
const END = Buffer.alloc(2 * BLOCK);

type Bytes = AsyncIterable<Uint8Array>;

/** A file to be put into an archive: exactly `bytes` of `content`. */
export interface TarFile {
  path: string;
  bytes: number;
  mtime: Date;
  content: Bytes | Iterable<Uint8Array>;
}

/** The length of an archive of files of these lengths. */
export function tarBytes(lengths: readonly number[]): number {
  return lengths.reduce((sum, bytes) => sum + BLOCK + bytes + paddingOf(bytes), END.length);
}

const paddingOf = (bytes: number) => (BLOCK - (bytes % BLOCK)) % BLOCK;

/** An archive of regular files, part by part. The contents must have the lengths that were announced. */
export async function* packTar(files: AsyncIterable<TarFile> | Iterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { path, bytes, mtime, content } of files) {
    const header = new Header({ path, mode: 0o600, uid: 0, gid: 0, size: bytes, mtime, type: "File" });
    header.encode();
    if (!header.block) throw new Error("a tar header could not be written");
    yield header.block;
    yield* content;
    yield Buffer.alloc(paddingOf(bytes));
  }
  yield END;
}

/** What an archive holds, one after the other; `content` must be read to its end before the next one is asked for. */
export interface TarEntry {
  path: string;
  bytes: number;
  content: Bytes;
}

/**
 * Walks the regular files of an archive, of GNU tar too. Directories are passed over; links, devices and whatever else a
 * file system can be tricked with are refused, as are headers that are none. Reads to the end of the stream.
 */
export async function* walkTar(stream: Bytes): AsyncGenerator<TarEntry> {
  const source = openSource(stream);
  for (let block = await source.take(BLOCK); block !== null; block = await source.take(BLOCK)) {
    if (block.every((byte) => byte === 0)) break;
    const { path, type, size } = readHeader(block);
    if (type === "File" || type === "OldFile") yield { path, bytes: size, content: source.stretch(size) };
    else if (type !== "Directory" || size !== 0)
      throw new BackupFailure("escaping", `it holds ${path}, which is no file`);
    await source.drain();
    await source.take(paddingOf(size));
  }
  while ((await source.take(BLOCK)) !== null);
}

function readHeader(block: Buffer): { path: string; type: string; size: number } {
  const header = parseHeader(block);
  const size = header?.size ?? 0;
  if (!header?.cksumValid || header.path === undefined || !Number.isSafeInteger(size) || size < 0)
    throw new BackupFailure("not_a_backup", "what it holds is no tar archive");
  return { path: header.path.replace(/^\.\//, ""), type: header.type, size };
}

/** Null for numbers that no header has, at which the parser throws. */
function parseHeader(block: Buffer): Header | null {
  try {
    return new Header(block, 0);
  } catch {
    return null;
  }
}

/** Bytes taken from a stream as they are wanted. */
function openSource(stream: Bytes) {
  const chunks = stream[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array(0);
  let left = 0;
  /** The next bytes, at most so many; null at the end of the stream. */
  const some = async (most: number): Promise<Uint8Array | null> => {
    while (held.length === 0) {
      const { done, value } = await chunks.next();
      if (done) return null;
      held = value;
    }
    const part = held.subarray(0, most);
    held = held.subarray(part.length);
    return part;
  };
  async function* stretch(): AsyncGenerator<Uint8Array> {
    while (left > 0) {
      const part = await some(left);
      if (part === null) throw new BackupFailure("truncated", "it breaks off in the middle of a file");
      left -= part.length;
      yield part;
    }
  }
  return {
    /** Exactly so many bytes; null where the stream ends before. */
    async take(bytes: number): Promise<Buffer | null> {
      const parts: Uint8Array[] = [];
      for (let wanted = bytes; wanted > 0; ) {
        const part = await some(wanted);
        if (part === null) return null;
        parts.push(part);
        wanted -= part.length;
      }
      return Buffer.concat(parts);
    },
    stretch(bytes: number): Bytes {
      left = bytes;
      return stretch();
    },
    /** Reads past what was not read of a stretch. */
    async drain(): Promise<void> {
      for await (const _ of stretch());
    },
  };
}
