import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { BackupCopy, BackupRun, BackupStatus } from "../common/api/backups.ts";
import { openDb } from "../common/node/db.ts";
import { holdFile } from "../common/node/exclusive-file.ts";
import { archivesIn, freshIdentity, TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

interface Context {
  bench: CliBench;
  target: string;
}

const test = suite<Context>("cli backup");

test.before.each(async (context) => {
  const bench = openCliBench();
  bench.env.BACKUP_KEY = TEST_BACKUP_KEY;
  context.bench = bench;
  context.target = join(bench.dataDir, "backups");
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
});

test.after.each(({ bench }) => {
  bench.close();
});

async function backUp(bench: CliBench): Promise<string> {
  return ((await bench.json(["backup", "run"])) as BackupRun).name ?? "";
}

/** Everything in a folder, by name and content. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "base64")]),
  );
}

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
  await backUp(bench);
  assert.equal((await bench.run(["backup", "status", "--max-age", "0m"])).code, 8);
  assert.equal((await bench.run(["backup", "status", "--max-age", "soon"])).code, 2);
});

test("a smaller retention is shown and confirmed before it is stored", async ({ bench, target }) => {
  const first = await backUp(bench);
  await backUp(bench);
  const asked = await bench.run(["backup", "config", "--keep-last", "1", "--keep-daily-days", "0"]);
  assert.equal(asked.code, 2);
  assert.match(
    asked.stderr,
    /This keeps the newest 1 plus one per day for 0 days\.\nOn the next run 2 backups will be deleted: \d\d-\d\d \d\d:\d\d, \d\d-\d\d \d\d:\d\d \(list: boothctl backup prune --dry-run --keep-last 1 --keep-daily-days 0\)/,
  );
  const listed = await bench.run(["backup", "prune", "--dry-run", "--keep-last", "1", "--keep-daily-days", "0"]);
  assert.equal(listed.stdout.trim().split("\n").length, 3, listed.stdout);
  assert.match((await bench.run(["backup", "prune", "--dry-run"])).stdout, /removes nothing/);
  assert.match(asked.stderr, /--confirm booth-1/);
  assert.equal(((await bench.json(["backup", "config"])) as { keepLast: number }).keepLast, 7);
  const confirmed = ["--keep-last", "1", "--keep-daily-days", "0", "--confirm", "booth-1"];
  assert.equal((await bench.run(["backup", "config", ...confirmed])).code, 0);
  const dry = await bench.run(["backup", "prune", "--dry-run"]);
  assert.ok(dry.stdout.includes(first), dry.stdout);
  assert.equal(archivesIn(target).length, 2);
  const pruned = await bench.run(["backup", "prune", "--confirm", "booth-1"]);
  assert.deepEqual([pruned.code, pruned.stdout.trim()], [0, first]);
  const last = await backUp(bench);
  assert.deepEqual(archivesIn(target), [last]);
  const reset = (await bench.json(["backup", "config", "--keep-last", "default"])) as { keepLast: number };
  assert.equal(reset.keepLast, 7);
  assert.equal((await bench.run(["backup", "config", "--keep-last", "-1"])).code, 2);
});

test("two runs at once: the second is told that it is busy", async ({ bench }) => {
  const hold = holdFile(join(bench.dataDir, "backup.lock"));
  const ran = await bench.run(["backup", "run"]);
  hold?.release();
  assert.deepEqual([ran.code, /is being made already/.test(ran.stderr)], [10, true]);
});

test("a target out of reach ends in exit 9, and a booth without a key in exit 2", async ({ bench }) => {
  await bench.run(["backup", "config", "--target-dir", join(bench.dir, "usb")]);
  const ran = await bench.run(["backup", "run"]);
  assert.deepEqual([ran.code, /is the disk mounted/.test(ran.stderr)], [9, true], ran.stderr);
  assert.equal((await bench.run(["backup", "run"], { env: { BACKUP_KEY: "" } })).code, 2);
});

test("a booth comes back into an empty directory, and nobody is signed in", async ({ bench, target }) => {
  mkdirSync(join(bench.dataDir, "pictures"), { recursive: true });
  writeFileSync(join(bench.dataDir, "pictures", "stay-1.jpg"), "a car");
  const db = openDb(join(bench.dataDir, "booth.db"));
  db.exec(
    "INSERT INTO sign_ins (jti, user_id, source, started_at) SELECT 'somewhere', id, 'the office', created_at FROM users",
  );
  const name = await backUp(bench);
  const before = db.prepare("SELECT count(*) AS n FROM events WHERE kind <> 'backup_done'").get() as { n: number };
  db.close();
  for (const into of ["new", "empty"]) {
    const dir = join(bench.dir, into);
    if (into === "empty") mkdirSync(dir);
    const ran = await bench.run(["backup", "restore", join(target, name), "--into", dir]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(readFileSync(join(dir, "pictures", "stay-1.jpg"), "utf8"), "a car");
    assert.equal((await bench.run(["ledger", "verify", "--data-dir", dir, "--rebuild"])).code, 0);
    const state = (await bench.json(["backup", "status", "--data-dir", dir])) as BackupStatus;
    assert.deepEqual([state.lastAttempt?.outcome, state.lastSuccess?.name], ["done", name]);
    const restored = openDb(join(dir, "booth.db"), { readonly: true });
    const events = restored.prepare("SELECT kind FROM events ORDER BY seq").all() as { kind: string }[];
    const signedIn = restored.prepare("SELECT count(*) AS n FROM sign_ins WHERE ended_at IS NULL").get();
    restored.close();
    assert.deepEqual([events.length, events.at(-1)?.kind], [before.n + 1, "restore_done"]);
    assert.deepEqual(signedIn, { n: 0 });
    assert.deepEqual(
      readdirSync(dir).filter((file) => file.startsWith(".")),
      [],
    );
  }
});

test("a directory with something in it is kept, and set aside when asked", async ({ bench, target }) => {
  const file = join(bench.dir, "copy.tar.age");
  const name = await backUp(bench);
  cpSync(join(target, name), file);
  const refused = await bench.run(["backup", "restore", file, "--into", bench.dataDir]);
  assert.deepEqual([refused.code, /is not empty/.test(refused.stderr)], [7, true]);
  // Later entries are known: those of the backup itself, at least.
  const asked = await bench.run(["backup", "restore", file, "--into", bench.dataDir, "--set-aside"]);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /will be lost.*\n.*--confirm booth-1/);
  const given = ["--set-aside", "--confirm", "booth-1"];
  const ran = await bench.run(["backup", "restore", file, "--into", bench.dataDir, ...given]);
  assert.equal(ran.code, 0, ran.stderr);
  const aside = readdirSync(bench.dir).filter((each) => each.startsWith("data.before-"));
  assert.equal(aside.length, 1);
  assert.ok(existsSync(join(bench.dir, aside[0] ?? "", "booth.db")));
  assert.equal((await bench.run(["ledger", "verify"])).code, 0);
});

test("a checkpoint kept elsewhere tells that a backup is older", async ({ bench, target }) => {
  const name = await backUp(bench);
  await bench.run(["users", "create", "maria", "--role", "cashier", "--password-stdin"], { input: "a-good-password" });
  writeFileSync(join(bench.dir, "today.json"), (await bench.run(["ledger", "checkpoint"])).stdout);
  const into = join(bench.dir, "new");
  const args = ["backup", "restore", join(target, name), "--into", into, "--checkpoint", join(bench.dir, "today.json")];
  const asked = await bench.run(args);
  assert.deepEqual([asked.code, existsSync(into)], [2, false], asked.stderr);
  const ran = await bench.run([...args, "--confirm", "booth-1", "--json"]);
  assert.ok(JSON.parse(ran.stdout).lost.toSeq > 0, ran.stderr);
});

test("what cannot be restored says why, and the directory is as it was", async ({ bench, target }) => {
  const name = await backUp(bench);
  const whole = readFileSync(join(target, name));
  const file = join(bench.dir, "bad.tar.age");
  const into = join(bench.dir, "empty");
  mkdirSync(into);
  const other = await freshIdentity();
  const flipped = Buffer.from(whole);
  flipped[200_000] = (flipped[200_000] ?? 0) ^ 1;
  const otherLedger = Buffer.alloc(32, 9).toString("base64url");
  const cases: [string, Buffer, Record<string, string>][] = [
    ["wrong_key", whole, { BACKUP_KEY: other }],
    ["foreign", whole, { EVENT_SIGNING_KEY: otherLedger }],
    ["truncated", whole.subarray(0, 200_000), {}],
    ["truncated", whole.subarray(0, whole.length - 1), {}],
    ["altered", flipped, {}],
    ["not_a_backup", Buffer.from("hello".repeat(100)), {}],
  ];
  for (const [code, bytes, env] of cases) {
    writeFileSync(file, bytes);
    const before = contentsOf(bench.dir);
    const ran = await bench.run(["backup", "restore", file, "--into", into, "--json"], { env });
    assert.equal(JSON.parse(ran.stderr).code, code, ran.stderr);
    assert.deepEqual(contentsOf(bench.dir), before);
  }
  const elsewhere = await bench.run(["backup", "restore", join(target, name), "--into", file]);
  assert.deepEqual([elsewhere.code, /is no directory/.test(elsewhere.stderr)], [9, true], elsewhere.stderr);
  const unset = await bench.run(["backup", "restore", file, "--into", into], { env: { BACKUP_KEY: "" } });
  assert.equal(unset.code, 2);
});

test("a damaged copy is noted, and the one before it is kept as the newest good one", async ({ bench, target }) => {
  const first = await backUp(bench);
  const second = await backUp(bench);
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
