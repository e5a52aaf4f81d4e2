import assert from "node:assert/strict";
import { join } from "node:path";
import { suite } from "uvu";
import { backUp, statusOf, TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { openCliBench } from "./helpers/cli.ts";
import { samplesIn } from "./helpers/samples.ts";

const test = suite<{ booth: TestBooth }>("backup metrics");

test.before.each(async (context) => {
  context.booth = await startBooth({ lanes: false, env: { BACKUP_KEY: TEST_BACKUP_KEY } });
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const samplesOf = async (booth: TestBooth) => samplesIn(await booth.anonymous.get("/metrics"));

test("backups are told in numbers: when, how large, how many, and those that failed", async ({ booth }) => {
  const before = await samplesOf(booth);
  const names = ["last_success_timestamp_seconds", "last_attempt_timestamp_seconds", "size_bytes", "retained"];
  assert.deepEqual(
    names.map((name) => before.get(`booth_backup_${name}`)),
    [0, 0, 0, 0],
  );
  const admin = await booth.signIn("admin");
  await backUp(admin);
  const madeAt = booth.clock.now() / 1000;
  booth.clock.advance(60_000);
  await backUp(admin);
  const { copies } = await statusOf(admin);
  const good = await samplesOf(booth);
  assert.deepEqual(
    names.map((name) => good.get(`booth_backup_${name}`)),
    [madeAt + 60, madeAt + 60, copies[0]?.bytes, 2],
  );
  assert.equal(good.get("booth_backup_failures_total"), 0);
  const target = join(booth.dataDir, "backups");
  assert.ok((good.get(`booth_disk_free_bytes{path="${target}"}`) ?? 0) > 0);

  booth.clock.advance(60_000);
  await admin.put("/api/backup/config", { targetDir: join(booth.dataDir, "usb") });
  await backUp(admin);
  const failed = await samplesOf(booth);
  assert.deepEqual(
    names.map((name) => failed.get(`booth_backup_${name}`)),
    [madeAt + 60, madeAt + 120, copies[0]?.bytes, undefined],
  );
  assert.equal(failed.get("booth_backup_failures_total"), 1);
  assert.equal((await samplesOf(booth)).get("booth_backup_failures_total"), 1);
});

test("a backup that failed at the command line is counted by the daemon too", async ({ booth }) => {
  const bench = openCliBench();
  try {
    const env = { DATA_DIR: booth.dataDir, BACKUP_KEY: TEST_BACKUP_KEY };
    await bench.run(["backup", "config", "--target-dir", join(booth.dataDir, "usb")], { env });
    assert.equal((await bench.run(["backup", "run"], { env })).code, 9);
    assert.equal((await samplesOf(booth)).get("booth_backup_failures_total"), 1);
  } finally {
    bench.close();
  }
});

test.run();
