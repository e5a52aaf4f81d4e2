import { type FileHandle, open } from "node:fs/promises";

/**
 * So much is written before it is forced to disk. What a payment forces to disk waits behind what others left unwritten, so
 * that must stay little.
 */
const SYNC_EVERY_BYTES = 1024 * 1024;

/** A file written for good a little at a time. */
export interface PacedFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Forces the rest to disk and closes. */
  finish(): Promise<void>;
  /** Closes without a promise. */
  abandon(): Promise<void>;
}

/** Makes a new file, readable by its owner only. Fails where there is one. */
export async function createPaced(path: string): Promise<PacedFile> {
  const file = await open(path, "wx", 0o600);
  let unsynced = 0;
  return {
    async write(bytes) {
      await writeAll(file, bytes);
      unsynced += bytes.length;
      if (unsynced < SYNC_EVERY_BYTES) return;
      await file.datasync();
      unsynced = 0;
    },
    async finish() {
      await file.sync();
      await file.close();
    },
    async abandon() {
      await file.close().catch(() => {});
    },
  };
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done);
    done += bytesWritten;
  }
}

const READ_BYTES = 256 * 1024;

/** The first so many bytes of an open file, or all of them, part by part. */
export async function* readPart(file: FileHandle, most = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let position = 0; position < most; ) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, most - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** A whole file, part by part. */
export async function* readWhole(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, "r");
  try {
    yield* readPart(file);
  } finally {
    await file.close();
  }
}
