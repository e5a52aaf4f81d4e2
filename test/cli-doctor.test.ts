import assert from "node:assert/strict";
import { chmodSync, closeSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { Report } from "../bin/doctor/report.ts";
import { TEST_KEYS } from "./helpers/booth.ts";
import { BOOTHCTL } from "./helpers/cli.ts";
import { findingOf, openPatient, type TestPatient, troubles } from "./helpers/patient.ts";

const test = suite<{ patient: TestPatient }>("cli doctor");

test.before.each(async (context) => {
  context.patient = await openPatient();
});

test.after.each(({ patient }) => {
  patient.close();
});

/** The ids of the design's list that stand for one finding each. */
const IDS = [
  ...[
    "env.valid",
    "secret.modes",
    "key.signing",
    "key.backup",
    "db.open",
    "db.integrity",
    "db.migrations",
    "disk.free",
  ],
  ...[
    "clock.ntp",
    "clock.camera",
    "ledger.tail",
    "backup.age",
    "backup.target",
    "tls.cert",
    "cookie.secure",
    "ws.origin",
  ],
  ...["printer", "collector.reach", "review.queue", "module.deps", "admin.exists", "service.unit", "version.pin"],
  "kiosk.flags",
];

test("a booth that is well is told so in one line, and every check with -v", async ({ patient }) => {
  const short = await patient.bench.run(["doctor"]);
  assert.equal(short.code, 0, short.stdout);
  const lines = short.stdout.trimEnd().split("\n");
  assert.match(lines[0] ?? "", /^Booth booth-1 · \S+ · \d{4}-\d\d-\d\d \d\d:\d\d [A-Z+0-9]+$/);
  assert.match(lines[1] ?? "", /^ · \d+ checks passed, \d+ were not made \(show with -v\)$/);
  assert.deepEqual(lines.slice(2), ["All is well."]);
  const long = await patient.bench.run(["doctor", "-v"]);
  assert.match(long.stdout, /^ ✓ Database {4}has this program's schema$/m);
  assert.match(long.stdout, /^ · Service {5}no unit parking-booth of systemd on this host$/m);
  const report = await patient.examine();
  assert.deepEqual([report.ok, report.failed, report.warnings], [true, 0, 0]);
  for (const id of IDS)
    assert.ok(
      report.checks.some((check) => check.id === id),
      id,
    );
  for (const category of ["access", "reader", "camera"]) findingOf(report, `lane.exit-1.${category}`);
});

test("trouble comes first, each with its fix, and the verdict last", async ({ patient }) => {
  const env = { COOKIE_SECURE: "0", WS_ALLOWED_ORIGINS: "https://booth7.example,app://shell" };
  patient.booth.db.exec("UPDATE users SET disabled = 1");
  const ran = await patient.bench.run(["doctor"], { env });
  assert.deepEqual([ran.code, ran.stderr], [8, ""]);
  const lines = ran.stdout.trimEnd().split("\n");
  assert.match(lines[1] ?? "", /^ ✗ People {6}nobody can administer it {20}fix: boothctl seed-admin$/);
  assert.match(
    ran.stdout,
    /^ ▲ Cookies {5}COOKIE_SECURE is off, though https:\/\/booth7\.example is https\n {15}Remove COOKIE_SECURE/m,
  );
  assert.match(lines.at(-1) ?? "", /^Needs attention: 1 failed, \d warnings?\.$/);
});

test("warnings alone are exit 0, and 8 with --strict", async ({ patient }) => {
  patient.booth.db.exec("DELETE FROM keys_kept_offsite WHERE setting = 'BACKUP_KEY'");
  assert.deepEqual(troubles(await patient.examine()), { "key.backup": "warning" });
  assert.equal((await patient.bench.run(["doctor", "--strict"])).code, 8);
  assert.equal((await patient.bench.run(["doctor"])).code, 0);
});

test("settings that are not valid are all named, and only what needs them is not made", async ({ patient }) => {
  const well = await patient.examine();
  const skippedIn = ({ checks }: Report) => checks.flatMap(({ id, state }) => (state === "skipped" ? [id] : []));
  const report = await patient.examine({ PORT: "eighty", LOG_LEVEL: "loud", MODULES_ENTITLED: "golf" });
  const { state, message, fix } = findingOf(report, "env.valid");
  assert.deepEqual([state, fix], ["failed", "boothctl help environment"]);
  assert.match(message, /PORT: expected .*; MODULES_ENTITLED: expected .*; LOG_LEVEL: expected /);
  const more = skippedIn(report).filter((id) => !skippedIn(well).includes(id));
  assert.deepEqual(more, ["ws.origin", "module.deps"]);
  assert.equal(findingOf(report, "module.deps").message, "MODULES_ENTITLED is not valid");
});

test("a key file that is not there costs the checks of that key alone, and says where it is wanted", async (context) => {
  const report = await context.patient.examine({ BACKUP_KEY: "", BACKUP_KEY_FILE: "/nowhere/key" });
  assert.deepEqual(troubles(report), { "env.valid": "failed" });
  const { message, hint } = findingOf(report, "env.valid");
  assert.match(message, /BACKUP_KEY_FILE: cannot read \/nowhere\/key \(ENOENT\)/);
  assert.match(hint ?? "", /^Put the file back, /);
  assert.equal(findingOf(report, "key.backup").message, "BACKUP_KEY is not valid");
  for (const id of ["key.signing", "ledger.tail"]) assert.equal(findingOf(report, id).state, "passed", id);
});

test("a key file that only others may read is read with sudo", async ({ patient: { bench } }) => {
  const file = join(bench.dir, "key");
  writeFileSync(file, TEST_KEYS.EVENT_SIGNING_KEY, { mode: 0o600 });
  // Somebody else than who runs this: by its rights where that may be changed, else by a file that nobody may read.
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) chmodSync(file, 0);
  const as = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
  const env = { EVENT_SIGNING_KEY: "", EVENT_SIGNING_KEY_FILE: file };
  const ran = await bench.shell([...as, process.execPath, BOOTHCTL, "doctor", "--json"].join(" "), { env });
  const { message, fix } = findingOf(JSON.parse(ran.stdout) as Report, "env.valid");
  assert.equal(message, `This needs the rights of root or of parking-booth: you may not read ${file}.`);
  assert.equal(fix, "sudo boothctl doctor --json");
});

test("a key file that others may read, and data that they may look into, fail", async ({ patient }) => {
  const file = join(patient.bench.dir, "signing");
  writeFileSync(file, TEST_KEYS.EVENT_SIGNING_KEY, { mode: 0o640 });
  const env = { EVENT_SIGNING_KEY: "", EVENT_SIGNING_KEY_FILE: file };
  assert.deepEqual(troubles(await patient.examine(env)), {});
  chmodSync(file, 0o644);
  const report = await patient.examine(env);
  assert.deepEqual(troubles(report), { "secret.modes": "failed" });
  assert.equal(findingOf(report, "secret.modes").fix, `chmod g-w,o-rwx ${file}`);
  chmodSync(file, 0o640);
  chmodSync(patient.bench.dataDir, 0o755);
  assert.deepEqual(troubles(await patient.examine(env)), { "secret.modes": "failed" });
});

test("another ledger key, another booth and no backup key fail", async ({ patient }) => {
  const other = Buffer.alloc(32, 9).toString("base64url");
  const report = await patient.examine({ EVENT_SIGNING_KEY: other, BACKUP_KEY: "" });
  assert.match(findingOf(report, "key.signing").message, /is not the key of this ledger/);
  assert.match(findingOf(report, "key.backup").message, /no backup is made/);
  const moved = await patient.examine({ BOOTH_ID: "booth-9" });
  assert.equal(findingOf(moved, "key.signing").hint, "Set BOOTH_ID=booth-1, and restart the booth.");
  const broken = await patient.examine({ BACKUP_KEY: "AGE-SECRET-KEY-1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" });
  assert.match(findingOf(broken, "env.valid").message, /BACKUP_KEY: expected an age identity/);
  assert.equal(findingOf(broken, "key.backup").state, "skipped");
});

test("a missing and a garbled database fail, and what lies in them is not looked at", async ({ patient }) => {
  const away = await patient.examine({ DATA_DIR: join(patient.bench.dir, "nowhere") });
  assert.match(findingOf(away, "db.open").message, /^There is no booth in/);
  assert.equal(findingOf(away, "ledger.tail").state, "skipped");
  patient.booth.db.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(patient.bench.dataDir, `booth.db${end}`), { force: true });
  writeFileSync(join(patient.bench.dataDir, "booth.db"), "this is no database ".repeat(500));
  const garbled = await patient.examine();
  assert.equal(findingOf(garbled, "db.open").state, "failed");
  assert.match(findingOf(garbled, "db.open").fix ?? "", /^boothctl backup restore FILE --into \S+ --set-aside$/);
  const status = await patient.bench.run(["status"]);
  assert.match(status.stderr, /Try: boothctl doctor$/m);
});

