import type { CheckpointNote } from "../../../common/events.ts";
import { openDb } from "../../../common/node/db.ts";
import type { LedgerKeys } from "../../ledger/keys.ts";
import { CheckpointError, verifyLedger } from "../../ledger/verify.ts";
import { BackupFailure } from "./failure.ts";

/** How a copy of the database is proved: each signature, or chain and head only; and by so many threads. */
interface Depth {
  checkpoint: CheckpointNote | null;
  quick: boolean;
  cores?: number;
}

/** Checks the pages and the chain of a copy of the database. Throws `ledger_broken` with what is wrong first. */
export async function proveDatabase(path: string, keys: LedgerKeys, { checkpoint, ...depth }: Depth): Promise<void> {
  const options = { ...depth, publicKeyText: keys.publicKeyText, ...(checkpoint ? { checkpoint } : {}) };
  const { firstBad } = await verifyLedger(path, options).catch((error) => {
    if (!(error instanceof CheckpointError)) throw error;
    throw new BackupFailure("ledger_broken", `the ledger in it does not go with its checkpoint: ${error.message}`);
  });
  if (firstBad) throw new BackupFailure("ledger_broken", `the ledger in it is not whole: ${firstBad.message}`);
  const db = openDb(path, { readonly: true });
  try {
    const [row] = db.pragma("quick_check(1)") as { quick_check: string }[];
    if (row?.quick_check !== "ok")
      throw new BackupFailure("ledger_broken", `the database in it is damaged: ${row?.quick_check}`);
  } finally {
    db.close();
  }
}
