import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

interface Context {
  bench: CliBench;
  /** What a stranger's boothctl is run with. */
  stranger: { env: Record<string, string>; uid?: number };
}

const test = suite<Context>("cli without rights");

/** What only its owner may look into: not even the owner, where the tests are not root's. */
const CLOSED = process.getuid?.() === 0 ? 0o700 : 0;
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534 } : {};
const FROM_FILE = { DATA_DIR: "", PORT: "", EVENT_SIGNING_KEY: "", SESSION_SECRET: "" };

/** A booth and a collector as they are installed: everybody may read the settings, and nobody else keys and data. */
test.before.each(async (context) => {
  const bench = openCliBench();
  context.bench = bench;
  const { dir, dataDir, env } = bench;
  chmodSync(dir, 0o755);
  const [etc, keys, labels] = ["etc", "etc/keys", "labels"].map((name) => join(dir, name)) as [string, string, string];
  for (const folder of [etc, keys, labels]) mkdirSync(folder);
  for (const name of ["EVENT_SIGNING_KEY", "SESSION_SECRET"]) writeFileSync(join(keys, name), env[name] ?? "");
  const keyLines = ["EVENT_SIGNING_KEY", "SESSION_SECRET"].map((name) => `${name}_FILE=${join(keys, name)}`);
  writeFileSync(join(etc, "booth.env"), [`DATA_DIR=${dataDir}`, "PORT=9", ...keyLines, ""].join("\n"));
  writeFileSync(
    join(etc, "collector.env"),
    `DATA_DIR=${labels}\nREVIEWER_LOGIN_FILE=${join(keys, "REVIEWER_LOGIN")}\n`,
  );
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  await bench.run(["collector", "booths", "add", "booth-1", "--data-dir", labels]);
  for (const folder of [keys, dataDir, labels]) chmodSync(folder, CLOSED);
  context.stranger = { env: { ...FROM_FILE, PARKING_BOOTH_ETC: etc }, ...NOBODY };
});
test.after.each(({ bench }) => {
  for (const name of ["etc", "etc/keys", "labels", "data"]) chmodSync(join(bench.dir, name), 0o700);
  bench.close();
});

const OF_THE_BOOTH = [
  "status",
  "serve",
  "config check",
  "config show",
  "users list",
  "users disable maria",
  "ledger verify",
  "backup list",
  "backup status",
  "backup run",
  "review status",
  "review flush",
  "upgrade check",
];
const OF_THE_COLLECTOR = [
  "collector stats",
  "collector booths list",
  "collector booths add booth-7",
  "collector serve",
];

test("a stranger is told whose rights a command needs, and to type the same after sudo", async ({
  bench,
  stranger,
}) => {
  for (const line of [...OF_THE_BOOTH, ...OF_THE_COLLECTOR]) {
    const user = line.startsWith("collector") ? "parking-collector" : "parking-booth";
    const ran = await bench.run(line.split(" "), stranger);
    assert.equal(ran.code, 5, `boothctl ${line}\n${ran.stderr}`);
    assert.ok(ran.stderr.startsWith(`✗ This needs the rights of root or of ${user}: you may not read /`), ran.stderr);
    assert.ok(ran.stderr.includes(`\n  Try: sudo boothctl ${line}\n`), ran.stderr);
  }
});

test("where not even the settings can be read, no other booth is looked for", async ({ bench, stranger }) => {
  chmodSync(join(bench.dir, "etc"), CLOSED);
  for (const line of ["users list", "config check", "collector stats"]) {
    const ran = await bench.run(line.split(" "), stranger);
    assert.equal(ran.code, 5, ran.stderr);
    assert.match(ran.stderr, /^✗ This needs the rights of root .*\.env\.\n/, line);
  }
});

test("what is typed again is quoted as a shell wants it", async ({ bench, stranger }) => {
  const ran = await bench.run(["users", "set", "maria", "--name", "Maria O'Neil"], stranger);
  assert.match(ran.stderr, /Try: sudo boothctl users set maria --name 'Maria O'\\''Neil'\n/);
});

test("a file that may not be written is named, and who may", async ({ bench, stranger }) => {
  const ran = await bench.run(["collector", "reviewer", "set-password", "--password-stdin", "-o", "login"], {
    ...stranger,
    input: "pass word",
  });
  if (!stranger.uid) return;
  assert.equal(ran.code, 5, ran.stderr);
  assert.match(ran.stderr, /^✗ You may not read or write login\.\n.*\n {2}Try: sudo boothctl collector reviewer set-p/);
});

test.run();
