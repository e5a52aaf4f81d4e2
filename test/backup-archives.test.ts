import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { suite } from "uvu";
import { assetPath } from "../common/node/assets.ts";
import { recipientOf } from "../daemon/services/backup/encryption.ts";
import { stageBackup } from "../daemon/services/restore/staging.ts";
import { decrypt, packEntries, testLedgerKeys, unpackEntries } from "./faults/archive-by-hand.ts";
import { tryMutations } from "./faults/backup-mutations.ts";
import { stageHere } from "./faults/restore-attempt.ts";
import { makeTwoBackups, type TwoBackups } from "./faults/two-backups.ts";
import { TEST_BACKUP_KEY } from "./helpers/backups.ts";

const test = suite<TwoBackups>("backup archives");

test.before.each(async (context) => {
  Object.assign(context, await makeTwoBackups());
});

test.after.each(({ remove }) => {
  remove();
});

async function stage(path: string, parent: string) {
  const file = await open(path);
  const order = { file, backupKey: TEST_BACKUP_KEY, keys: testLedgerKeys(), migrations: assetPath("migrations/booth") };
  return stageBackup(order, parent).finally(() => file.close());
}

test("damaged, forged, escaping and swollen archives are refused for what they are, and nothing is left behind", async ({
  archive,
  older,
}) => {
  const { violations, refused } = await tryMutations(archive, older, 80, stageHere);
  assert.deepEqual(violations, []);
  assert.equal(refused, 80);
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
    const staged = await stage(join(folder, "by-hand.tar.age"), folder);
    assert.equal(staged.manifest.files.length, 2, names);
    assert.deepEqual(
      readFileSync(join(staged.folder, "pictures/stay-1.jpg")),
      readFileSync(join(files, "pictures/stay-1.jpg")),
    );
    await staged.discard();
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
