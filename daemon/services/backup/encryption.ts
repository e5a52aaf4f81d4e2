import { Decrypter, Encrypter, identityToRecipient } from "age-encryption";
import type { BackupKeyKind } from "../../../common/api/backups.ts";
import { BackupFailure } from "./failure.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** What a BACKUP_KEY is: an age identity reads and writes, a recipient only writes. */
export function keyKindOf(backupKey: string | null): BackupKeyKind {
  if (backupKey === null) return "none";
  return backupKey.startsWith("AGE-SECRET-KEY-") ? "identity" : "recipient";
}

/** The public half of a BACKUP_KEY: an age recipient. Throws a BackupFailure for what is no key. */
export async function recipientOf(backupKey: string): Promise<string> {
  try {
    if (keyKindOf(backupKey) === "identity") return await identityToRecipient(backupKey);
    new Encrypter().addRecipient(backupKey);
    return backupKey;
  } catch {
    throw new BackupFailure("key_invalid", "BACKUP_KEY is no age key: one letter of it may be wrong");
  }
}

/** Encrypts for a BACKUP_KEY in the age format (age-encryption.org/v1). */
export async function encryptFor(backupKey: string, plain: Bytes): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await recipientOf(backupKey));
  return encrypter.encrypt(ReadableStream.from(plain) as ReadableStream<Uint8Array>);
}

/** A chunk of the age format: each is authenticated by itself, and the last one says that it is the last. */
const CHUNK = 64 * 1024;

/**
 * Decrypts a file of so many bytes. Throws a BackupFailure that says why it cannot be decrypted; `expectedBytes` is asked
 * then for how long the plain text should be, as far as that is known, to tell a file cut short from an altered one.
 */
export async function* decryptWith(
  backupKey: string,
  cipher: Bytes,
  fileBytes: number,
  expectedBytes: () => number | null,
): AsyncGenerator<Uint8Array> {
  const opened = await openCipher(backupKey, inChunks(cipher), fileBytes);
  let given = 0;
  const chunks = opened.stream[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await chunks.next().catch(() => {
      throw damageAt(given, opened.plainBytes, expectedBytes());
    });
    if (done) return;
    given += value.length;
    yield value;
  }
}

/** Parts so small that each completes one chunk at most: of several, those before a bad one would be lost with it. */
async function* inChunks(cipher: Bytes): AsyncGenerator<Uint8Array> {
  for await (const part of cipher) for (let at = 0; at < part.length; at += CHUNK) yield part.subarray(at, at + CHUNK);
}

async function openCipher(backupKey: string, cipher: Bytes, fileBytes: number) {
  if (keyKindOf(backupKey) !== "identity")
    throw new BackupFailure("wrong_key", "BACKUP_KEY is a recipient, which cannot decrypt: the identity is needed");
  const decrypter = new Decrypter();
  await recipientOf(backupKey);
  decrypter.addIdentity(backupKey);
  try {
    const stream = await decrypter.decrypt(ReadableStream.from(cipher) as ReadableStream<Uint8Array>);
    return { stream, plainBytes: sizeOrZero(() => stream.size(fileBytes)) };
  } catch (error) {
    throw headerFailure(error, fileBytes);
  }
}

/** What the library throws has no codes: its words are what there is to go by. */
function headerFailure(error: unknown, fileBytes: number): BackupFailure {
  const words = error instanceof Error ? error.message : "";
  if (/no identity matched/.test(words))
    return new BackupFailure("wrong_key", "it was encrypted for another key than BACKUP_KEY");
  if (/HMAC/.test(words)) return new BackupFailure("altered", "its beginning was changed after it was written");
  if (fileBytes < 250) return new BackupFailure("truncated", "it breaks off at its very beginning");
  return new BackupFailure("not_a_backup", "it does not begin as a file of age does");
}

function sizeOrZero(size: () => number): number {
  try {
    return size();
  } catch {
    return 0;
  }
}

function damageAt(given: number, plainBytes: number, expected: number | null): BackupFailure {
  const isInLastChunk = plainBytes === 0 || given + CHUNK >= plainBytes;
  // The list of files alone fills more than a chunk less than this: a backup that short is none that was written whole.
  const isShort = expected === null ? given === 0 : plainBytes < expected;
  if (isInLastChunk && isShort) return new BackupFailure("truncated", "it breaks off before its end");
  return new BackupFailure("altered", "it was changed after it was written");
}
