import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
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
