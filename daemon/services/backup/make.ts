import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CheckpointNote } from "../../../common/events.ts";
import { digestOf, openDigest } from "../../../common/node/digest.ts";
import { type LedgerKeys, openLedgerKeys } from "../../ledger/keys.ts";
import { FileChangedError, proveArchive, sealArchive } from "./archive.ts";
import { listFiles, pathIn, roomNeeded } from "./contents.ts";
import { keyKindOf, recipientOf } from "./encryption.ts";
import { BackupFailure, targetFailure } from "./failure.ts";
import { type Manifest, signManifest } from "./manifest.ts";
import { backupName, nextBackupAt } from "./names.ts";
import { createPaced, readWhole } from "./paced-file.ts";
import { prepareSnapshot, type Snapshot } from "./snapshot.ts";
import { assertRoom, claimTarget, type FoundCopy, listCopies, publish, type Target, temporaryPath } from "./target.ts";

/** What a backup is made of; it is plain data, to be sent to another process. */
export interface MakeOrder {
  dataDir: string;
  target: Target;
  boothId: string;
  siteId: string;
  version: string;
  /** Milliseconds since 1970. */
  now: number;
  backupKey: string;
  /** The 32-byte seed of the ledger's key in base64url. */
  signingSeed: string;
}

/** A backup that counts. */
export interface MadeBackup {
  name: string;
  bytes: number;
  sha256: string;
  files: number;
  proof: "verified" | "written";
  checkpoint: CheckpointNote;
  /** All of the site's copies in the target directory now. */
  copies: FoundCopy[];
}

export type OnProgress = (done: number, total: number) => void;

/** Pictures come and go; more often than this in a row, something else is wrong. */
const MOST_TRIES = 4;
const SCRATCH = "backup-scratch";

/**
 * Makes a backup: a copy of the database, proved; an archive of it and the other files, encrypted, under a name of its own
 * until it is on disk, read back and proved; and only then its name. Throws a BackupFailure; what it had begun is removed.
 */
export async function makeBackup(order: MakeOrder, onProgress: OnProgress = () => {}): Promise<MadeBackup> {
  const { dataDir, target, siteId, boothId, now } = order;
  const keys = openLedgerKeys(Buffer.from(order.signingSeed, "base64url"));
  await recipientOf(order.backupKey);
  await claimTarget(target, { boothId, siteId, keyId: keys.keyId });
  const at = nextBackupAt(now, await listCopies(target.folder, siteId));
  const name = backupName(siteId, at);
  const scratch = join(dataDir, SCRATCH);
  await rm(scratch, { recursive: true, force: true });
  try {
    const room = await roomNeeded(dataDir);
    await assertRoom(dataDir, room.scratch, target.folder, room.target);
    await mkdir(scratch, { mode: 0o700 });
    const progress = openProgress(room.scratch + 2 * room.target, onProgress);
    const snapshot = await prepareSnapshot({ dataDir, scratch, keys, boothId, now }, progress);
    const made = await writeArchive(order, keys, snapshot, name, progress);
    await publish(target.folder, name);
    return { name, ...made, checkpoint: snapshot.checkpoint, copies: await listCopies(target.folder, siteId) };
  } catch (error) {
    await rm(temporaryPath(target.folder, name), { force: true }).catch(() => {});
    throw targetFailure(error, target.folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function openProgress(total: number, onProgress: OnProgress): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done = Math.min(total, done + bytes);
    onProgress(done, total);
  };
}

type Written = Pick<MadeBackup, "bytes" | "sha256" | "files" | "proof">;

async function writeArchive(
  order: MakeOrder,
  keys: LedgerKeys,
  snapshot: Snapshot,
  name: string,
  progress: (bytes: number) => void,
): Promise<Written> {
  const path = temporaryPath(order.target.folder, name);
  for (let tries = 1; ; tries += 1) {
    const files = await listFiles(order.dataDir, snapshot);
    const manifest = manifestOf(order, keys, snapshot, files);
    try {
      const cipher = await sealArchive(manifest, pathIn(order.dataDir, snapshot), order.backupKey, new Date(order.now));
      const written = await writeFile(path, cipher, progress);
      const proof = await readBack(path, order.backupKey, keys, written, progress);
      return { ...written, files: files.length, proof };
    } catch (error) {
      if (!(error instanceof FileChangedError) || tries === MOST_TRIES) throw error;
      await rm(path, { force: true });
    }
  }
}

function manifestOf(order: MakeOrder, keys: LedgerKeys, snapshot: Snapshot, files: Manifest["files"]): Manifest {
  const { boothId, siteId, version } = order;
  const { checkpoint, migrations } = snapshot;
  const about = { format: 1 as const, boothId, siteId, version, madeAt: checkpoint.at, migrations, checkpoint };
  return signManifest({ ...about, files, keyId: keys.keyId }, keys.privateKey);
}

async function writeFile(path: string, cipher: AsyncIterable<Uint8Array>, progress: (bytes: number) => void) {
  const file = await createPaced(path);
  const digest = openDigest();
  try {
    for await (const part of cipher) {
      await file.write(part);
      digest.add(part);
      progress(part.length);
    }
    await file.finish();
  } catch (error) {
    await file.abandon();
    throw error;
  }
  return digest.end();
}

/** Reads what was written; with an identity it is decrypted too, and proved. */
async function readBack(
  path: string,
  backupKey: string,
  keys: LedgerKeys,
  written: { sha256: string },
  progress: (bytes: number) => void,
): Promise<MadeBackup["proof"]> {
  const canDecrypt = keyKindOf(backupKey) === "identity";
  const { keyId, publicKeyText } = keys;
  const prove = () => proveArchive(path, { backupKey, keyId, publicKeyText }, { onBytes: progress });
  const { sha256 } = await (canDecrypt ? prove() : digestOf(readWhole(path), progress));
  if (sha256 !== written.sha256) throw new BackupFailure("altered", "what was read back is not what was written");
  return canDecrypt ? "verified" : "written";
}
