import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { BackupRun } from "../../common/api/backups.ts";
import { TEST_BACKUP_KEY } from "./backups.ts";
import { type CliBench, openCliBench } from "./cli.ts";

/** A bench with a booth that can be backed up, and where its backups go. */
export interface BackupBench {
  bench: CliBench;
  target: string;
}

export async function openBackupBench(): Promise<BackupBench> {
  const bench = openCliBench();
  bench.env.BACKUP_KEY = TEST_BACKUP_KEY;
  await beginBooth(bench, bench.dataDir);
  return { bench, target: join(bench.dataDir, "backups") };
}

/** Begins another booth in a directory. */
export async function beginBooth(bench: CliBench, dataDir: string): Promise<void> {
  const ran = await bench.run(["seed-admin", "--password-stdin", "--data-dir", dataDir], { input: "admin-pass" });
  if (ran.code !== 0) throw new Error(ran.stderr);
}

/** Makes a backup; answers its name. */
export async function backUpHere(bench: CliBench): Promise<string> {
  return ((await bench.json(["backup", "run"])) as BackupRun).name ?? "";
}

/** Everything in a folder, by name and content, as if it were another one. */
export function contentsOf(folder: string, as = folder): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [join(as, relative(folder, path)), readFileSync(path, "base64")];
    }),
  );
}
