import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assetPath } from "../../common/node/assets.ts";
import { openDb } from "../../common/node/db.ts";
import { compareReadModels } from "../../daemon/read-models/rebuild.ts";
import { stageBackup } from "../../daemon/services/restore/staging.ts";
import { backUp, TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { testLedgerKeys } from "./archive-by-hand.ts";
import { type BackupSite, withBackupSite } from "./backup-site.ts";
import { openPayingClient, type PayingClient } from "./paying-client.ts";

/** Between two cars at one till; without it the tills take all the processors there are, and the backup gets none. */
const BETWEEN_CARS_MS = 200;
const MOST_MS = 300_000;

export interface BackupLoad {
  backups: number;
  clients: number;
  onBackup?(done: number): void;
}

export interface LoadFigures {
  backups: number;
  acknowledged: number;
  /** Payments that a backup had to have, over all of them. */
  looked: number;
  /** Entries in the last backup. */
  events: number;
  violations: string[];
}

/**
 * Backs up a booth that takes money, over and over; restores each backup beside it and looks whether everything that was
 * acknowledged before the backup began is in it, the chain whole and the sums right.
 */
export async function runBackupLoad({ backups, clients, onBackup }: BackupLoad): Promise<LoadFigures> {
  const scratch = mkdtempSync(join(tmpdir(), "booth-restored-"));
  const cashiers = Array.from({ length: clients }, (_, index) => `till-${index + 1}`);
  const figures: LoadFigures = { backups: 0, acknowledged: 0, looked: 0, events: 0, violations: [] };
  let over = false;
  try {
    return await withBackupSite({ cashiers }, async (site) => {
      const open = (name: string, index: number) => openPayingClient(site.url, name, index, BETWEEN_CARS_MS);
      const paying = await Promise.all(cashiers.map(open));
      const tills = paying.map((client) => client.run(() => over));
      while (figures.backups < backups) {
        await backUpAndCheck(site, paying, scratch, figures);
        onBackup?.(figures.backups);
      }
      over = true;
      await Promise.all(tills);
      figures.acknowledged = paying.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
      figures.violations.push(...paying.flatMap(({ violations }) => violations));
      return figures;
    });
  } finally {
    over = true;
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function backUpAndCheck(
  { admin, target }: BackupSite,
  paying: readonly PayingClient[],
  scratch: string,
  figures: LoadFigures,
): Promise<void> {
  const known = paying.flatMap(({ acknowledged }) => [...acknowledged]);
  const run = await backUp(admin, MOST_MS, 50).catch((error) => {
    // A connection that nobody used for long was closed just when it was.
    if (!(error instanceof TypeError)) throw error;
    return backUp(admin, MOST_MS, 50);
  });
  figures.backups += 1;
  if (run.outcome !== "done" || run.name === null) {
    figures.violations.push(`a backup failed: ${run.message}`);
    return;
  }
  const file = await open(join(target, run.name));
  const order = { file, backupKey: TEST_BACKUP_KEY, keys: testLedgerKeys(), migrations: assetPath("migrations/booth") };
  const { folder, manifest, discard } = await stageBackup(order, scratch).finally(() => file.close());
  figures.events = manifest.checkpoint.seq;
  figures.looked += known.length;
  const db = openDb(join(folder, "booth.db"), { readonly: true });
  const inLedger = db.prepare("SELECT 1 FROM events WHERE seq = ? AND kind = 'payment' AND data ->> 'paymentId' = ?");
  const inModel = db.prepare("SELECT 1 FROM payments WHERE id = ?");
  for (const { id, seq } of known)
    if (!inLedger.get(seq, id) || !inModel.get(id)) figures.violations.push(`${run.name} lacks the payment ${id}`);
  const difference = compareReadModels(db);
  if (difference) figures.violations.push(`${run.name}: ${JSON.stringify(difference)}`);
  db.close();
  await discard();
}
