import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { cliActor } from "../daemon/services/actors.ts";
import { assignMany } from "../daemon/services/setup.ts";
import { TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { openTestClock, startBooth, TEST_KEYS } from "./helpers/booth.ts";
import { openPatient, type TestPatient } from "./helpers/patient.ts";

const test = suite<{ patient: TestPatient }>("cli support bundle");

test.before.each(async (context) => {
  context.patient = await openPatient();
});

test.after.each(({ patient }) => {
  patient.close();
});

interface Answer {
  complete: boolean;
  parts: { name: string; bytes: number; leftOut: string | null; missing: string | null }[];
}

/** The files of a bundle, as GNU tar unpacks them. */
function unpack({ bench }: TestPatient): Record<string, string> {
  execFileSync("tar", ["-xzf", "bundle.tgz"], { cwd: bench.dir });
  const folder = join(bench.dir, "bundle");
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** A bundle, packed with settings of its own. */
async function pack(patient: TestPatient, env: Record<string, string> = {}): Promise<Record<string, string>> {
  const ran = await patient.bench.run(["support-bundle", "-o", "bundle.tgz"], { env });
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  return unpack(patient);
}

const COLLECTOR_TOKEN = "a-token-of-the-collector-8841";
const PRIVATE = [
  ...["KX482BD", "KX-482-BD", "kx 482 bd", "CARD99315", "Ms Holder", "maria-lopez", "María López", "camera-secret-77"],
  ...["camera-user-9", TEST_BACKUP_KEY, COLLECTOR_TOKEN, ...Object.values(TEST_KEYS)],
];

/** A booth with people, a subscriber, a car inside and a camera that wants a password; and a log that tells too much. */
async function furnish(patient: TestPatient): Promise<void> {
  const config = { address: "http://127.0.0.1:9/x.jpg", user: "camera-user-9", password: "camera-secret-77" };
  const devices = { camera: { driver: "camera-http", config } };
  await assignMany(patient.booth, cliActor("test"), [{ lane: "exit-1", devices }]);
  const here = await startBooth({ dataDir: patient.bench.dataDir, clock: openTestClock(new Date().toISOString()) });
  try {
    const admin = await here.signIn("admin");
    const person = { displayName: "María López", roleId: "cashier", language: "es", password: "a-good-password" };
    assert.equal((await admin.post("/api/users", { ...person, username: "maria-lopez" })).status, 201);
    const term = {
      validFrom: "2026-01-01",
      validTo: "2999-12-31",
      carsInside: 1,
      status: "active",
      antiPassback: "off",
    };
    const who = { holder: "Ms Holder", plates: ["KX482BD"], credentials: ["CARD99315"] };
    assert.equal((await admin.post("/api/subscriptions", { ...term, ...who })).status, 201);
    const site = { name: "Harbour, ask Ms Holder", receiptFooter: "María López, KX-482-BD" };
    assert.equal((await admin.put("/api/site-config", site)).status, 200);
  } finally {
    await here.close();
  }
  patient.program("systemctl", "echo LoadState=loaded; echo ActiveState=active");
  writeFileSync(join(patient.bench.dir, "journal"), `{"msg":"it said ${PRIVATE.join(" and ")}"}\nKX482BD\n`);
  patient.program("journalctl", `cat ${join(patient.bench.dir, "journal")}`);
}

test("a bundle of a booth with plates, names, cards and keys holds none of them", async ({ patient }) => {
  await furnish(patient);
  const ran = await patient.bench.run(["support-bundle", "-o", "bundle.tgz"], { env: { COLLECTOR_TOKEN } });
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  assert.equal(statSync(join(patient.bench.dir, "bundle.tgz")).mode & 0o777, 0o600);
  const files = unpack(patient);
  assert.ok((files["log.txt"] ?? "").startsWith('{"msg":"it said [plate] and [plate]'), files["log.txt"]);
  assert.match(files["site.json"] ?? "", /Harbour, ask \[name\]/);
  for (const [name, text] of Object.entries(files))
    for (const each of PRIVATE) assert.ok(!text.toLowerCase().includes(each.toLowerCase()), `${name} holds ${each}`);
});

test("what an address says in its query is masked, for passwords stand there", async ({ patient }) => {
  const config = { address: "http://127.0.0.1:9/snap.jpg?user=u&pwd=urlsecret88" };
  await assignMany(patient.booth, cliActor("test"), [
    { lane: "exit-1", devices: { camera: { driver: "camera-http", config } } },
  ]);
  const files = await pack(patient, { COLLECTOR_URL: "http://127.0.0.1:9/?token=urlsecret99" });
  assert.match(files["lanes.json"] ?? "", /snap\.jpg\?\[secret\]"/);
  for (const [name, text] of Object.entries(files)) assert.ok(!text.includes("urlsecret"), name);
});

test("names of two letters are masked, and a card that is a number breaks no file", async ({ patient }) => {
  const here = await startBooth({ dataDir: patient.bench.dataDir, clock: openTestClock(new Date().toISOString()) });
  try {
    const admin = await here.signIn("admin");
    const person = { displayName: "Li", roleId: "cashier", language: "en", password: "a-good-password" };
    assert.equal((await admin.post("/api/users", { ...person, username: "li" })).status, 201);
    const term = { validFrom: "2026-01-01", validTo: "2999-12-31", carsInside: 1, status: "active" };
    const who = { holder: "Bo", plates: [], credentials: ["14", "2"], antiPassback: "off" };
    assert.equal((await admin.post("/api/subscriptions", { ...term, ...who })).status, 201);
    assert.equal((await admin.put("/api/site-config", { name: "Harbour, ask Li or Bo" })).status, 200);
  } finally {
    await here.close();
  }
  const files = await pack(patient);
  assert.match(files["site.json"] ?? "", /Harbour, ask \[name\] or \[name\]/);
  const events = JSON.parse(files["events.json"] ?? "") as { seq: number }[];
  assert.ok(events.some(({ seq }) => seq === 2));
});

test("a file that was there, open to others, is closed to them", async ({ patient }) => {
  const path = join(patient.bench.dir, "bundle.tgz");
  writeFileSync(path, "x".repeat(1e6));
  chmodSync(path, 0o666);
  await pack(patient);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.ok(statSync(path).size < 1e6);
});

test("says first what goes in, and packs just that", async ({ patient }) => {
  const ran = await patient.bench.run(["support-bundle", "-o", "bundle.tgz"]);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  const listed = await patient.bench.run(["support-bundle", "--list"]);
  assert.equal(ran.stderr, listed.stdout);
  const files = unpack(patient);
  for (const [name, text] of Object.entries(files)) {
    assert.ok(listed.stdout.includes(`  ${name} `), name);
    assert.ok(text.length > 2, name);
    if (name.endsWith(".json")) assert.doesNotThrow(() => JSON.parse(text), name);
  }
  assert.match(ran.stdout, /^· metrics\.txt is not in it: the booth does not run$/m);
  assert.match(ran.stdout, /bundle\.tgz is written, .* KB\. Look into it before you send it/);
  const doctor = JSON.parse(files["doctor.json"] ?? "[]") as { id: string }[];
  assert.ok(doctor.some(({ id }) => id === "db.open"));
});

test("--list writes nothing", async ({ patient }) => {
  const ran = await patient.bench.run(["support-bundle", "--list", "-o", "bundle.tgz"]);
  assert.equal(ran.code, 0);
  assert.ok(!existsSync(join(patient.bench.dir, "bundle.tgz")));
});

test("what could not be had is named, the rest is packed, and the exit is 3", async ({ patient }) => {
  patient.program("systemctl", "echo LoadState=loaded; echo ActiveState=active");
  patient.program("journalctl", "exit 1");
  const ran = await patient.bench.run(["support-bundle", "-o", "bundle.tgz", "--json"]);
  assert.deepEqual([ran.code, ran.stderr], [3, ""]);
  const answer = JSON.parse(ran.stdout) as Answer;
  assert.equal(answer.complete, false);
  const missing = answer.parts.filter((part) => part.missing !== null);
  assert.deepEqual(
    missing.map(({ name }) => name),
    ["log.txt"],
  );
  assert.ok("lanes.json" in unpack(patient));
});

test("without a booth to look at it still packs what there is", async ({ patient }) => {
  const ran = await patient.bench.run([
    "support-bundle",
    "-o",
    "bundle.tgz",
    "--data-dir",
    join(patient.bench.dir, "no"),
  ]);
  assert.equal(ran.code, 3);
  assert.match(ran.stdout, /^✗ events\.json is not in it: There is no booth in /m);
  assert.ok("about.json" in unpack(patient));
});

test("where it may not be written, nothing is", async ({ patient }) => {
  const ran = await patient.bench.run(["support-bundle", "-o", join(patient.bench.dir, "no", "bundle.tgz")]);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /No bundle was written\./);
});

test.run();
