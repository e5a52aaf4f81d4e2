import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeBackup } from "../../daemon/services/backup/make.ts";
import { putPicture, TEST_BACKUP_KEY } from "../helpers/backups.ts";
import { startBooth, TEST_KEYS } from "../helpers/booth.ts";

/** Two genuine backups of one booth, which was used between them. */
export interface TwoBackups {
  folder: string;
  archive: string;
  older: string;
  remove(): void;
}

export async function makeTwoBackups(): Promise<TwoBackups> {
  const folder = mkdtempSync(join(tmpdir(), "booth-archive-"));
  const booth = await startBooth();
  putPicture(booth, "stay-1", 100_001);
  const make = async () => {
    const { name } = await makeBackup({
      dataDir: booth.dataDir,
      target: { folder, mayMake: false },
      boothId: "booth-1",
      siteId: "main",
      version: "test",
      now: booth.clock.now(),
      backupKey: TEST_BACKUP_KEY,
      signingSeed: TEST_KEYS.EVENT_SIGNING_KEY,
    });
    return join(folder, name);
  };
  const older = await make();
  const admin = await booth.signIn("admin");
  await admin.put("/api/site-config", { name: "Harbour St" });
  booth.clock.advance(60_000);
  const archive = await make();
  await booth.close();
  return { folder, archive, older, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
