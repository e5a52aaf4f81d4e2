import { Decrypter, Encrypter } from "age-encryption";
import { Header } from "tar";
import { type LedgerKeys, openLedgerKeys } from "../../daemon/ledger/keys.ts";
import { recipientOf } from "../../daemon/services/backup/encryption.ts";
import { TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { TEST_KEYS } from "../helpers/booth.ts";

export const testLedgerKeys = (): LedgerKeys => openLedgerKeys(Buffer.from(TEST_KEYS.EVENT_SIGNING_KEY, "base64url"));

type EntryType =
  | "File"
  | "SymbolicLink"
  | "Link"
  | "CharacterDevice"
  | "FIFO"
  | "Directory"
  | "ExtendedHeader"
  | "GlobalExtendedHeader"
  | "NextFileHasLongPath";

/** An entry of an archive that somebody makes by hand. */
export interface Entry {
  path: string;
  content: Buffer;
  type?: EntryType;
  linkpath?: string;
  /** What the header says, where that is not the content's length. */
  size?: number;
}

/** Writes a tar archive of whatever is asked for, sound or not. */
export function packEntries(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap(({ path, content, type = "File", linkpath, size }) => {
    const link = linkpath === undefined ? {} : { linkpath };
    const header = new Header({ path, type, size: size ?? content.length, mode: 0o644, mtime: new Date(0), ...link });
    header.encode();
    return [header.block ?? Buffer.alloc(0), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** The entries of an archive that is sound. */
export function unpackEntries(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; ; ) {
    const { path, size = 0, cksumValid } = new Header(archive, at);
    if (!cksumValid || path === undefined) return entries;
    entries.push({ path, content: archive.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Encrypts for the key of test booths, or for another recipient. */
export async function encrypt(plain: Buffer, recipient?: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient ?? (await recipientOf(TEST_BACKUP_KEY)));
  return Buffer.from(await encrypter.encrypt(plain));
}

export async function decrypt(cipher: Buffer): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(TEST_BACKUP_KEY);
  return Buffer.from(await decrypter.decrypt(cipher));
}
