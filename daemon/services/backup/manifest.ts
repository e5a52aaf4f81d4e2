import { hash, type KeyObject, sign, verify } from "node:crypto";
import * as v from "valibot";
import { CheckpointNote } from "../../../common/events.ts";
import { publicKeyFrom } from "../../ledger/keys.ts";
import { canonical } from "../../ledger/seal.ts";
import { BackupFailure } from "./failure.ts";

export const MANIFEST = "manifest.json";
export const DATABASE_FILE = "booth.db";
export const CHECKPOINT_FILE = "checkpoint.json";
export const PICTURES = "pictures";

/** The signature is over this and the SHA-256 of the canonical manifest without `sig`, so that it can stand for nothing else. */
const DOMAIN = Buffer.from("parking-booth/backup/v1\0");

/** A list of more files than this, or a longer one, is none of ours. */
export const MOST_FILES = 200_000;
export const MOST_MANIFEST_BYTES = 64 * 1024 * 1024;

/** Plain names, and those of pictures: nothing here can lead out of the directory it is put into. */
const FilePath = v.pipe(
  v.string(),
  v.regex(/^(?:booth\.db|checkpoint\.json|pictures\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,90}\.jpg)$/),
);
const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const size = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 43));
const text = v.pipe(v.string(), v.maxLength(300));

const Manifest = v.strictObject({
  format: v.literal(1),
  boothId: text,
  siteId: text,
  version: text,
  madeAt: text,
  migrations: v.array(text),
  checkpoint: CheckpointNote,
  files: v.pipe(
    v.array(v.strictObject({ path: FilePath, bytes: size, sha256: Sha256 })),
    v.maxLength(MOST_FILES),
    v.check((files) => new Set(files.map(({ path }) => path)).size === files.length),
    v.check((files) => files.some(({ path }) => path === DATABASE_FILE)),
  ),
  keyId: text,
  sig: text,
});

/** What a backup says of itself: whose it is, up to which entry of the ledger, and every file in it. */
export type Manifest = v.InferOutput<typeof Manifest>;
export type ListedFile = Manifest["files"][number];

/** Whether a path is one that a backup may hold. */
export function isBackupPath(path: string): boolean {
  return path === MANIFEST || v.is(FilePath, path);
}

/** Signs a manifest with the ledger's key. */
export function signManifest(statement: Omit<Manifest, "sig">, privateKey: KeyObject): Manifest {
  return { ...statement, sig: sign(null, signedBytes(statement), privateKey).toString("base64url") };
}

const signedBytes = (statement: Omit<Manifest, "sig">) =>
  Buffer.concat([DOMAIN, hash("sha256", canonical(statement), "buffer")]);

/**
 * Reads a manifest and checks that the ledger's key, 32 raw bytes in base64url, signed it. Throws a BackupFailure that
 * says whether it is none, another ledger's, or forged.
 */
export function readManifest(bytes: Buffer, key: { keyId: string; publicKeyText: string }): Manifest {
  const manifest = parseManifest(bytes);
  if (manifest.keyId !== key.keyId) {
    const whose = `it was signed with the key ${manifest.keyId}, and EVENT_SIGNING_KEY is the key ${key.keyId}`;
    throw new BackupFailure("foreign", `this is a backup of another ledger: ${whose}`);
  }
  const { sig, ...statement } = manifest;
  const signature = Buffer.from(sig, "base64url");
  const isGenuine =
    signature.length === 64 && verify(null, signedBytes(statement), publicKeyFrom(key.publicKeyText), signature);
  if (!isGenuine) throw new BackupFailure("forged", "its list of files was not signed by this ledger's key");
  return manifest;
}

function parseManifest(bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw new BackupFailure("not_a_backup", "its list of files cannot be read");
  }
  const parsed = v.safeParse(Manifest, value);
  if (parsed.success) return parsed.output;
  const format = typeof value === "object" && value !== null && "format" in value ? value.format : undefined;
  if (typeof format === "number" && format > 1)
    throw new BackupFailure("newer_version", "a newer version of the booth wrote it");
  const escapes = parsed.issues.some((issue) => v.getDotPath(issue)?.endsWith(".path"));
  if (escapes) throw new BackupFailure("escaping", "its list names a file that no backup of a booth has");
  throw new BackupFailure("not_a_backup", "its list of files is not one that a booth writes");
}
