import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { BOOTH_SETTINGS } from "../daemon/settings.ts";
import { TEST_BACKUP_KEY } from "./helpers/backups.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { until } from "./helpers/until.ts";

const test = suite<{ bench: CliBench }>("boothctl config");

test.before.each((context) => {
  context.bench = openCliBench();
});
test.after.each(({ bench }) => {
  bench.close();
});

const seedAdmin = (bench: CliBench, env: Record<string, string> = {}) =>
  bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass", env });

const OTHER_KEY = Buffer.alloc(32, 9).toString("base64url");

test("another booth's name or key is told with what to set, and not with the command itself", async ({ bench }) => {
  await seedAdmin(bench, { BOOTH_ID: "booth-7" });
  for (const line of ["config check", "serve", "ledger checkpoint"]) {
    const named = await bench.run(line.split(" "), { env: { BOOTH_ID: "booth-8" } });
    assert.equal(named.code, 2, named.stderr);
    assert.match(named.stderr, /\n {2}Try: set BOOTH_ID=booth-7\n/, line);
    const keyed = await bench.run(line.split(" "), { env: { BOOTH_ID: "booth-7", EVENT_SIGNING_KEY: OTHER_KEY } });
    assert.equal(keyed.code, 2, keyed.stderr);
    assert.match(keyed.stderr, /\n {2}Try: put the ledger's own key back; boothctl config key FILE says /, line);
  }
});

test("a start on a port that is taken says how to find who has it", async ({ bench }) => {
  const { createServer } = await import("node:net");
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const { port } = taken.address() as { port: number };
  const ran = await bench.run(["serve"], { env: { PORT: String(port) } });
  taken.close();
  assert.equal(ran.code, 10, ran.stderr);
  assert.match(ran.stderr, /Another program listens on 127\.0\.0\.1:\d+\.\n.*\n {2}Try: ss -ltnp/);
});

test("a collector's token that cannot be right is a warning, and keeps no booth from its money", async ({ bench }) => {
  const file = join(bench.dir, "token");
  const env = { COLLECTOR_URL: "https://labels.example", COLLECTOR_TOKEN_FILE: file, BOOTH_ID: "booth-7" };
  for (const [token, state] of [
    [null, "cannot be read (ENOENT)"],
    ["\n", "is not set"],
    ["<token>", "is not a token of a collector"],
  ] as const) {
    if (token !== null) writeFileSync(file, token);
    const ran = await bench.run(["config", "check"], { env });
    assert.equal(ran.code, 0, ran.stderr);
    assert.ok(ran.stdout.includes(` ▲ COLLECTOR_TOKEN ${state}, so the collector will take no package\n`), ran.stdout);
    assert.match(
      ran.stdout,
      new RegExp(`fix: put .* add booth-7 .* into ${file}, then systemctl restart parking-booth`),
    );
  }
  const running = bench.start(["serve"], env);
  await until(() => running.said().stderr.includes("the booth is open"), "the booth to open", 20_000);
  assert.match(running.said().stderr, /COLLECTOR_TOKEN is not a token .*: boothctl config check says what to do/);
  running.child.kill("SIGTERM");
  await running.ended;
  writeFileSync(file, "x".repeat(43));
  assert.equal((await bench.run(["config", "check"], { env })).stdout, "The configuration is complete and valid.\n");
});

test("a backup key with a letter wrong is told before any backup is tried with it", async ({ bench }) => {
  for (const key of [`${TEST_BACKUP_KEY.slice(0, -1)}Q`, `age1${"q".repeat(58)}`]) {
    const ran = await bench.run(["config", "check"], { env: { BACKUP_KEY: key } });
    assert.equal(ran.code, 2, ran.stdout);
    assert.match(ran.stderr, /BACKUP_KEY: expected an age identity .* with each letter as it was printed/);
    assert.ok(!ran.stderr.includes(key));
  }
  const ran = await bench.run(["config", "check"], { env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  assert.equal(ran.stdout, "The configuration is complete and valid.\n");
});

/** A settings file with these lines, and what makes boothctl read it. */
function settingsFile(bench: CliBench, ...lines: string[]): Record<string, string> {
  writeFileSync(join(bench.dir, "booth.env"), lines.join("\n"));
  return { PARKING_BOOTH_ETC: bench.dir };
}

test("what stands in the settings file and counts for nothing is named, with what was meant", async ({ bench }) => {
  const env = settingsFile(
    bench,
    "# COOKIE_SECURE=1",
    "COOKI_SECURE=0",
    "BACKUP_KEY_FLE=/etc/key",
    "PORT_FILE=/etc/port",
    "NODE_EXTRA_CA_CERTS=/etc/ca.pem",
    "NODE_ENV=production",
    "WALLPAPER=blue",
    "cookie_secure=0",
    "",
  );
  const { ok, warnings } = (await bench.json(["config", "check"], { env })) as {
    ok: boolean;
    warnings: { message: string; fix: string }[];
  };
  const file = join(bench.dir, "booth.env");
  assert.equal(ok, true);
  assert.deepEqual(
    warnings.map(({ message, fix }) => `${message.replace(file, "booth.env")}: ${fix}`),
    [
      "COOKI_SECURE in booth.env is no setting of the booth: did you mean COOKIE_SECURE?",
      "BACKUP_KEY_FLE in booth.env is no setting of the booth: did you mean BACKUP_KEY_FILE?",
      "PORT_FILE in booth.env is no setting of the booth: boothctl help environment lists the settings",
      "WALLPAPER in booth.env is no setting of the booth: boothctl help environment lists the settings",
      "line 8 of booth.env is not NAME=value: correct it, or begin it with #",
    ],
  );
  const lacking = await bench.run(["config", "check"], {
    env: { ...settingsFile(bench, "SESION_SECRET=x"), SESSION_SECRET: "" },
  });
  assert.equal(lacking.code, 2);
  assert.match(lacking.stderr, /SESSION_SECRET: is missing.*\n +SESION_SECRET in .*; did you mean SESSION_SECRET\?/);
});

test("config show has every setting by the name it is written with", async ({ bench }) => {
  const { settings, secrets } = (await bench.json(["config", "show"], { env: { COOKIE_SECURE: "off" } })) as {
    settings: Record<string, unknown>;
    secrets: Record<string, unknown>;
  };
  assert.deepEqual([...Object.keys(settings), ...Object.keys(secrets)].sort(), [...BOOTH_SETTINGS].sort());
  assert.deepEqual([settings.COOKIE_SECURE, settings.DATA_DIR], ["0", bench.dataDir]);
  assert.match((await bench.run(["config", "show"])).stdout, /^COOKIE_SECURE +1$/m);
});

test("of a key file from elsewhere it says every name of the key, and whether it is this booth's", async ({
  bench,
}) => {
  await seedAdmin(bench);
  const env = { BACKUP_KEY: TEST_BACKUP_KEY };
  const file = (name: string, text: string) => writeFileSync(join(bench.dir, name), `${text}\n`);
  file("own", bench.env.EVENT_SIGNING_KEY ?? "");
  file("other", OTHER_KEY);
  file("backup", TEST_BACKUP_KEY);
  file("neither", "a shopping list");
  const keyIn = async (name: string, more: Record<string, string> = {}) =>
    (await bench.json(["config", "key", name], { env: { ...env, ...more } })) as Record<string, unknown>;
  const ledger = (await bench.json(["ledger", "key"])) as { keyId: string; publicKey: string };
  const { items } = (await bench.json(["backup", "keys"], { env })) as { items: Record<string, string>[] };
  const [signing, backup] = items as [Record<string, string>, Record<string, string>];
  assert.deepEqual(await keyIn("own"), {
    setting: "EVENT_SIGNING_KEY",
    fingerprint: signing.fingerprint,
    keyId: ledger.keyId,
    publicKey: ledger.publicKey,
    isThisBooths: true,
  });
  const found = await keyIn("backup");
  assert.deepEqual([found.fingerprint, found.publicKey], [backup.fingerprint, backup.public]);
  assert.equal(found.isThisBooths, true);
  assert.equal((await keyIn("other")).isThisBooths, false);
  assert.equal((await keyIn("own", { DATA_DIR: join(bench.dir, "elsewhere") })).isThisBooths, null);
  assert.equal((await keyIn("backup", { BACKUP_KEY: "" })).isThisBooths, null);
  const text = await bench.run(["config", "key", "own"], { env });
  assert.match(text.stdout, /^public key +[\w-]{43}$/m);
  assert.ok(!text.stdout.includes(bench.env.EVENT_SIGNING_KEY ?? ""));
  const neither = await bench.run(["config", "key", "neither"], { env });
  assert.deepEqual([neither.code, neither.stdout], [2, ""]);
  assert.match(neither.stderr, /^✗ neither holds neither an EVENT_SIGNING_KEY nor a BACKUP_KEY\./);
});

test.run();
