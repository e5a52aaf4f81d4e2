import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { BackupStatus } from "../common/api/backups.ts";
import { openDb } from "../common/node/db.ts";
import { type BackupBench, backUpHere, beginBooth, contentsOf, openBackupBench } from "./helpers/backup-bench.ts";
import { freshIdentity } from "./helpers/backups.ts";

const test = suite<BackupBench>("cli restore");

test.before.each(async (context) => {
  Object.assign(context, await openBackupBench());
});

test.after.each(({ bench }) => {
  bench.close();
});

test("a booth comes back into an empty directory, and nobody is signed in", async ({ bench, target }) => {
  mkdirSync(join(bench.dataDir, "pictures"), { recursive: true });
  writeFileSync(join(bench.dataDir, "pictures", "stay-1.jpg"), "a car");
  const db = openDb(join(bench.dataDir, "booth.db"));
  db.exec(
    "INSERT INTO sign_ins (jti, user_id, source, started_at) SELECT 'somewhere', id, 'the office', created_at FROM users",
  );
  const name = await backUpHere(bench);
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
    // It was made, and does not lie where this booth keeps its own.
    assert.deepEqual([state.lastAttempt?.name, state.lost, state.lastSuccess], [name, "missing", null]);
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

test("beside a database that is damaged a backup is proved, and takes its place", async ({ bench, target }) => {
  const file = join(target, await backUpHere(bench));
  for (const name of ["booth.db", "booth.db-wal", "booth.db-shm"]) rmSync(join(bench.dataDir, name), { force: true });
  writeFileSync(join(bench.dataDir, "booth.db"), "no database ".repeat(1000));
  const verified = await bench.run(["backup", "verify", file]);
  assert.equal(verified.code, 0, verified.stderr);
  const copy = join(bench.dir, "copy.tar.age");
  cpSync(file, copy);
  const restored = await bench.run([
    "backup",
    "restore",
    copy,
    "--into",
    bench.dataDir,
    "--set-aside",
    "--confirm",
    "booth-1",
  ]);
  assert.equal(restored.code, 0, restored.stderr);
  assert.equal((await bench.run(["ledger", "verify"])).code, 0);
});

test("a directory with something in it is kept, and set aside when asked", async ({ bench, target }) => {
  const file = join(bench.dir, "copy.tar.age");
  const name = await backUpHere(bench);
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
  const name = await backUpHere(bench);
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
  const name = await backUpHere(bench);
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

test("a directory with another booth's ledger is set aside once somebody says so", async ({ bench, target }) => {
  const file = join(bench.dir, "copy.tar.age");
  cpSync(join(target, await backUpHere(bench)), file);
  const into = join(bench.dir, "by-accident");
  await beginBooth(bench, into);
  const args = ["backup", "restore", file, "--into", into, "--set-aside"];
  const before = contentsOf(into);
  const asked = await bench.run(args);
  assert.equal(asked.code, 2);
  assert.match(asked.stderr, /is another ledger than the backup's\. It will be set aside\.\n.*--confirm booth-1/);
  assert.deepEqual(contentsOf(into), before);
  const ran = await bench.run([...args, "--confirm", "booth-1"]);
  assert.equal(ran.code, 0, ran.stderr);
  const aside = readdirSync(bench.dir).find((name) => name.startsWith("by-accident.before-"));
  assert.deepEqual(contentsOf(join(bench.dir, aside ?? ""), into), { ...before, [join(into, "daemon.lock")]: "" });
  assert.equal((await bench.run(["ledger", "verify", "--data-dir", into])).code, 0);
});

test("a checkpoint of another course of events, or what is none, is refused", async ({ bench, target }) => {
  const file = join(target, await backUpHere(bench));
  const [into, other, note] = ["new", "other", "note.json"].map((name) => join(bench.dir, name)) as [
    string,
    string,
    string,
  ];
  await beginBooth(bench, other);
  writeFileSync(note, (await bench.run(["ledger", "checkpoint", "--data-dir", other])).stdout);
  const args = ["backup", "restore", file, "--into", into, "--checkpoint", note, "--confirm", "booth-1"];
  const foreign = await bench.run(args);
  assert.deepEqual([foreign.code, existsSync(into)], [8, false]);
  assert.match(foreign.stderr, /is not the one of the checkpoint/);
  writeFileSync(note, "no checkpoint at all");
  const garbage = await bench.run(args);
  assert.deepEqual(
    [garbage.code, garbage.stderr.includes(`${note}: expected a checkpoint`)],
    [2, true],
    garbage.stderr,
  );
});

test("a backup is named as it is for verify, and one that is not there is not found", async ({ bench, target }) => {
  const name = await backUpHere(bench);
  const into = join(bench.dir, "new");
  const missing = await bench.run(["backup", "restore", "nothing.tar.age", "--into", into]);
  assert.deepEqual([missing.code, existsSync(into)], [6, false], missing.stderr);
  assert.ok(missing.stderr.includes(`There is no file nothing.tar.age, here or in ${target}.`), missing.stderr);
  const ran = await bench.run(["backup", "restore", name, "--into", into]);
  assert.equal(ran.code, 0, ran.stderr);
});

test.run();
