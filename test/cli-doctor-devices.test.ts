import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import { cliActor } from "../daemon/services/actors.ts";
import { assignMany } from "../daemon/services/setup.ts";
import { openTestClock, startBooth, type TestBooth } from "./helpers/booth.ts";
import { upgradeStatus } from "./helpers/live.ts";
import { findingOf, openPatient, type TestPatient, troubles } from "./helpers/patient.ts";
import { until } from "./helpers/until.ts";

const test = suite<{ patient: TestPatient }>("cli doctor of devices and backups");

test.before.each(async (context) => {
  context.patient = await openPatient();
});

test.after.each(({ patient }) => {
  patient.close();
});

const assign = ({ booth }: TestPatient, devices: object) =>
  assignMany(booth, cliActor("test"), [{ lane: "exit-1", devices }]);

/** Runs the daemon of a patient in this process, in the present. */
const startDaemon = ({ bench }: TestPatient): Promise<TestBooth> =>
  startBooth({
    dataDir: bench.dataDir,
    clock: openTestClock(new Date().toISOString()),
    env: { BACKUP_KEY: bench.env.BACKUP_KEY ?? "" },
  });

test("with the daemon down, each device is asked itself", async ({ patient }) => {
  await assign(patient, { camera: { driver: "simulated", config: { answers: "silent" } } });
  const report = await patient.examine();
  assert.deepEqual(troubles(report), { "lane.exit-1.camera": "failed" });
  assert.equal(findingOf(report, "lane.exit-1.camera").fix, "boothctl setup test exit-1 --only camera");
});

test("with the daemon up, devices are as it sees them, and a clock that was wrong and is set is well", async ({
  patient,
}) => {
  await assign(patient, {
    reader: { driver: "simulated", config: { answers: "silent" } },
    camera: { driver: "simulated", config: { driftMs: 4100 } },
  });
  const here = await startDaemon(patient);
  try {
    const measured = async () => (await here.anonymous.get("/metrics")).text;
    await until(
      async () => /camera_clock_drift_seconds\{/.test(await measured()),
      "the camera's clock to be set",
      10_000,
    );
    const report = await patient.examine();
    assert.equal(findingOf(report, "lane.exit-1.reader").state, "failed");
    assert.equal(findingOf(report, "lane.exit-1.access").state, "passed");
    assert.equal(findingOf(report, "clock.camera").state, "passed", "it has been set");
    assert.match(findingOf(report, "version.pin").message, /the booth still runs test/);
  } finally {
    await here.close();
  }
});

test("status says in short what the doctor looks into: backup, review queue, devices", async ({ patient }) => {
  const env = { CARWASH_REVIEW_ENTRY_SAMPLE: "10" };
  const before = await patient.bench.run(["status"], { env });
  assert.match(before.stdout, /^backup {8}none yet$/m);
  assert.match(before.stdout, /^review queue {2}0 wait$/m);
  assert.doesNotMatch(before.stdout, /^devices/m);
  await patient.bench.run(["backup", "run"]);
  await assign(patient, { reader: { driver: "simulated", config: { answers: "silent" } } });
  const here = await startDaemon(patient);
  try {
    const { stdout } = await patient.bench.run(["status"]);
    assert.match(stdout, /^backup {8}last good just now$/m);
    assert.match(stdout, /^review queue {2}nothing is queued here$/m);
    assert.match(stdout, /^devices {7}not ready: exit-1 reader$/m);
    const status = (await patient.bench.json(["status"])) as { notReady: unknown; backup: { lastSuccess: object } };
    assert.deepEqual(status.notReady, [{ lane: "exit-1", category: "reader" }]);
    assert.ok(status.backup.lastSuccess);
  } finally {
    await here.close();
  }
});

test("a page of another origin that was turned away is told with its address, for a day", async ({ patient }) => {
  const here = await startDaemon(patient);
  try {
    assert.equal((await upgradeStatus(here.url, "", { origin: "https://booth7.local" })).status, 403);
    const { state, message, hint } = findingOf(await patient.examine(), "ws.origin");
    assert.deepEqual([state, message], ["warning", "a page of https://booth7.local was refused just now"]);
    assert.match(hint ?? "", /add that address to WS_ALLOWED_ORIGINS/);
    here.clock.advance(-25 * 3_600_000);
    assert.equal((await upgradeStatus(here.url, "", { origin: "https://another.local" })).status, 403);
    assert.equal(findingOf(await patient.examine(), "ws.origin").state, "passed", "a day later nobody is told");
  } finally {
    await here.close();
  }
});

/** What answers in a daemon's place: `paths` says what, and all else is refused. */
async function standIn({ bench }: TestPatient, paths: Record<string, object>): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = paths[request.url ?? ""];
    response.statusCode = answer ? 200 : 403;
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(bench.dataDir, "address"), `http://127.0.0.1:${port}\n`);
  return server;
}

