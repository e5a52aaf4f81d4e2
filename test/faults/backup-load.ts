import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assetPath } from "../../common/node/assets.ts";
import { openDb } from "../../common/node/db.ts";
import { compareReadModels } from "../../daemon/read-models/rebuild.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { stageBackup } from "../../daemon/services/backup/restore.ts";
import { openPasswords } from "../../daemon/services/passwords.ts";
import { seedAdmin } from "../../daemon/services/seed.ts";
import { createUser } from "../../daemon/services/users.ts";
import { backUp, TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { type Client, openClient, TEST_PASSWORD_COST } from "../helpers/booth.ts";
import { childEnvironment, freePort, isHealthy, openHere, spawnBooth } from "../helpers/child-booth.ts";
import { until } from "../helpers/until.ts";
import { testLedgerKeys } from "./backup-mutations.ts";
import { openPayingClient, type PayingClient } from "./paying-client.ts";

export interface BackupLoad {
  backups: number;
  clients: number;
  program: readonly string[];
  /** Called with each archive that was made, before retention may take it. */
  onBackup?(path: string, done: number): Promise<void> | void;
}

export interface LoadFigures {
  backups: number;
  acknowledged: number;
  /** Entries in the last backup. */
  events: number;
  violations: string[];
}

/**
 * Backs up a booth that takes money, over and over; restores each backup beside it and looks whether everything that was
 * acknowledged before the backup began is in it, the chain whole and the sums right.
 */
export async function runBackupLoad(load: BackupLoad): Promise<LoadFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), "booth-backup-"));
  const scratch = mkdtempSync(join(tmpdir(), "booth-restored-"));
  try {
    return await loadIn(dataDir, scratch, load);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function loadIn(dataDir: string, scratch: string, load: BackupLoad): Promise<LoadFigures> {
  const env = childEnvironment(dataDir, await freePort(), { LOG_LEVEL: "warn", BACKUP_KEY: TEST_BACKUP_KEY });
  const names = Array.from({ length: load.clients }, (_, index) => `till-${index + 1}`);
  await furnish(env, names);
  const booth = spawnBooth(env, load.program);
  const figures: LoadFigures = { backups: 0, acknowledged: 0, events: 0, violations: [] };
  let over = false;
  try {
    await until(() => isHealthy(booth.url), "the booth to open", 30_000);
    const admin = openClient(booth.url);
    await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" });
    const clients = await Promise.all(names.map((name, index) => openPayingClient(booth.url, name, index)));
    const tills = clients.map((client) => client.run(() => over));
    for (let done = 1; done <= load.backups; done += 1) {
      await backUpAndCheck(admin, clients, dataDir, scratch, figures);
      const newest = readdirSync(join(dataDir, "backups"))
        .filter((name) => name.endsWith(".tar.age"))
        .sort()
        .at(-1);
      if (newest) await load.onBackup?.(join(dataDir, "backups", newest), done);
    }
    over = true;
    await Promise.all(tills);
    figures.acknowledged = clients.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    figures.violations.push(...clients.flatMap(({ violations }) => violations));
    return figures;
  } finally {
    over = true;
    booth.child.kill("SIGTERM");
    await booth.ended;
  }
}

async function furnish(env: Record<string, string>, names: readonly string[]): Promise<void> {
  const booth = await openHere(env);
  const passwords = openPasswords(TEST_PASSWORD_COST);
  const actor = cliActor("test");
  await seedAdmin(booth, passwords, actor, { username: "admin", password: "admin-pass" });
  for (const username of names) {
    const password = `${username}-pass`;
    await createUser(booth, passwords, actor, {
      username,
      displayName: username,
      roleId: "cashier",
      language: "en",
      password,
    });
  }
  booth.db.close();
}

async function backUpAndCheck(
  admin: Client,
  clients: readonly PayingClient[],
  dataDir: string,
  scratch: string,
  figures: LoadFigures,
): Promise<void> {
  const known = clients.flatMap(({ acknowledged }) => [...acknowledged]);
  const run = await backUp(admin);
  figures.backups += 1;
  if (run.outcome !== "done" || run.name === null) {
    figures.violations.push(`a backup failed: ${run.message}`);
    return;
  }
  const order = {
    file: join(dataDir, "backups", run.name),
    backupKey: TEST_BACKUP_KEY,
    keys: testLedgerKeys(),
    migrations: assetPath("migrations/booth"),
  };
  const { folder, manifest } = await stageBackup(order, scratch);
  figures.events = manifest.checkpoint.seq;
  const db = openDb(join(folder, "booth.db"), { readonly: true });
  const inLedger = db.prepare("SELECT 1 FROM events WHERE seq = ? AND kind = 'payment' AND data ->> 'paymentId' = ?");
  const inModel = db.prepare("SELECT 1 FROM payments WHERE id = ?");
  for (const { id, seq } of known)
    if (!inLedger.get(seq, id) || !inModel.get(id)) figures.violations.push(`${run.name} lacks the payment ${id}`);
  const difference = compareReadModels(db);
  if (difference) figures.violations.push(`${run.name}: ${JSON.stringify(difference)}`);
  db.close();
  rmSync(folder, { recursive: true, force: true });
}
