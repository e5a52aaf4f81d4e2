import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
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

const test = suite<Context>("backups");

test.before.each(async (context) => {
  context.booth = await startBooth({ env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  context.admin = await context.booth.signIn("admin");
  context.target = join(context.booth.dataDir, "backups");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

test("a backup is made, proved, recorded, and opened by age and GNU tar", async ({ booth, admin, target }) => {
  putPicture(booth, "stay-1");
  const head = (await admin.get("/api/events/head")).body;
  const run = await backUp(admin);
  assert.deepEqual([run.outcome, run.name], ["done", "booth-main-20261120T120000Z.tar.age"]);
  const [event] = (await admin.get("/api/events?kind=backup_done")).body.items;
  assert.deepEqual([event.data.name, event.data.proof, event.data.files], [run.name, "verified", 2]);
  assert.deepEqual([event.data.checkpoint.seq, event.data.checkpoint.head], [head.seq, head.hash]);
  assert.equal((await admin.post("/api/events/verify")).body.ok, true);
  writeFileSync(join(booth.dataDir, "key.txt"), TEST_BACKUP_KEY);
  const listed = spawnSync("sh", ["-c", `age -d -i key.txt 'backups/${run.name}' | tar -tf -`], {
    cwd: booth.dataDir,
    encoding: "utf8",
  });
  assert.deepEqual(
    listed.stdout.trim().split("\n"),
    ["manifest.json", "booth.db", "pictures/stay-1.jpg"],
    listed.stderr,
  );
  assert.deepEqual(
    readdirSync(target).filter((name) => name.includes("tmp")),
    [],
  );
  assert.equal(existsSync(join(booth.dataDir, "backup-scratch")), false);
});

test("the status tells how backups are configured, done, due, and why each is kept", async ({ admin, target }) => {
  const before = await statusOf(admin);
  assert.deepEqual(
    [before.keepLast, before.keepDailyDays, before.targetDir, before.schedule, before.key],
    [7, 30, target, "0 3 * * *", "identity"],
  );
  assert.deepEqual([before.lastSuccess, before.next], [null, "2026-11-21T03:00:00.000Z"]);
  await backUp(admin);
  const { ok, lastSuccess, copies, target: found } = await statusOf(admin);
  assert.deepEqual([ok, lastSuccess?.outcome, found.ok, found.sameDisk], [true, "done", true, true]);
  assert.ok((found.freeBytes ?? 0) > 0);
  assert.deepEqual(copies[0]?.keptBecause, ["last", "daily", "newest_verified"]);
  assert.deepEqual((await admin.get("/api/backup/list")).body, { items: copies, next: null });
});

test("the configuration takes numbers, null for the default, and leaves what is not named", async ({ admin }) => {
  const put = (body: unknown) => admin.put("/api/backup/config", body);
  assert.deepEqual((await put({ keepLast: 3, keepDailyDays: 0 })).body.keepLast, 3);
  assert.deepEqual((await put({ schedule: "30 4 * * 1" })).body.keepDailyDays, 0);
  const status = await statusOf(admin);
  assert.deepEqual([status.keepLast, status.keepDailyDays, status.schedule], [3, 0, "30 4 * * 1"]);
  const reset = await put({ keepLast: null, keepDailyDays: null, schedule: null, targetDir: null });
  assert.deepEqual([reset.body.keepLast, reset.body.keepDailyDays, reset.body.schedule], [7, 30, "0 3 * * *"]);
  const changes = (await admin.get("/api/events?kind=site_change")).body.items;
  assert.deepEqual(changes[2].data, {
    before: { backupKeepLast: 7, backupKeepDailyDays: 30 },
    after: { backupKeepLast: 3, backupKeepDailyDays: 0 },
  });
});

test("what is no configuration is refused, and nothing is stored", async ({ admin }) => {
  const wrong = [
    { keepLast: -1 },
    { keepDailyDays: -5 },
    { keepLast: 1.5 },
    { keepLast: "7" },
    { targetDir: "usb" },
    { targetDir: 7 },
    { schedule: "at three" },
    { schedule: "0 0 3 * * *" },
    { schedule: "0 3 1 * 1" },
    { keepHourly: 1 },
  ];
  for (const body of wrong) {
    const answer = await admin.put("/api/backup/config", { keepDailyDays: 1, ...body });
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_input"], JSON.stringify(body));
  }
  assert.equal((await statusOf(admin)).keepDailyDays, 30);
});

test("what is wrong with a schedule is said of it, and not of its form", async ({ admin }) => {
  const said = async (schedule: string) => {
    const { body } = await admin.put("/api/backup/config", { schedule });
    return body.details[0].message as string;
  };
  assert.match(await said("at three"), /five fields/);
  for (const text of ["61 3 * * *", "0 24 * * *", "0 3 32 * *", "0 3 * 13 *", "0 3 * * 8"])
    assert.match(await said(text), /^expected minutes 0 to 59, hours 0 to 23/, text);
  assert.match(await said("0 3 31 2 *"), /with a day that comes/);
  assert.match(await said("0 3 1 * 1"), /not both/);
});

test("a change on sight of an older configuration is refused", async ({ admin }) => {
  const tag = (await admin.get("/api/backup/config")).headers.get("etag") ?? "";
  assert.equal((await admin.put("/api/backup/config", { keepLast: 5 }, { "if-match": tag })).status, 200);
  const late = await admin.put("/api/backup/config", { keepLast: 6 }, { "if-match": tag });
  assert.deepEqual([late.status, late.body.error, late.body.current.keepLast], [412, "changed_meanwhile", 5]);
});

test("retention is read fresh, shown before it is stored, and removes only what it said", async ({
  booth,
  admin,
  target,
}) => {
  for (let n = 0; n < 4; n += 1) {
    await backUp(admin);
    booth.clock.advance(60_000);
  }
  const foreign = [
    "notes.txt",
    "booth-other-20260101T000000Z.tar.age",
    "booth-main-20260230T000000Z.tar.age",
    "x.tar.age",
  ];
  for (const name of foreign) writeFileSync(join(target, name), "not ours");
  const small = { keepLast: 2, keepDailyDays: 0 };
  const preview = await admin.put("/api/backup/config?dryRun=true", small);
  assert.equal((await statusOf(admin)).keepLast, 7);
  const removed = preview.body.wouldRemove.map(({ name }: { name: string }) => name).sort();
  const own = (await statusOf(admin)).copies.map(({ name }) => name).sort();
  assert.deepEqual(removed, own.slice(0, 3));
  assert.equal((await admin.put("/api/backup/config", small)).status, 200);
  const { name } = await backUp(admin);
  assert.deepEqual(archivesIn(target), [...foreign.slice(1), own[3], name].sort());
  assert.ok(existsSync(join(target, "notes.txt")));
});

test("one run at a time", async ({ booth, admin }) => {
  putPicture(booth, "large", 40_000_000);
  const [first, second] = await Promise.all([admin.post("/api/backup/run"), admin.post("/api/backup/run")]);
  assert.deepEqual([first.status, second.status].sort(), [202, 409]);
  const refused = first.status === 409 ? first : second;
  assert.equal(refused.body.error, "run_busy");
  assert.equal((await ended(admin)).outcome, "done");
});

test("a target that is missing, taken or a file fails the run, and says so until one succeeds", async ({
  booth,
  admin,
}) => {
  const usb = join(booth.dataDir, "usb");
  await admin.put("/api/backup/config", { targetDir: usb });
  const missing = await backUp(admin);
  assert.deepEqual([missing.outcome, missing.code], ["failed", "target_missing"]);
  const status = await statusOf(admin);
  assert.equal(status.ok, false);
  assert.match(status.message ?? "", /is the disk mounted/);
  assert.equal(existsSync(usb), false);
  writeFileSync(usb, "");
  assert.equal((await backUp(admin)).code, "target_missing");
  rmSync(usb);
  mkdirSync(usb);
  writeFileSync(join(usb, "booth-main.owner.json"), JSON.stringify({ boothId: "b9", siteId: "main", keyId: "ff" }));
  assert.equal((await backUp(admin)).code, "target_taken");
  rmSync(join(usb, "booth-main.owner.json"));
  putPicture(booth, "large", 40_000_000);
  await admin.post("/api/backup/run");
  const meanwhile = await statusOf(admin);
  assert.deepEqual(
    [meanwhile.ok, meanwhile.lastAttempt?.outcome, meanwhile.lastEnded?.code],
    [false, "running", "target_taken"],
  );
  assert.equal((await ended(admin)).outcome, "done");
  assert.equal((await statusOf(admin)).ok, true);
  assert.equal((await admin.get("/api/events?kind=backup_done")).body.items.length, 1);
});

test("what is due is made by itself, what was missed too, and a failure is tried again", async ({
  booth,
  admin,
  target,
}) => {
  const due = () => booth.daemon.backups.makeDue();
  await due();
  assert.equal((await statusOf(admin)).lastAttempt, null);
  booth.clock.set("2026-11-24T09:00:00.000Z");
  await due();
  assert.deepEqual(archivesIn(target), ["booth-main-20261124T090000Z.tar.age"]);
  await due();
  assert.equal(archivesIn(target).length, 1);
  await admin.put("/api/backup/config", { targetDir: join(booth.dataDir, "gone") });
  booth.clock.set("2026-11-25T03:00:00.000Z");
  await due();
  assert.equal((await statusOf(admin)).lastAttempt?.outcome, "failed");
  await admin.put("/api/backup/config", { targetDir: null });
  booth.clock.advance(59 * 60_000);
  await due();
  assert.equal(archivesIn(target).length, 1);
  booth.clock.advance(60_000);
  await due();
  assert.equal(archivesIn(target).length, 2);
});

test("a clock that was set back makes no backup older than the ones there are", async ({ booth, admin, target }) => {
  await admin.put("/api/backup/config", { keepLast: 1, keepDailyDays: 0 });
  await backUp(admin);
  booth.clock.set("2025-01-01T00:00:00.000Z");
  const { name } = await backUp(admin);
  assert.deepEqual([name, archivesIn(target)], ["booth-main-20261120T120001Z.tar.age", [name]]);
});

test("a booth with a recipient only writes what it cannot read, and says so", async () => {
  const { recipientOf } = await import("../daemon/services/backup/encryption.ts");
  const booth = await startBooth({ env: { BACKUP_KEY: await recipientOf(TEST_BACKUP_KEY) } });
  try {
    const admin = await booth.signIn("admin");
    await admin.put("/api/backup/config", { keepLast: 1, keepDailyDays: 0 });
    await backUp(admin);
    booth.clock.advance(1000);
    await backUp(admin);
    const { key, copies } = await statusOf(admin);
    assert.deepEqual([key, copies.map(({ proof }) => proof)], ["recipient", ["written"]]);
  } finally {
    await booth.close();
  }
});

test("without a key no backup is made, and the status says why", async () => {
  const booth = await startBooth();
  try {
    const admin = await booth.signIn("admin");
    const refused = await admin.post("/api/backup/run");
    assert.deepEqual([refused.status, refused.body.error], [409, "setup_incomplete"]);
    const { key, ok, message, next } = await statusOf(admin);
    assert.deepEqual(
      [key, ok, message, next],
      ["none", false, "BACKUP_KEY is not set, so no backup can be made", null],
    );
  } finally {
    await booth.close();
  }
});

test("reading takes site:read, changing and running site:update", async ({ booth }) => {
  const [cashier, readonly] = [await booth.signIn("cashier"), await booth.signIn("readonly")];
  assert.equal((await cashier.get("/api/backup/status")).status, 403);
  assert.equal((await readonly.get("/api/backup/list")).status, 200);
  assert.equal((await readonly.put("/api/backup/config", { keepLast: 1 })).status, 403);
  assert.equal((await readonly.post("/api/backup/run")).status, 403);
  assert.equal((await readonly.post("/api/backup/verify", { name: "x" })).status, 403);
});

test("a booth that stops ends its run, and the next one begins afresh", async ({ booth, admin }) => {
  putPicture(booth, "large", 40_000_000);
  assert.equal((await admin.post("/api/backup/run")).status, 202);
  await until(() => existsSync(join(booth.dataDir, "backup-scratch")), "the run to be under way");
  await booth.daemon.stop();
  const again = await startBooth({ dataDir: booth.dataDir, clock: booth.clock, env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  try {
    const back = await again.signIn("admin");
    assert.equal((await statusOf(back)).lastAttempt?.outcome, "failed");
    assert.equal((await backUp(back)).outcome, "done");
    assert.equal(readdirSync(join(booth.dataDir, "backups")).filter((name) => name.endsWith(".tmp")).length, 0);
  } finally {
    await again.close();
  }
});

test.run();