test("a booth that hangs and one that was killed fail, and are started again", async ({ patient }) => {
  patient.program("systemctl", "echo LoadState=loaded; echo ActiveState=active; echo UnitFileState=enabled");
  assert.equal(findingOf(await patient.examine(), "service.ready").state, "failed");
  patient.program("systemctl", "exit 1");
  assert.equal(findingOf(await patient.examine(), "service.ready").state, "skipped");
  const running = patient.bench.start(["serve"]);
  await until(() => running.said().stderr.includes('"url"'), "the booth to open", 20_000);
  assert.equal(findingOf(await patient.examine(), "service.ready").state, "passed");
  running.child.kill("SIGSTOP");
  const hung = findingOf(await patient.examine(), "service.ready");
  running.child.kill("SIGKILL");
  await running.ended;
  const killed = await patient.examine();
  for (const found of [hung, findingOf(killed, "service.ready")]) {
    assert.equal(found.state, "failed");
    assert.match(found.message, /^the booth does not answer at http:\S+: it hangs, or was killed$/);
    assert.equal(found.fix, "boothctl serve");
  }
  assert.match(findingOf(killed, "lane").message, /may have the devices in use/);
  patient.program("systemctl", "echo LoadState=loaded; echo ActiveState=failed; echo SubState=failed");
  assert.equal(findingOf(await patient.examine(), "service.ready").fix, "systemctl restart parking-booth");
});

test("devices that a booth has in use are not asked a second time, though it tells nothing of them", async (context) => {
  const { patient } = context;
  await assign(patient, { camera: { driver: "simulated", config: { answers: "silent" } } });
  const checks = { disk: { ok: false, message: "the disk is all but full" } };
  const server = await standIn(patient, { "/healthz": { version: "x" }, "/readyz": { ready: false, checks } });
  try {
    const report = await patient.examine();
    assert.match(findingOf(report, "lane").message, /^the booth does not tell how its devices are$/);
    assert.equal(findingOf(report, "service.ready").message, "cannot take money: the disk is all but full");
    const { stdout } = await patient.bench.run(["status"]);
    assert.match(stdout, /^payments {6}cannot take money: the disk is all but full$/m);
  } finally {
    server.close();
  }
});

test("a booth that runs and cannot take money fails with what it says itself", async ({ patient }) => {
  const here = await startDaemon(patient);
  try {
    assert.equal(findingOf(await patient.examine(), "service.ready").state, "passed");
    here.booth.db.exec("UPDATE sites SET modules_json = 'no list'");
    const { state, message } = findingOf(await patient.examine(), "service.ready");
    assert.deepEqual([state, message], ["failed", "cannot take money: the module parking is not in effect"]);
    await patient.bench.run(["support-bundle", "-o", "bundle.tgz"]);
    const ready = execFileSync("tar", ["-xzOf", "bundle.tgz", "bundle/ready.json"], { cwd: patient.bench.dir });
    assert.equal((JSON.parse(String(ready)) as { ready: boolean }).ready, false);
  } finally {
    await here.close();
  }
});

test("a backup target that is not there fails with the command that mounts it", async ({ patient }) => {
  patient.booth.db.exec("UPDATE sites SET backup_target_dir = '/mnt/no-such-disk'");
  const report = await patient.examine();
  assert.deepEqual(troubles(report), { "backup.target": "failed" });
  assert.equal(findingOf(report, "backup.target").fix, "mount /dev/DISK /mnt/no-such-disk && boothctl backup run");
  patient.booth.db.exec("UPDATE sites SET backup_target_dir = '/mnt/no-such-disk/backups'");
  patient.program("findmnt", "printf '%s\\n' / /mnt /mnt/no-such-disk /mnt/no-such-disk/other");
  const { fix } = findingOf(await patient.examine(), "backup.target");
  assert.equal(fix, "mount /mnt/no-such-disk && boothctl backup run");
  patient.booth.db.exec("UPDATE sites SET backup_target_dir = NULL");
  assert.deepEqual(troubles(await patient.examine()), { "backup.target": "warning" });
});

test("a share that hangs is told, and holds neither the doctor nor who asks how backups stand", async ({ patient }) => {
  patient.program("stat", "exec sleep 100");
  const { message } = findingOf(await patient.examine(), "backup.target");
  assert.match(message, /^\S+ does not answer$/);
  const ran = await patient.bench.run(["backup", "status", "--json"]);
  assert.equal((JSON.parse(ran.stdout) as { target: { code: string } }).target.code, "target_failed");
});

