import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPasswords } from "../../common/node/passwords.ts";
import { cliActor } from "../../daemon/services/actors.ts";
import { seedAdmin } from "../../daemon/services/seed.ts";
import { createUser } from "../../daemon/services/users.ts";
import { TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { type Client, openClient, TEST_PASSWORD_COST } from "../helpers/booth.ts";
import { childEnvironment, freePort, isHealthy, openHere, spawnBooth } from "../helpers/child-booth.ts";
import { until } from "../helpers/until.ts";

/** A booth in a process of its own that makes backups, with an administrator and cashiers. */
export interface BackupSite {
  url: string;
  dataDir: string;
  admin: Client;
  /** The directory that its backups are written to. */
  target: string;
}

export interface BackupSiteOptions {
  /** Names of cashiers; the password of each is the name and `-pass`. */
  cashiers: readonly string[];
  /** Puts into the data directory what the booth is to find there. */
  prepare?(dataDir: string): void;
}

/** Opens such a booth for a piece of work, and takes it away afterwards. */
export async function withBackupSite<T>(
  options: BackupSiteOptions,
  work: (site: BackupSite) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "booth-backup-"));
  try {
    const env = childEnvironment(dataDir, await freePort(), { LOG_LEVEL: "warn", BACKUP_KEY: TEST_BACKUP_KEY });
    await furnish(env, options.cashiers);
    options.prepare?.(dataDir);
    const booth = spawnBooth(env);
    try {
      await until(() => isHealthy(booth.url), "the booth to open", 30_000);
      const admin = openClient(booth.url);
      await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" });
      return await work({ url: booth.url, dataDir, admin, target: join(dataDir, "backups") });
    } finally {
      booth.child.kill("SIGTERM");
      await booth.ended;
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function furnish(env: Record<string, string>, cashiers: readonly string[]): Promise<void> {
  const booth = await openHere(env);
  const passwords = openPasswords(TEST_PASSWORD_COST);
  const actor = cliActor("test");
  await seedAdmin(booth, passwords, actor, { username: "admin", password: "admin-pass" });
  for (const username of cashiers) {
    const user = { username, displayName: username, roleId: "cashier", language: "en" as const };
    await createUser(booth, passwords, actor, { ...user, password: `${username}-pass` });
  }
  booth.db.close();
}
