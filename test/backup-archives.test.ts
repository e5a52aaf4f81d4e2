import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { assetPath } from "../common/node/assets.ts";
import { recipientOf } from "../daemon/services/backup/encryption.ts";
import { makeBackup } from "../daemon/services/backup/make.ts";
import { stageBackup } from "../daemon/services/backup/restore.ts";
import { decrypt, packEntries, testLedgerKeys, tryMutations, unpackEntries } from "./faults/backup-mutations.ts";
import { putPicture, TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { startBooth, TEST_KEYS } from "./helpers/booth.ts";

interface Context {
  folder: string;
  archive: string;
}

const test = suite<Context>("backup archives");

test.before.each(async (context) => {
  context.folder = mkdtempSync(join(tmpdir(), "booth-archive-"));
  const booth = await startBooth();
  putPicture(booth, "stay-1", 100_001);
  const made = await makeBackup({
    dataDir: booth.dataDir,
    target: { folder: context.folder, mayMake: false },
    boothId: "booth-1",
    siteId: "main",
    version: "test",
    now: booth.clock.now(),
    backupKey: TEST_BACKUP_KEY,
    signingSeed: TEST_KEYS.EVENT_SIGNING_KEY,
  });
  await booth.close();
  context.archive = join(context.folder, made.name);
});

test.after.each(({ folder }) => {
  rmSync(folder, { recursive: true, force: true });
});

const orderOf = (file: string) => ({
  file,
  backupKey: TEST_BACKUP_KEY,
  keys: testLedgerKeys(),
  migrations: assetPath("migrations/booth"),
});

test("damaged, forged, escaping and swollen archives are refused for what they are, and nothing is left behind", async ({
  archive,
}) => {
  const { violations, refused } = await tryMutations(archive, 90);
  assert.deepEqual(violations, []);
  assert.equal(refused, 90);
});

test("what GNU tar and age make of the same files opens, in whatever order", async ({ archive, folder }) => {
  const files = join(folder, "files");
  mkdirSync(join(files, "pictures"), { recursive: true });
  for (const { path, content } of unpackEntries(await decrypt(readFileSync(archive))))
    writeFileSync(join(files, path), content);
  const recipient = await recipientOf(TEST_BACKUP_KEY);
  for (const names of ["manifest.json booth.db pictures", "pictures booth.db manifest.json", "."]) {
    const made = spawnSync("sh", ["-c", `tar -C files -cf - ${names} | age -r ${recipient} > by-hand.tar.age`], {
      cwd: folder,
      encoding: "utf8",
    });
    assert.equal(made.status, 0, made.stderr);
    const staged = await stageBackup(orderOf(join(folder, "by-hand.tar.age")), folder);
    assert.equal(staged.manifest.files.length, 2, names);
    assert.deepEqual(
      readFileSync(join(staged.folder, "pictures/stay-1.jpg")),
      readFileSync(join(files, "pictures/stay-1.jpg")),
    );
  }
});

test("GNU tar takes ours apart again, byte for byte", async ({ archive, folder }) => {
  writeFileSync(join(folder, "key.txt"), TEST_BACKUP_KEY);
  mkdirSync(join(folder, "out"));
  const taken = spawnSync("sh", ["-c", `age -d -i key.txt '${archive}' | tar -C out -xf -`], {
    cwd: folder,
    encoding: "utf8",
  });
  assert.deepEqual([taken.status, taken.stderr], [0, ""]);
  const entries = unpackEntries(await decrypt(readFileSync(archive)));
  assert.deepEqual(
    entries.map(({ path }) => path),
    ["manifest.json", "booth.db", "pictures/stay-1.jpg"],
  );
  for (const { path, content } of entries)
    assert.deepEqual(readFileSync(join(folder, "out", path)), Buffer.from(content));
  assert.ok(packEntries(entries).length > 0);
});

test.run();
