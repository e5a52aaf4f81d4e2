import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { suite } from "uvu";
import type { Report } from "../bin/doctor/report.ts";
import { assertCommands } from "./helpers/command-lines.ts";
import { findingOf, openPatient, type TestPatient, troubles } from "./helpers/patient.ts";
import { makeCertificate, startTlsFront } from "./helpers/tls-front.ts";

const test = suite<{ patient: TestPatient }>("cli doctor of the host");

test.before.each(async (context) => {
  context.patient = await openPatient();
});

test.after.each(({ patient }) => {
  patient.close();
});

const mayMount = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

/** The doctor's report on a data directory that lies on a disk of so many megabytes, of which as many are free. */
function examineOnDisk({ bench }: TestPatient, megabytes: number): Report {
  const [where, boothctl] = [join(bench.dir, "disk"), join(import.meta.dirname, "..", "bin", "boothctl")];
  const script = `mkdir -p ${where} && mount -t tmpfs -o size=${megabytes}m,mode=700 none ${where} &&
    cp -a ${bench.dataDir}/. ${where} && ${process.execPath} ${boothctl} doctor --json --data-dir ${where}`;
  const ran = spawnSync("unshare", ["-rm", "sh", "-c", script], { env: bench.env, encoding: "utf8" });
  return JSON.parse(ran.stdout) as Report;
}

test("a disk that fills up is told before it is full", ({ patient }) => {
  // Where nobody may mount a small disk, the disk of the test's own directory is what there is to look at.
  if (!mayMount) return;
  assert.equal(findingOf(examineOnDisk(patient, 12), "disk.free").state, "failed");
  assert.equal(findingOf(examineOnDisk(patient, 600), "disk.free").state, "warning");
});

/** The doctor's report with a disk mounted where backups go. */
function examineWithTarget({ bench }: TestPatient, target: string, options: string): Report {
  const boothctl = join(import.meta.dirname, "..", "bin", "boothctl");
  const script = `mount -t tmpfs -o ${options} none ${target} && ${process.execPath} ${boothctl} doctor --json`;
  const ran = spawnSync("unshare", ["-rm", "sh", "-c", script], { env: bench.env, encoding: "utf8" });
  return JSON.parse(ran.stdout) as Report;
}

test("a target without room for the next backup, and one that can only be read, fail", async ({ patient }) => {
  if (!mayMount) return;
  const { target } = patient.booth.db.prepare("SELECT backup_target_dir AS target FROM sites").get() as {
    target: string;
  };
  assert.equal((await patient.bench.run(["backup", "run"])).code, 0);
  const full = examineWithTarget(patient, target, "size=20k,mode=700");
  assert.deepEqual(troubles(full), { "backup.target": "failed" });
  const { message, fix } = findingOf(full, "backup.target");
  assert.match(message, /has too little room: a backup takes \d+ MB, and less than 1 MB are free$/);
  await assertCommands(fix ?? "");
  const closed = examineWithTarget(patient, target, "ro,mode=700");
  assert.deepEqual(troubles(closed), { "backup.target": "failed" });
  assert.match(findingOf(closed, "backup.target").message, / can only be read$/);
});

test("a clock that nobody keeps fails; a host that does not tell is not blamed", async ({ patient }) => {
  patient.program("timedatectl", "echo no");
  assert.deepEqual(troubles(await patient.examine()), { "clock.ntp": "failed" });
  patient.program("timedatectl", "exit 1");
  assert.equal(findingOf(await patient.examine(), "clock.ntp").state, "skipped");
});

/** A systemctl that knows these units. */
const systemctl = (units: Record<string, string>) =>
  `case "$2" in\n${Object.entries(units)
    .map(([unit, said]) => `${unit}) printf '%s\\n' ${said} ;;`)
    .join("\n")}\n*) echo LoadState=not-found ;;\nesac`;

test("a unit that does not run, does not start with the host, or keeps restarting is found", async ({ patient }) => {
  const say = async (...said: string[]) => {
    patient.program("systemctl", systemctl({ "parking-booth": ["LoadState=loaded", ...said].join(" ") }));
    return findingOf(await patient.examine(), "service.unit");
  };
  assert.equal(
    (await say("ActiveState=active", "SubState=running", "UnitFileState=enabled", "NRestarts=0")).state,
    "passed",
  );
  const down = await say("ActiveState=failed", "SubState=failed");
  assert.equal(down.state, "failed");
  assert.match(down.fix ?? "", /systemctl restart parking-booth/);
  const forgotten = await say("ActiveState=active", "UnitFileState=disabled", "NRestarts=0");
  assert.equal(forgotten.fix, "systemctl enable parking-booth");
  const weak = await say("ActiveState=active", "UnitFileState=enabled", "NRestarts=9");
  assert.match(weak.message, /restarted 9 times/);
});

test("a browser without the flags of a kiosk is named with what it lacks", async ({ patient }) => {
  const start =
    "'ExecStart={ path=/usr/bin/chromium ; argv[]=/usr/bin/chromium --kiosk --noerrdialogs --disable-pinch ; }'";
  patient.program("systemctl", systemctl({ "parking-booth-kiosk": `LoadState=loaded ${start}` }));
  const { state, message } = findingOf(await patient.examine(), "kiosk.flags");
  assert.equal(state, "warning");
  assert.match(message, /lacks .*--overscroll-history-navigation=0/);
  assert.ok(!message.includes("--disable-pinch"));
});

test("production that runs no release fails", async ({ patient }) => {
  assert.equal(findingOf(await patient.examine(), "version.pin").state, "skipped");
  const unset = await patient.examine({ NODE_ENV: "" });
  assert.deepEqual(troubles(unset), { "version.pin": "warning" });
  assert.match(findingOf(unset, "version.pin").message, /and this is production, as NODE_ENV is not set$/);
  const report = await patient.examine({ NODE_ENV: "production" });
  assert.deepEqual(troubles(report), { "version.pin": "failed" });
});

test("a certificate that this host does not trust, and one that nobody shows, are told", async ({ patient }) => {
  const front = await startTlsFront(9, makeCertificate());
  try {
    const shown = await patient.examine({ WS_ALLOWED_ORIGINS: `https://127.0.0.1:${front.port}` });
    assert.deepEqual(troubles(shown), { "tls.cert": "warning" });
    assert.match(findingOf(shown, "tls.cert").message, /not trusted by this host/);
  } finally {
    await front.close();
  }
  const hidden = await patient.examine({ WS_ALLOWED_ORIGINS: `https://127.0.0.1:${front.port}` });
  assert.match(findingOf(hidden, "tls.cert").message, /does not answer with a certificate/);
});

test("a certificate that ends soon is told by its days", async ({ patient }) => {
  const front = await startTlsFront(9, makeCertificate("IP:127.0.0.1", 5));
  try {
    const report = await patient.examine({ WS_ALLOWED_ORIGINS: `https://127.0.0.1:${front.port}` });
    assert.match(findingOf(report, "tls.cert").message, /ends in [45] days/);
  } finally {
    await front.close();
  }
});

test("a collector that does not answer is a warning, for packages wait", async ({ patient }) => {
  const report = await patient.examine({ COLLECTOR_URL: "http://127.0.0.1:9" });
  assert.deepEqual(troubles(report), { "collector.reach": "warning" });
});

test.run();
