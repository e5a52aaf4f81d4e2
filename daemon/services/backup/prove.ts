import { stat } from "node:fs/promises";
import { join } from "node:path";
import { openLedgerKeys } from "../../ledger/keys.ts";
import { proveArchive } from "./archive.ts";
import { targetFailure } from "./failure.ts";
import type { OnProgress } from "./make.ts";

/** A copy to be proved once more, and with what; it is plain data, to be sent to another process. */
export interface ProveOrder {
  folder: string;
  name: string;
  backupKey: string;
  /** The 32-byte seed of the ledger's key in base64url. */
  signingSeed: string;
}

export interface ProvedCopyFile {
  bytes: number;
  sha256: string;
  /** The last entry of the ledger in it. */
  seq: number;
}

/** Decrypts a copy to its end and compares each file with the signed list, as when it was made. Throws a BackupFailure. */
export async function proveCopy(order: ProveOrder, onProgress: OnProgress): Promise<ProvedCopyFile> {
  const { folder, name, backupKey, signingSeed } = order;
  const { keyId, publicKeyText } = openLedgerKeys(Buffer.from(signingSeed, "base64url"));
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    let done = 0;
    const onBytes = (part: number) => {
      done += part;
      onProgress(done, size);
    };
    const { bytes, sha256, manifest } = await proveArchive(path, { backupKey, keyId, publicKeyText }, { onBytes });
    return { bytes, sha256, seq: manifest.checkpoint.seq };
  } catch (error) {
    throw targetFailure(error, path);
  }
}
