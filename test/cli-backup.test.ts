import assert from "node:assert/strict";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { BackupCopy } from "../common/api/backups.ts";
import { openDb } from "../common/node/db.ts";
import { holdFile } from "../common/node/exclusive-file.ts";
import { type BackupBench, backUpHere, openBackupBench } from "./helpers/backup-bench.ts";
import { archivesIn, TEST_BACKUP_KEY } from "./helpers/backups.ts";

const test = suite<BackupBench>("cli backup");

test.before.each(async (context) => {
  Object.assign(context, await openBackupBench());
});

test.after.each(({ bench }) => {
  bench.close();
});

test("a backup is made, listed, proved, rehearsed and told about", async ({ bench, target }) => {
  const ran = await bench.run(["backup", "run"]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /✓ booth-main-\d{8}T\d{6}Z\.tar\.age · .* · verified/);
  const { items } = (await bench.json(["backup", "list"])) as { items: BackupCopy[] };
  assert.deepEqual(
    items.map(({ name }) => name),
    archivesIn(target),
  );
  const verified = await bench.run(["backup", "verify", "latest"]);
  assert.match(verified.stdout, /✓ booth-main-.*\n.*made/, verified.stderr);
  const drilled = (await bench.json(["backup", "drill"])) as { ok: boolean; users: number };
  assert.deepEqual([drilled.ok, drilled.users], [true, 1]);
  assert.deepEqual(
    readdirSync(bench.dataDir).filter((name) => name.startsWith(".")),
    [],
  );
  const young = await bench.run(["backup", "status", "--max-age", "26h"]);
  assert.equal(young.code, 0, young.stderr);
  assert.match(young.stdout, /all is well/);
});

test("the age of the last good backup is checked by its exit code", async ({ bench }) => {
  const none = await bench.run(["backup", "status", "--max-age", "26h"]);
  assert.deepEqual([none.code, /There is no good backup/.test(none.stderr)], [8, true]);
  await backUpHere(bench);
  assert.equal((await bench.run(["backup", "status", "--max-age", "0m"])).code, 8);
  assert.equal((await bench.run(["backup", "status", "--max-age", "soon"])).code, 2);
});

test("the age of what is there is checked: nothing there, or of a time to come, is too old", async ({
  bench,
  target,
}) => {
  const young = () => bench.run(["backup", "status", "--max-age", "26h"]);
  await backUpHere(bench);
  assert.equal((await young()).code, 0);
  const db = openDb(join(bench.dataDir, "booth.db"));
  db.exec("UPDATE backup_runs SET started_at = '2099-10-01T00:00:00.000Z'");
  const ahead = await young();
  assert.deepEqual([ahead.code, /is of 2099-10-01T00:00:00.000Z/.test(ahead.stderr)], [8, true], ahead.stderr);
  db.exec("UPDATE backup_runs SET started_at = finished_at");
  db.close();
  assert.equal((await young()).code, 0);
  rmSync(target, { recursive: true });
  const gone = await young();
  assert.deepEqual([gone.code, /There is no good backup/.test(gone.stderr)], [8, true], gone.stderr);
  assert.match(gone.stdout, /The newest backup is not in .*\/backups any more\./);
  await bench.run(["backup", "config", "--target-dir", join(bench.dir, "usb")]);
  assert.equal((await young()).code, 9);
});

test("what prune would remove is what it removes, and what the next run removes is another question", async ({
  bench,
  target,
}) => {
  for (let n = 0; n < 3; n += 1) await backUpHere(bench);
  const all = archivesIn(target);
  await bench.run(["backup", "config", "--keep-last", "0", "--keep-daily-days", "0", "--confirm", "booth-1"]);
  const listed = async (option: string) => {
    const { items } = (await bench.json(["backup", "prune", option])) as { items: BackupCopy[] };
    return items.map(({ name }) => name).sort();
  };
  assert.deepEqual(await listed("--next"), all);
  const [first, second] = all;
  assert.deepEqual(await listed("--dry-run"), [first, second]);
  const { items } = (await bench.json(["backup", "prune", "--confirm", "booth-1"])) as { items: string[] };
  assert.deepEqual(items.sort(), [first, second]);
  assert.deepEqual(await listed("--dry-run"), []);
});

