import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDb } from "../../common/node/db.ts";
import { openLedgerKeys } from "../../daemon/ledger/keys.ts";
import type { BackupFault } from "../../daemon/services/backup/failure.ts";
import { type Manifest, signManifest } from "../../daemon/services/backup/manifest.ts";
import { type Entry, testLedgerKeys } from "./archive-by-hand.ts";

/** The entries of an archive that was decrypted and changed: what whoever knows the recipient can make. */
export interface Forgery {
  name: string;
  expect: BackupFault;
  entries: Entry[];
}

const text = Buffer.from("text");
const none = Buffer.alloc(0);
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
/** More files than any backup has. */
const TOO_MANY = 200_001;

/** Forgeries of an archive; `older` is another one of the same booth, also genuine. */
export function forgeries(genuine: readonly Entry[], older: readonly Entry[]): Forgery[] {
  return [...forgedLists(genuine), ...swaps(genuine, older), ...forgedFiles(genuine), ...escapes(genuine)];
}

/** An archive of files without end, which takes long to make. */
export function manyFiles(): Forgery {
  const entries = Array.from({ length: TOO_MANY }, (_, n) => ({ path: `pictures/${n}.jpg`, content: none }));
  return { name: "a bomb of files", expect: "oversized", entries };
}

function partsOf(genuine: readonly Entry[]) {
  const [list, first, ...rest] = genuine;
  if (!list || !first) throw new Error("an archive without files");
  return {
    list,
    first,
    rest,
    files: [first, ...rest],
    manifest: JSON.parse(list.content.toString("utf8")) as Manifest,
  };
}

/** The manifest with a change, signed anew by the ledger's own key: a thief of the key, or a fault of the program. */
function signed(list: Entry, manifest: Manifest, change: Partial<Manifest>): Entry {
  const { sig: _, ...statement } = { ...manifest, ...change };
  return { ...list, content: json(signManifest(statement, testLedgerKeys().privateKey)) };
}

function forgedLists(genuine: readonly Entry[]): Forgery[] {
  const { list, files, manifest } = partsOf(genuine);
  const changed = (change: Partial<Manifest>): Entry[] => [
    { ...list, content: json({ ...manifest, ...change }) },
    ...files,
  ];
  const stranger = openLedgerKeys(Buffer.alloc(32, 9));
  const { sig: _, ...statement } = manifest;
  const byStranger = json(signManifest(statement, stranger.privateKey));
  const { checkpoint } = manifest;
  return [
    { name: "another version claimed", expect: "forged", entries: changed({ version: "9" }) },
    { name: "another time claimed", expect: "forged", entries: changed({ madeAt: "2020" }) },
    { name: "another booth claimed", expect: "forged", entries: changed({ boothId: "booth-2" }) },
    { name: "a later entry claimed", expect: "forged", entries: changed({ checkpoint: { ...checkpoint, seq: 9999 } }) },
    { name: "a file struck from the list", expect: "forged", entries: changed({ files: manifest.files.slice(0, 1) }) },
    { name: "signed by a stranger", expect: "forged", entries: [{ ...list, content: byStranger }, ...files] },
    { name: "a key that is not ours", expect: "foreign", entries: changed({ keyId: stranger.keyId }) },
    { name: "a signature cut short", expect: "forged", entries: changed({ sig: manifest.sig.slice(4) }) },
    { name: "an empty signature", expect: "forged", entries: changed({ sig: "" }) },
    { name: "no list", expect: "not_a_backup", entries: files },
    { name: "two lists", expect: "altered", entries: [list, ...files, list] },
    { name: "a list of another format", expect: "newer_version", entries: changed({ format: 2 as 1 }) },
    { name: "a list that is none", expect: "not_a_backup", entries: [{ ...list, content: text }, ...files] },
    {
      name: "a list with a word more",
      expect: "not_a_backup",
      entries: [{ ...list, content: json({ ...manifest, more: 1 }) }, ...files],
    },
  ];
}

function swaps(genuine: readonly Entry[], older: readonly Entry[]): Forgery[] {
  const [own, other] = [partsOf(genuine), partsOf(older)];
  return [
    { name: "the list of an older backup", expect: "forged", entries: [other.list, ...own.files] },
    { name: "the ledger of an older backup", expect: "forged", entries: [own.list, other.first, ...own.rest] },
    { name: "both lists, the older one first", expect: "forged", entries: [other.list, ...own.files, own.list] },
  ];
}

