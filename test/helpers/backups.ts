import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import type { BackupRun, BackupStatus } from "../../common/api/backups.ts";
import type { Client, TestBooth } from "./booth.ts";
import { until } from "./until.ts";

/** An age identity of test booths: published here, worth nothing. */
export const TEST_BACKUP_KEY = "AGE-SECRET-KEY-1SZT7H7T65AGC0VFT53V5R0G9S0LNQG0N6PLW08CMG6Q7N7DXJ49S993MCG";

export const freshIdentity = (): Promise<string> => generateX25519Identity();

/** How backups stand, as the booth answers it. */
export async function statusOf(admin: Client): Promise<BackupStatus> {
  const answer = await admin.get("/api/backup/status");
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as BackupStatus;
}

/** Asks for a backup and waits for its end. */
export async function backUp(admin: Client, mostMs?: number, everyMs?: number): Promise<BackupRun> {
  const begun = await admin.post("/api/backup/run");
  if (begun.status !== 202) throw new Error(begun.text);
  return ended(admin, mostMs, everyMs);
}

/** Waits until no run goes on; answers the last one. */
export async function ended(admin: Client, mostMs = 30_000, everyMs?: number): Promise<BackupRun> {
  let last: BackupRun | null = null;
  await until(
    async () => {
      const status = await statusOf(admin);
      last = status.lastAttempt;
      return last !== null && last.outcome !== "running" && status.running === null;
    },
    "the backup to end",
    mostMs,
    everyMs,
  );
  if (!last) throw new Error("no run is on record");
  return last;
}

/** Puts a picture of a stay that never was beside the booth's data. */
export function putPicture({ dataDir }: Pick<TestBooth, "dataDir">, name: string, bytes = 5000): void {
  const path = join(dataDir, "pictures", `${name}.jpg`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(bytes, name));
}

export function archivesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tar.age"))
    .sort();
}
