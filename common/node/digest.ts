import { createHash } from "node:crypto";

/** How long something is, in bytes, and its SHA-256 in hexadecimal digits. */
export interface Digest {
  bytes: number;
  sha256: string;
}

/** A digest of what passes by. */
export interface OpenDigest {
  add(part: Uint8Array): void;
  /** Once, at the end. */
  end(): Digest;
}

/** Begins the digest of bytes that come part by part. */
export function openDigest(): OpenDigest {
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    add(part) {
      hash.update(part);
      bytes += part.length;
    },
    end: () => ({ bytes, sha256: hash.digest("hex") }),
  };
}

/** The digest of a stream, read to its end; `onBytes` is told of each part. */
export async function digestOf(
  stream: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void = () => {},
): Promise<Digest> {
  const digest = openDigest();
  for await (const part of stream) {
    digest.add(part);
    onBytes(part.length);
  }
  return digest.end();
}