test("a smaller retention is shown and confirmed before it is stored", async ({ bench, target }) => {
  const first = await backUpHere(bench);
  await backUpHere(bench);
  const asked = await bench.run(["backup", "config", "--keep-last", "1", "--keep-daily-days", "0"]);
  assert.equal(asked.code, 2);
  assert.match(
    asked.stderr,
    /This keeps the newest 1 plus one per day for 0 days\.\nOn the next run 2 backups will be deleted: \d\d-\d\d \d\d:\d\d, \d\d-\d\d \d\d:\d\d \(list: boothctl backup prune --next --keep-last 1 --keep-daily-days 0\)/,
  );
  const listed = await bench.run(["backup", "prune", "--next", "--keep-last", "1", "--keep-daily-days", "0"]);
  assert.equal(listed.stdout.trim().split("\n").length, 3, listed.stdout);
  assert.match((await bench.run(["backup", "prune", "--next"])).stdout, /removes nothing/);
  assert.match(asked.stderr, /--confirm booth-1/);
  assert.equal(((await bench.json(["backup", "config"])) as { keepLast: number }).keepLast, 7);
  const confirmed = ["--keep-last", "1", "--keep-daily-days", "0", "--confirm", "booth-1"];
  assert.equal((await bench.run(["backup", "config", ...confirmed])).code, 0);
  const dry = await bench.run(["backup", "prune", "--next"]);
  assert.ok(dry.stdout.includes(first), dry.stdout);
  assert.equal(archivesIn(target).length, 2);
  const pruned = await bench.run(["backup", "prune", "--confirm", "booth-1"]);
  assert.deepEqual([pruned.code, pruned.stdout.trim()], [0, first]);
  const last = await backUpHere(bench);
  assert.deepEqual(archivesIn(target), [last]);
  const reset = (await bench.json(["backup", "config", "--keep-last", "default"])) as { keepLast: number };
  assert.equal(reset.keepLast, 7);
  assert.equal((await bench.run(["backup", "config", "--keep-last", "-1"])).code, 2);
  const word = await bench.run(["backup", "config", "--keep-last", "seven"]);
  assert.deepEqual([word.code, /whole number, or the word default/.test(word.stderr)], [2, true], word.stderr);
});

test("two runs at once: the second is told that it is busy", async ({ bench }) => {
  const hold = holdFile(join(bench.dataDir, "backup.lock"));
  const ran = await bench.run(["backup", "run"]);
  hold?.release();
  assert.deepEqual([ran.code, /is being made already/.test(ran.stderr)], [10, true]);
});

test("a target out of reach is told when it is set, ends in exit 9, and a booth without a key in exit 2", async ({
  bench,
}) => {
  const changed = await bench.run(["backup", "config", "--target-dir", join(bench.dir, "usb")]);
  assert.match(changed.stderr, /No backup can be made there yet: .*usb is not there.*Try: boothctl doctor/);
  const ran = await bench.run(["backup", "run"]);
  assert.deepEqual([ran.code, /is the disk mounted/.test(ran.stderr)], [9, true], ran.stderr);
  assert.equal((await bench.run(["backup", "run"], { env: { BACKUP_KEY: "" } })).code, 2);
});

test("a damaged copy is noted, and the one before it is kept as the newest good one", async ({ bench, target }) => {
  const first = await backUpHere(bench);
  const second = await backUpHere(bench);
  const bytes = readFileSync(join(target, second));
  bytes[150_000] = (bytes[150_000] ?? 0) ^ 1;
  writeFileSync(join(target, second), bytes);
  assert.equal((await bench.run(["backup", "verify", second])).code, 8);
  const { items } = (await bench.json(["backup", "list"])) as { items: BackupCopy[] };
  assert.deepEqual(
    items.map(({ name, proof, keptBecause }) => [name, proof, keptBecause.includes("newest_verified")]),
    [
      [second, "damaged", false],
      [first, "verified", true],
    ],
  );
});

test("both keys are shown by their fingerprints, and whether they lie elsewhere", async ({ bench }) => {
  const before = await bench.run(["backup", "keys"]);
  assert.match(before.stdout, /EVENT_SIGNING_KEY[\s\S]*nobody said so[\s\S]*BACKUP_KEY[\s\S]*nobody said so/);
  assert.ok(!before.stdout.includes(TEST_BACKUP_KEY));
  const { items } = (await bench.json(["backup", "keys", "--kept-offsite"])) as { items: { keptOffsite: object }[] };
  assert.ok(items.length === 2 && items.every(({ keptOffsite }) => keptOffsite !== null));
  rmSync(join(bench.dataDir, "backups"), { recursive: true, force: true });
});

test.run();