test("a backup that failed, and one that was not made in time, fail", async ({ patient }) => {
  patient.booth.db.exec("UPDATE sites SET backup_target_dir = '/proc/nowhere'");
  assert.notEqual((await patient.bench.run(["backup", "run"])).code, 0);
  const report = await patient.examine();
  assert.match(findingOf(report, "backup.age").message, /^none yet – the last backup failed: /);
  assert.equal(findingOf(report, "backup.age").fix, "boothctl backup run");
});

/** Makes a backup, and lets so many days go by since. */
async function backUpDaysAgo({ bench, booth }: TestPatient, days: number): Promise<void> {
  const ran = await bench.run(["backup", "run"]);
  assert.equal(ran.code, 0, ran.stderr);
  const startedAt = new Date(Date.now() - days * 86_400_000).toISOString();
  booth.db.prepare("UPDATE backup_runs SET started_at = ?").run(startedAt);
}

test("a backup that is late fails for its age too, whatever kept it from being made", async ({ patient }) => {
  await backUpDaysAgo(patient, 5);
  assert.deepEqual(troubles(await patient.examine()), { "backup.age": "failed" });
  patient.booth.db.exec("UPDATE sites SET backup_target_dir = '/mnt/no-such-disk'");
  const report = await patient.examine();
  assert.deepEqual(troubles(report), { "backup.age": "failed", "backup.target": "failed" });
  assert.match(findingOf(report, "backup.age").message, /^last good 5 days ago – \/mnt\/no-such-disk is not there/);
});

test("a clock that stands before the ledger's newest entry fails, and the backup's age is not guessed", async (context) => {
  const { patient } = context;
  await backUpDaysAgo(patient, -700);
  const ahead = openTestClock(new Date(Date.now() + 700 * 86_400_000).toISOString());
  const here = await startBooth({ dataDir: patient.bench.dataDir, clock: ahead });
  await here.signIn("admin");
  await here.close();
  const report = await patient.examine();
  assert.deepEqual(troubles(report), { "clock.ledger": "failed" });
  assert.equal(findingOf(report, "backup.age").state, "skipped");
});

test("a clock that could not be set is told, and forgotten with its camera", async ({ patient }) => {
  // Slower than what the booth waits for.
  await assign(patient, { camera: { driver: "simulated", config: { latencyMs: 10_000 } } });
  const here = await startDaemon(patient);
  try {
    const isTold = async () => (await here.anonymous.get("/metrics")).text.includes('_clock_set{lane="exit-1"} 0');
    await until(isTold, "the camera's clock to be given up", 20_000);
    const { state, message } = findingOf(await patient.examine(), "clock.camera");
    assert.deepEqual([state, message], ["warning", "exit-1 clock could not be set"]);
    await patient.bench.run(["setup", "unassign", "exit-1", "--camera"]);
    await until(async () => !(await isTold()), "the camera to be gone", 10_000);
    assert.equal(findingOf(await patient.examine(), "clock.camera").state, "skipped");
  } finally {
    await here.close();
  }
});

test("paper that waits for long is told with the printer to look at", async ({ patient }) => {
  await assign(patient, { printer: { driver: "simulated", config: {} } });
  const insert = "INSERT INTO print_jobs (kind, text, asked_at, asked_by) VALUES ('report', 'x', ?, 'admin')";
  patient.booth.db.prepare(insert).run(new Date(Date.now() - 3 * 3_600_000).toISOString());
  const report = await patient.examine();
  assert.deepEqual(troubles(report), { printer: "warning" });
  assert.match(findingOf(report, "printer").message, /^papers that wait: 1, the oldest asked for 3 hours ago$/);
});

test("packages that the collector refused are told", async ({ patient }) => {
  patient.booth.db.exec(
    "UPDATE review_state SET last_error = 'the collector answered 401', last_error_at = '2026-11-20T12:00:00.000Z'",
  );
  const report = await patient.examine({ CARWASH_REVIEW_ENTRY_SAMPLE: "10" });
  assert.deepEqual(troubles(report), { "review.queue": "warning" });
  assert.match(findingOf(report, "review.queue").message, /the last upload failed: the collector answered 401/);
});

test("a booth without lanes is a warning", async ({ patient }) => {
  patient.booth.db.exec("DELETE FROM lane_devices; DELETE FROM lanes");
  assert.deepEqual(troubles(await patient.examine()), { lane: "warning" });
});

test.run();
