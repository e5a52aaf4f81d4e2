import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { archivesIn, backUp, ended, putPicture, statusOf, TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  target: string;
}

const test = suite<Context>("backup troubles");

test.before.each(async (context) => {
  context.booth = await startBooth({ lanes: false, env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  context.admin = await context.booth.signIn("admin");
  context.target = join(context.booth.dataDir, "backups");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

test("a directory that was full when it was first used is used once there is room", async ({ admin, target }) => {
  await backUp(admin);
  // What a disk without room makes of the file.
  writeFileSync(join(target, "booth-main.owner.json"), "");
  assert.equal((await backUp(admin)).outcome, "done");
});

test("a run whose process is killed has failed, and the next one tidies up after it", async ({
  booth,
  admin,
  target,
}) => {
  const { name } = await backUp(admin);
  putPicture(booth, "large", 30_000_000);
  assert.equal((await admin.post("/api/backup/run")).status, 202);
  const left = () => readdirSync(target).filter((each) => each.endsWith(".tmp")).length;
  await until(() => left() === 1, "the archive to be begun", 30_000);
  const worker = Number(
    spawnSync("pgrep", ["-P", String(process.pid), "-f", "backup-worker"], { encoding: "utf8" }).stdout,
  );
  process.kill(worker, "SIGKILL");
  const run = await ended(admin);
  assert.deepEqual([run.outcome, run.code], ["failed", "ended_early"]);
  assert.match(run.message ?? "", /was ended before it was done \(SIGKILL\)/);
  assert.deepEqual([archivesIn(target), (await statusOf(admin)).ok], [[name], false]);
  assert.equal((await backUp(admin)).outcome, "done");
  assert.deepEqual([left(), existsSync(join(booth.dataDir, "backup-scratch"))], [0, false]);
});

test("a backup that is not there any more, or was found damaged, is no good one", async ({ booth, admin, target }) => {
  const older = await backUp(admin);
  booth.clock.advance(60_000);
  const newer = await backUp(admin);
  const stand = async () => {
    const { ok, message, lost, lastSuccess } = await statusOf(admin);
    return [ok, message, lost, lastSuccess?.name];
  };
  assert.deepEqual(await stand(), [true, null, null, newer.name]);
  const path = join(target, String(newer.name));
  const bytes = readFileSync(path);
  writeFileSync(
    path,
    bytes.map((byte, at) => (at === bytes.length - 40 ? byte ^ 1 : byte)),
  );
  assert.equal((await admin.post("/api/backup/verify", { name: newer.name })).body.ok, false);
  assert.deepEqual(await stand(), [false, `the newest backup in ${target} is damaged`, "damaged", older.name]);
  const metrics = (await admin.get("/metrics")).text;
  const begun = Date.parse(older.startedAt) / 1000;
  assert.match(metrics, new RegExp(`booth_backup_last_success_timestamp_seconds ${begun}\n`));
  rmSync(path);
  assert.deepEqual(await stand(), [false, `the newest backup is not in ${target} any more`, "missing", older.name]);
  rmSync(join(target, String(older.name)));
  assert.deepEqual((await stand()).slice(2), ["missing", undefined]);
  assert.equal((await backUp(admin)).outcome, "done");
  assert.equal((await statusOf(admin)).ok, true);
});

test("a hundred failures in a row do not make the last good backup forgotten", async ({ booth, admin }) => {
  const good = await backUp(admin);
  const db = openDb(join(booth.dataDir, "booth.db"));
  const fail = db.prepare("INSERT INTO backup_runs (started_at, finished_at, cause, outcome) VALUES (?, ?, ?, ?)");
  for (let n = 0; n < 120; n += 1) fail.run(good.startedAt, good.startedAt, "schedule", "failed");
  db.close();
  const usb = join(booth.dataDir, "usb");
  await admin.put("/api/backup/config", { targetDir: usb });
  assert.equal((await backUp(admin)).outcome, "failed");
  assert.equal((await statusOf(admin)).lastSuccess?.name, good.name);
});

test("a list of backups in a directory that is not there is no empty list", async ({ booth, admin }) => {
  await backUp(admin);
  await admin.put("/api/backup/config", { targetDir: join(booth.dataDir, "usb") });
  const { status, body } = await admin.get("/api/backup/list");
  assert.deepEqual([status, body.error], [503, "not_ready"]);
  assert.match(body.message, /usb is not there: is the disk mounted\?/);
});

test("a backup dated in a time to come is late", async ({ booth, admin }) => {
  booth.clock.set("2027-11-20T12:00:00.000Z");
  await backUp(admin);
  booth.clock.set("2026-11-20T12:00:00.000Z");
  const { ok, late, message } = await statusOf(admin);
  assert.deepEqual(
    [ok, late, message],
    [false, true, "the last good backup is of a time to come, 2027-11-20T12:00:00.000Z"],
  );
});

test("a clock that was far ahead for a while takes no day's backup with it", async ({ booth, admin, target }) => {
  await admin.put("/api/backup/config", { keepLast: 1, keepDailyDays: 30 });
  for (const day of ["20", "21", "22"]) {
    booth.clock.set(`2026-11-${day}T12:00:00.000Z`);
    await backUp(admin);
  }
  const days = archivesIn(target);
  booth.clock.set("2028-01-01T12:00:00.000Z");
  assert.equal((await backUp(admin)).code, "not_pruned");
  assert.equal(archivesIn(target).length, 4);
  booth.clock.set("2026-11-23T12:00:00.000Z");
  const { name } = await backUp(admin);
  assert.deepEqual(archivesIn(target), [...days, name]);
});

test.run();
