import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { recipientOf } from "../../daemon/services/backup/encryption.ts";
import { freshIdentity, TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { TEST_KEYS } from "../helpers/booth.ts";
import { decrypt, encrypt, packEntries, unpackEntries } from "./archive-by-hand.ts";
import { damage } from "./damaged-archives.ts";
import { forgeries, manyFiles } from "./forged-archives.ts";

/** A file that is to be refused, by whoever holds these keys, for one of these reasons. */
interface Mutation {
  name: string;
  bytes: Buffer;
  expect: readonly string[];
  keys?: Partial<Keys>;
}

export interface Keys {
  BACKUP_KEY: string;
  EVENT_SIGNING_KEY: string;
}

/** What came of trying to restore a file: `opened`, or what was refused and in which words. */
export interface Outcome {
  code: string;
  message: string;
}

/** Tries to restore a file into a directory. */
export type Restore = (file: string, into: string, keys: Keys) => Promise<Outcome>;

export interface MutationFigures {
  tried: number;
  refused: number;
  /** How often each reason was given. */
  reasons: Record<string, number>;
  violations: string[];
}

/** What a person reads in the sentence, by which they know what it is. */
const TOLD: Readonly<Record<string, RegExp>> = {
  truncated: /breaks off/,
  altered: /changed after it was written|changed while|more than once/,
  forged: /signed/,
  foreign: /another ledger/,
  escaping: /no backup of a booth has|is no file|does not list/,
  oversized: /longer than|more files/,
  incomplete: /is not in it/,
  newer_version: /newer/,
  not_a_backup: /does not begin|no tar archive|list of files/,
  wrong_key: /another key|is a recipient/,
  ledger_broken: /ledger/,
};

/**
 * Tries mutations of a backup: each must be refused for its reason, in a sentence that names it, and leave the directory it
 * was to go into, and the one around it, as they were. `older` is another backup of the same booth.
 */
export async function tryMutations(archive: string, older: string, count: number, restore: Restore) {
  const figures: MutationFigures = { tried: 0, refused: 0, reasons: {}, violations: [] };
  const folder = mkdtempSync(join(tmpdir(), "booth-mutation-"));
  const places = makePlaces(folder);
  try {
    for await (const mutation of mutationsOf(archive, older, count)) {
      const into = places[figures.tried % places.length] ?? folder;
      figures.tried += 1;
      await attempt(mutation, folder, into, restore, figures);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return figures;
}

/** An empty directory, and one with the files of a booth that was open once. */
function makePlaces(folder: string): string[] {
  const [empty, taken] = [join(folder, "empty"), join(folder, "taken")];
  mkdirSync(empty);
  mkdirSync(taken);
  writeFileSync(join(taken, "booth.db"), "what there was");
  writeFileSync(join(taken, "checkpoint.json"), "{}");
  writeFileSync(join(taken, "daemon.lock"), "");
  return [empty, taken];
}

async function attempt(
  { name, bytes, expect, keys }: Mutation,
  folder: string,
  into: string,
  restore: Restore,
  figures: MutationFigures,
): Promise<void> {
  const file = join(folder, "mutated.tar.age");
  writeFileSync(file, bytes);
  const before = lookOf(folder);
  const { code, message } = await restore(file, into, { BACKUP_KEY: TEST_BACKUP_KEY, ...TEST_KEYS, ...keys });
  figures.reasons[code] = (figures.reasons[code] ?? 0) + 1;
  const isTold = TOLD[code]?.test(message) ?? false;
  if (expect.includes(code) && isTold) figures.refused += 1;
  else figures.violations.push(`${name}: ${code} (${message}), not ${expect.join(" or ")}`);
  if (lookOf(folder) !== before) figures.violations.push(`${name}: something was changed or left behind`);
}

/** Every name below a folder with its length, its times and what is in it. */
function lookOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const { size, mode, ino } = statSync(join(folder, name));
    hash.update(`${name} ${size} ${mode} ${ino}\n`);
    if (statSync(join(folder, name)).isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

async function* mutationsOf(archive: string, older: string, count: number): AsyncGenerator<Mutation> {
  const whole = readFileSync(archive);
  const plain = await decrypt(whole);
  let made = 0;
  for (const mutation of await special(whole, plain)) {
    made += 1;
    yield mutation;
  }
  const forged = forgeries(unpackEntries(plain), unpackEntries(await decrypt(readFileSync(older))));
  // Only where there is time for it.
  if (count > 200) forged.push(manyFiles());
  for (const { name, entries, expect } of forged) {
    made += 1;
    yield { name, bytes: await encrypt(packEntries(entries)), expect: [expect] };
  }
  for (let n = 0; made < count; n += 1) {
    const damaged = damage(whole, n);
    if (damaged.bytes.equals(whole)) continue;
    made += 1;
    yield damaged;
  }
}

/** Whole files of another kind, and whole backups in the hands of somebody else. */
async function special(whole: Buffer, plain: Buffer): Promise<Mutation[]> {
  const other = await freshIdentity();
  const otherLedger = { EVENT_SIGNING_KEY: Buffer.alloc(32, 9).toString("base64url") };
  const beginning = whole.subarray(0, whole.indexOf("\n--- ") + 49);
  const again = await encrypt(plain);
  return [
    { name: "another key", bytes: whole, expect: ["wrong_key"], keys: { BACKUP_KEY: other } },
    { name: "a recipient", bytes: whole, expect: ["wrong_key"], keys: { BACKUP_KEY: await recipientOf(other) } },
    { name: "another ledger's key", bytes: whole, expect: ["foreign"], keys: otherLedger },
    { name: "for somebody else", bytes: await encrypt(plain, await recipientOf(other)), expect: ["wrong_key"] },
    {
      name: "the beginning of another backup",
      bytes: Buffer.concat([beginning, again.subarray(again.indexOf("\n--- ") + 49)]),
      expect: ["altered"],
    },
    { name: "two backups in one file", bytes: Buffer.concat([whole, again]), expect: ["altered"] },
    { name: "compressed", bytes: await encrypt(gzipSync(plain)), expect: ["not_a_backup"] },
    {
      name: "a compressed bomb",
      bytes: await encrypt(gzipSync(Buffer.alloc(1e8), { level: 1 })),
      expect: ["not_a_backup"],
    },
    { name: "not encrypted", bytes: plain, expect: ["not_a_backup"] },
    { name: "nothing at all", bytes: Buffer.alloc(0), expect: ["truncated"] },
  ];
}