function forgedFiles(genuine: readonly Entry[]): Forgery[] {
  const { list, first, rest, files, manifest } = partsOf(genuine);
  const altered = Buffer.from(first.content);
  altered[4000] = (altered[4000] ?? 0) ^ 1;
  const longer = Buffer.concat([first.content, Buffer.alloc(512)]);
  const broken = signed(list, manifest, { checkpoint: { ...manifest.checkpoint, head: "0".repeat(64) } });
  return [
    { name: "a file altered", expect: "forged", entries: [list, { ...first, content: altered }, ...rest] },
    { name: "a file longer", expect: "oversized", entries: [list, { ...first, content: longer }, ...rest] },
    {
      name: "a file shorter",
      expect: "forged",
      entries: [list, { ...first, content: first.content.subarray(0, 512) }],
    },
    { name: "a file missing", expect: "incomplete", entries: [list, ...rest] },
    { name: "a file twice", expect: "altered", entries: [list, ...files, first] },
    { name: "a file before the list, altered", expect: "forged", entries: [{ ...first, content: altered }, list] },
    { name: "a newer schema", expect: "newer_version", entries: newerThanAny(genuine) },
    { name: "a ledger that its checkpoint does not fit", expect: "ledger_broken", entries: [broken, ...files] },
    { name: "a bomb: a header of terabytes", expect: "oversized", entries: [list, { ...first, size: 8e12 }] },
    { name: "a bomb before the list", expect: "truncated", entries: [{ ...first, size: 8e9 }, list] },
    { name: "a bomb for a list", expect: "oversized", entries: [{ ...list, size: 8e9 }, ...files] },
  ];
}

/** A backup by a program to come, which did not say that older ones can work with what it leaves. */
function newerThanAny(genuine: readonly Entry[]): Entry[] {
  const { list, first, rest, manifest } = partsOf(genuine);
  const folder = mkdtempSync(join(tmpdir(), "booth-newer-"));
  try {
    const path = join(folder, first.path);
    writeFileSync(path, first.content);
    const db = openDb(path);
    db.pragma("journal_mode = DELETE");
    db.exec("INSERT INTO migrations (name, applied_at) VALUES ('9999_later.sql', '2030-01-01T00:00:00.000Z')");
    db.close();
    const content = readFileSync(path);
    const digest = { path: first.path, bytes: content.length, sha256: hash("sha256", content, "hex") };
    const files = manifest.files.map((file) => (file.path === first.path ? digest : file));
    return [signed(list, manifest, { files }), { ...first, content }, ...rest];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const OUTSIDE = ["../outside", "/etc/passwd", "pictures/../../x.jpg"];
const NO_NAMES = ["keys", "booth.db/x", "pictures/.hidden.jpg", "a\\..\\b", "pictures/a/b.jpg", "booth.db-wal"];
const NO_FILES = [
  "SymbolicLink",
  "Link",
  "CharacterDevice",
  "FIFO",
  "ExtendedHeader",
  "GlobalExtendedHeader",
  "NextFileHasLongPath",
] as const;

function escapes(genuine: readonly Entry[]): Forgery[] {
  const { list, first, files, manifest } = partsOf(genuine);
  const extra = (entry: Entry) => [list, ...files, entry];
  const listed = (path: string) =>
    signed(list, manifest, { files: [...manifest.files, { path, bytes: 4, sha256: "0".repeat(64) }] });
  const link = { content: none, type: "SymbolicLink" as const, linkpath: "/etc" };
  return [
    ...[...OUTSIDE, ...NO_NAMES, "pictures/unlisted.jpg"].map((path) => ({
      name: `unlisted ${path}`,
      expect: "escaping" as const,
      entries: extra({ path, content: text }),
    })),
    ...OUTSIDE.map((path) => ({
      name: `listed and signed ${path}`,
      expect: "escaping" as const,
      entries: [listed(path), ...files, { path, content: text }],
    })),
    ...NO_FILES.map((type) => ({
      name: `an entry that is a ${type}`,
      expect: "escaping" as const,
      entries: extra({ path: "pictures/a.jpg", content: text, type, linkpath: "/etc/passwd" }),
    })),
    { name: "the ledger as a link", expect: "escaping", entries: [list, { path: first.path, ...link }] },
    { name: "the pictures as a link", expect: "escaping", entries: [list, { path: "pictures", ...link }, ...files] },
  ];
}
