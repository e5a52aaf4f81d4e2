import { createPrivateKey, randomInt } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { Header } from "tar";
import { assetPath } from "../../common/node/assets.ts";
import { type LedgerKeys, openLedgerKeys } from "../../daemon/ledger/keys.ts";
import { recipientOf } from "../../daemon/services/backup/encryption.ts";
import { BackupFailure } from "../../daemon/services/backup/failure.ts";
import { type Manifest, signManifest } from "../../daemon/services/backup/manifest.ts";
import { stageBackup } from "../../daemon/services/backup/restore.ts";
import { TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { TEST_KEYS } from "../helpers/booth.ts";

export const testLedgerKeys = (): LedgerKeys => openLedgerKeys(Buffer.from(TEST_KEYS.EVENT_SIGNING_KEY, "base64url"));

/** An entry of an archive that somebody makes by hand. */
interface Entry {
  path: string;
  content: Buffer;
  type?: "File" | "SymbolicLink" | "Link" | "CharacterDevice" | "FIFO" | "Directory";
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

export async function encrypt(plain: Buffer): Promise<Buffer> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await recipientOf(TEST_BACKUP_KEY));
  return Buffer.from(await encrypter.encrypt(plain));
}

export async function decrypt(cipher: Buffer): Promise<Buffer> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(TEST_BACKUP_KEY);
  return Buffer.from(await decrypter.decrypt(cipher));
}

type Changed = { name: string; entries: Entry[] };

/** Archives that were decrypted, changed, and encrypted again: what whoever knows the recipient can make. */
function forgeries(entries: readonly Entry[]): (Changed & { expect: readonly string[] })[] {
  const [list, ...files] = entries;
  if (!list) throw new Error("an archive without a list");
  const manifest = JSON.parse(list.content.toString("utf8")) as Manifest;
  const with_ = (change: Partial<Manifest>): Entry => ({ ...list, content: json({ ...manifest, ...change }) });
  const first = files[0] ?? list;
  const signed = (change: Partial<Manifest>): Entry => {
    const { sig: _, ...statement } = { ...manifest, ...change };
    return { ...list, content: json(signManifest(statement, testLedgerKeys().privateKey)) };
  };
  const otherKeys = openLedgerKeys(Buffer.alloc(32, 9));
  const { sig: _, ...statement } = manifest;
  const stranger = json(
    signManifest(statement, createPrivateKey(otherKeys.privateKey.export({ format: "pem", type: "pkcs8" }))),
  );
  const longer = Buffer.concat([first.content, Buffer.alloc(512)]);
  const altered = Buffer.from(first.content);
  altered[4000] = (altered[4000] ?? 0) ^ 1;
  const extra = (entry: Entry) => [list, ...files, entry];
  const text = Buffer.from("text");
  const none = Buffer.alloc(0);
  const listed = (path: string) => signed({ files: [...manifest.files, { path, bytes: 4, sha256: "0".repeat(64) }] });
  return [
    { name: "another version claimed", expect: ["forged"], entries: [with_({ version: "9" }), ...files] },
    { name: "an older checkpoint claimed", expect: ["forged"], entries: [with_({ madeAt: "2020" }), ...files] },
    { name: "signed by a stranger", expect: ["forged"], entries: [{ ...list, content: stranger }, ...files] },
    { name: "a key that is not ours", expect: ["foreign"], entries: [with_({ keyId: otherKeys.keyId }), ...files] },
    { name: "a signature cut short", expect: ["forged"], entries: [with_({ sig: manifest.sig.slice(4) }), ...files] },
    { name: "no list", expect: ["not_a_backup"], entries: files },
    { name: "two lists", expect: ["altered"], entries: extra(list) },
    { name: "a list of another format", expect: ["newer_version"], entries: [with_({ format: 2 as 1 }), ...files] },
    { name: "a list that is none", expect: ["not_a_backup"], entries: [{ ...list, content: text }, ...files] },
    {
      name: "a newer schema",
      expect: ["newer_version"],
      entries: [signed({ migrations: ["9999_later.sql"] }), ...files],
    },
    { name: "a file altered", expect: ["forged"], entries: [list, { ...first, content: altered }, ...files.slice(1)] },
    { name: "a file longer", expect: ["oversized"], entries: [list, { ...first, content: longer }, ...files.slice(1)] },
    {
      name: "a file shorter",
      expect: ["forged"],
      entries: [list, { ...first, content: first.content.subarray(0, 512) }],
    },
    { name: "a file missing", expect: ["incomplete"], entries: [list, ...files.slice(1)] },
    { name: "a file twice", expect: ["altered"], entries: extra(first) },
    { name: "a file before the list, altered", expect: ["forged"], entries: [{ ...first, content: altered }, list] },
    { name: "a bomb: a header of terabytes", expect: ["oversized"], entries: [list, { ...first, size: 8e12 }] },
    { name: "a bomb before the list", expect: ["truncated"], entries: [{ ...first, size: 8e9 }, list] },
    ...[
      "../outside",
      "/etc/passwd",
      "pictures/../../x.jpg",
      "keys",
      "booth.db/x",
      "pictures/.hidden.jpg",
      "a\\..\\b",
    ].map((path) => ({ name: `unlisted ${path}`, expect: ["escaping"], entries: extra({ path, content: text }) })),
    ...["../outside", "/etc/passwd", "pictures/../../x.jpg"].map((path) => ({
      name: `listed and signed ${path}`,
      expect: ["escaping"],
      entries: [listed(path), ...files, { path, content: text }],
    })),
    ...(["SymbolicLink", "Link", "CharacterDevice", "FIFO"] as const).map((type) => ({
      name: `a ${type}`,
      expect: ["escaping"],
      entries: extra({ path: "pictures/a.jpg", content: none, type, linkpath: "/etc/passwd" }),
    })),
    {
      name: "the database as a link",
      expect: ["escaping"],
      entries: [list, { path: first.path, content: none, type: "SymbolicLink", linkpath: "/etc/passwd" }],
    },
  ];
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A mutation of the encrypted file, such as a bad disk or a bad hand makes it. */
function damage(whole: Buffer, kind: number): { name: string; bytes: Buffer; expect: readonly string[] } {
  const at = randomInt(whole.length);
  const anyDamage = ["altered", "truncated", "wrong_key", "not_a_backup"];
  if (kind === 0) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
    return { name: `a bit at ${at} flipped`, bytes, expect: at > 400 ? ["altered"] : anyDamage };
  }
  if (kind === 1) {
    const expect = at > 400 ? ["truncated"] : anyDamage;
    return { name: `cut to ${at} bytes`, bytes: whole.subarray(0, at), expect };
  }
  if (kind === 2)
    return {
      name: "something added",
      bytes: Buffer.concat([whole, Buffer.alloc(1 + randomInt(2000), 1)]),
      expect: anyDamage,
    };
  if (kind === 3) {
    const gone = 1 + randomInt(5000);
    const bytes = Buffer.concat([whole.subarray(0, at), whole.subarray(at + gone)]);
    return { name: `${gone} bytes at ${at} left out`, bytes, expect: anyDamage };
  }
  const bytes = Buffer.concat([
    whole.subarray(0, at),
    Buffer.alloc(Math.min(4096, whole.length - at)),
    whole.subarray(at + 4096),
  ]);
  return { name: `4096 bytes at ${at} zeroed`, bytes, expect: anyDamage };
}