test("a database that is empty is lost, and what it is asked for breaks nothing", async ({ patient }) => {
  patient.booth.db.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(join(patient.bench.dataDir, `booth.db${end}`), { force: true });
  writeFileSync(join(patient.bench.dataDir, "booth.db"), "");
  const report = await patient.examine();
  const { state, message, fix } = findingOf(report, "db.open");
  assert.deepEqual([state, message], ["failed", "is empty: its ledger is gone"]);
  assert.match(fix ?? "", /^boothctl backup restore /);
  assert.deepEqual(troubles(report), { "db.open": "failed" });
  assert.match((await patient.bench.run(["status"])).stderr, /Try: boothctl doctor$/m);
});

test("a page that is damaged in the site's own table costs no other check", async ({ patient }) => {
  damageIndex(patient, "sites");
  const report = await patient.examine();
  assert.equal(findingOf(report, "db.integrity").state, "failed");
  assert.equal(report.booth, "booth-1");
});

/** Writes over the page in which an index begins, as a failing disk does. */
function damageIndex({ booth: { db }, bench }: TestPatient, name: string): void {
  db.pragma("wal_checkpoint(TRUNCATE)");
  const { page } = db.prepare("SELECT rootpage AS page FROM sqlite_master WHERE name = ?").get(name) as {
    page: number;
  };
  const size = db.pragma("page_size", { simple: true }) as number;
  const file = openSync(join(bench.dataDir, "booth.db"), "r+");
  writeSync(file, Buffer.alloc(size, "lost"), 0, size, (page - 1) * size);
  closeSync(file);
}