export interface MutationFigures {
  tried: number;
  refused: number;
  violations: string[];
}

/** Tries mutations of an archive: each must be refused for its reason and leave the directory it was to go into as it was. */
export async function tryMutations(archive: string, count: number): Promise<MutationFigures> {
  const whole = readFileSync(archive);
  const plain = await decrypt(whole);
  const figures: MutationFigures = { tried: 0, refused: 0, violations: [] };
  const folder = mkdtempSync(join(tmpdir(), "booth-mutation-"));
  const file = join(folder, "mutated.tar.age");
  const attempt = async (name: string, bytes: Buffer, expect: readonly string[]) => {
    figures.tried += 1;
    writeFileSync(file, bytes);
    const { mtimeMs } = statSync(folder);
    const outcome = await openMutated(file, folder);
    if (expect.includes(outcome)) figures.refused += 1;
    else figures.violations.push(`${name}: ${outcome}, not ${expect.join(" or ")}`);
    if (
      readdirSync(folder).length !== 1 ||
      (expect.length === 1 && outcome !== expect[0] && statSync(folder).mtimeMs !== mtimeMs)
    )
      figures.violations.push(`${name}: something was left behind`);
  };
  try {
    const made = forgeries(unpackEntries(plain));
    for (const { name, entries, expect } of made) await attempt(name, await encrypt(packEntries(entries)), expect);
    await attempt("compressed", await encrypt(gzipSync(plain)), ["not_a_backup"]);
    await attempt("a compressed bomb", await encrypt(gzipSync(Buffer.alloc(2e8))), ["not_a_backup"]);
    await attempt("not encrypted", plain, ["not_a_backup"]);
    await attempt("nothing", Buffer.alloc(0), ["truncated", "not_a_backup"]);
    for (let n = 0; figures.tried < count; n += 1) {
      const { name, bytes, expect } = damage(whole, n % 5);
      if (!bytes.equals(whole)) await attempt(name, bytes, expect);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}

async function openMutated(file: string, parent: string): Promise<string> {
  const order = { file, backupKey: TEST_BACKUP_KEY, keys: testLedgerKeys(), migrations: assetPath("migrations/booth") };
  try {
    await stageBackup(order, parent);
    return "opened";
  } catch (error) {
    return error instanceof BackupFailure ? error.fault : String(error);
  }
}