test("a damaged page is found", async ({ patient }) => {
  damageIndex(patient, "exceptions_at");
  const report = await patient.examine();
  assert.deepEqual(troubles(report), { "db.integrity": "failed" });
  assert.match(findingOf(report, "db.integrity").message, /^is damaged: /);
});

test("an edited entry and a newer schema are each found", async ({ patient }) => {
  const { db } = patient.booth;
  db.exec("DROP TRIGGER events_are_final; UPDATE events SET at = replace(at, '20', '21') WHERE seq = 2");
  assert.deepEqual(troubles(await patient.examine()), { "ledger.tail": "failed" });
  db.exec("INSERT INTO migrations (name, applied_at) VALUES ('9999_later.sql', '2027-01-01')");
  const newer = await patient.examine();
  const { message, hint } = findingOf(newer, "db.migrations");
  assert.match(message, /newer than this program/);
  assert.match(hint ?? "", /^A newer release wrote it\./);
  assert.match((await patient.bench.run(["status"])).stderr, /Try: boothctl doctor$/m);
});

test("modules that are activated and not entitled are a warning", async ({ patient }) => {
  patient.booth.db.exec(`UPDATE sites SET modules_json = '["parking","validation"]'`);
  const report = await patient.examine({ MODULES_ENTITLED: "parking" });
  assert.deepEqual(troubles(report), { "module.deps": "warning" });
  assert.equal(findingOf(report, "module.deps").fix, "boothctl modules set parking");
});

test("an address that the cookies or the live feed do not fit is found", async ({ patient }) => {
  const plain = await patient.examine({ WS_ALLOWED_ORIGINS: "http://booth7.example" });
  assert.deepEqual(troubles(plain), { "cookie.secure": "failed" });
  const proxied = await patient.examine({ TRUST_PROXY: "1" });
  assert.deepEqual(troubles(proxied), { "ws.origin": "warning" });
  const screen = await patient.examine({ KIOSK_URL: "http://127.0.0.1:8099/" });
  assert.deepEqual(troubles(screen), { "ws.origin": "failed" });
  assert.match(findingOf(screen, "ws.origin").message, /WS_ALLOWED_ORIGINS lacks http:\/\/127\.0\.0\.1:8099/);
});

test.run();
