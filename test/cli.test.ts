import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { mergeEnvironment } from "../bin/cli/environment.ts";
import { EXIT_CODES, EXIT_OF_REFUSAL } from "../bin/cli/exit-codes.ts";
import { openPaint } from "../bin/cli/text.ts";
import { ERROR_STATUS } from "../common/errors.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const cli = suite<{ bench: CliBench }>("cli");

cli.before.each((context) => {
  context.bench = openCliBench();
});

cli.after.each(({ bench }) => {
  bench.close();
});

/** The error object a command printed, which must be all that it printed. */
function errorOf(ran: { stdout: string; stderr: string }): Record<string, unknown> {
  assert.equal(ran.stdout, "");
  return JSON.parse(ran.stderr) as Record<string, unknown>;
}

cli("an error has three lines: what, what was left unchanged, and what to try", async ({ bench }) => {
  const ran = await bench.run(["users", "list"]);
  assert.equal(ran.code, 6);
  assert.equal(ran.stdout, "");
  const lines = ran.stderr.trimEnd().split("\n");
  assert.equal(lines.length, 3);
  assert.match(lines[0]!, /^✗ There is no booth in .*data\.$/);
  assert.equal(lines[1], "  Nothing was created there; --data-dir names another directory.");
  assert.match(lines[2]!, /^ {2}Try: boothctl seed-admin/);
  assert.equal(existsSync(bench.dataDir), false, "looking for a booth makes none");
});

cli("with --json an error is one JSON object on stderr, whatever went wrong", async ({ bench }) => {
  const { apiVersion, kind, code, exit } = errorOf(await bench.run(["users", "list", "--json"]));
  assert.deepEqual(
    { apiVersion, kind, code, exit },
    { apiVersion: "boothctl/v1", kind: "Error", code: "no_booth", exit: 6 },
  );
  const usage = errorOf(await bench.run(["users", "create", "--json"]));
  assert.deepEqual([usage.code, usage.exit, usage.hint], ["usage", 2, "boothctl users create --help"]);
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const refused = errorOf(await bench.run(["--json", "users", "disable", "admin"]));
  assert.deepEqual([refused.code, refused.exit], ["last_admin", 7]);
  assert.equal(typeof refused.message, "string");
});

cli("wrong usage is exit 2 and names the help of the command", async ({ bench }) => {
  for (const args of [
    ["nonsense"],
    ["users"],
    ["users", "create", "x"],
    ["version", "extra"],
    ["status", "--nonsense"],
    ["ledger", "show", "x"],
  ]) {
    const ran = await bench.run(args);
    assert.equal(ran.code, 2, `boothctl ${args.join(" ")}: ${ran.stderr}`);
    assert.equal(ran.stderr.trimEnd().split("\n").length, 3, ran.stderr);
  }
  assert.match((await bench.run(["users", "create", "x"])).stderr, /Try: boothctl users create --help/);
  assert.match((await bench.run(["user"])).stderr, /users/, "says what may have been meant");
});

cli(
  "an unusable configuration is exit 2, and every problem is told at once, without a secret's value",
  async ({ bench }) => {
    const env = { EVENT_SIGNING_KEY: "much-too-short-secret", SESSION_SECRET: "short", PORT: "99999" };
    for (const args of [["serve"], ["config", "check"], ["modules", "enable", "validation"]]) {
      const ran = await bench.run(args, { env });
      assert.equal(ran.code, 2, args.join(" "));
      assert.equal(ran.stdout, "");
      for (const name of ["EVENT_SIGNING_KEY", "SESSION_SECRET", "PORT"])
        assert.match(ran.stderr, new RegExp(`${name}: `));
      assert.doesNotMatch(ran.stderr, /much-too-short-secret/);
    }
    assert.equal(existsSync(bench.dataDir), false);
  },
);

cli("a signing key that is not the ledger's is refused, by serve as by every other command", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const env = { EVENT_SIGNING_KEY: Buffer.alloc(32, 9).toString("base64url") };
  for (const args of [["serve"], ["modules", "enable", "validation"], ["config", "check"]]) {
    const { code, exit, message } = errorOf(
      await bench.run([...args, "--json"], { env: { ...env, LOG_LEVEL: "silent" } }),
    );
    assert.deepEqual([code, exit], ["foreign_ledger", 2]);
    assert.match(String(message), /signing key|EVENT_SIGNING_KEY/i);
  }
});

cli("a database that is not this program's is named as such, and left alone", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const { default: Database } = await import("better-sqlite3");
  const db = new Database(join(bench.dataDir, "booth.db"));
  db.prepare("INSERT INTO migrations (name, applied_at) VALUES ('9999_future.sql', '2026-01-01T00:00:00.000Z')").run();
  db.close();
  for (const args of [
    ["users", "list"],
    ["modules", "list"],
  ]) {
    const { code, exit, message } = errorOf(await bench.run([...args, "--json"]));
    assert.deepEqual([code, exit], ["schema_mismatch", 2]);
    assert.match(String(message), /9999_future/);
  }
});

cli("a flag goes before the environment, and the environment before the file", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const elsewhere = { env: { DATA_DIR: join(bench.dir, "elsewhere") } };
  assert.equal((await bench.run(["users", "list"], elsewhere)).code, 6);
  assert.equal((await bench.run(["users", "list", "--data-dir", bench.dataDir], elsewhere)).code, 0);
  assert.equal((await bench.run(["--data-dir", bench.dataDir, "users", "list"], elsewhere)).code, 0);

  const file = { DATA_DIR: "/file", PORT: "1", EVENT_SIGNING_KEY_FILE: "/file/key", SESSION_SECRET: "file" };
  const merged = mergeEnvironment(
    { DATA_DIR: "/flag" },
    { DATA_DIR: "/env", PORT: "", EVENT_SIGNING_KEY: "env", SESSION_SECRET_FILE: "/env/s" },
    file,
  );
  assert.deepEqual(merged, { DATA_DIR: "/flag", PORT: "1", EVENT_SIGNING_KEY: "env", SESSION_SECRET_FILE: "/env/s" });
});

cli("config show tells fingerprints and no secret", async ({ bench }) => {
  for (const args of [
    ["config", "show"],
    ["config", "show", "--json"],
    ["config", "show", "-v"],
  ]) {
    const ran = await bench.run(args);
    assert.equal(ran.code, 0);
    for (const name of ["EVENT_SIGNING_KEY", "SESSION_SECRET"])
      assert.ok(!(ran.stdout + ran.stderr).includes(bench.env[name]!), name);
    assert.match(ran.stdout, /fingerprint/);
  }
});

cli("keygen prints one fresh value that the settings take", async ({ bench }) => {
  const env: Record<string, string> = {};
  for (const [purpose, name] of [
    ["signing", "EVENT_SIGNING_KEY"],
    ["session", "SESSION_SECRET"],
    ["backup", "BACKUP_KEY"],
  ] as const) {
    const [one, two] = [await bench.run(["config", "keygen", purpose]), await bench.run(["config", "keygen", purpose])];
    assert.match(one.stdout, /^\S+\n$/);
    assert.notEqual(one.stdout, two.stdout);
    env[name] = one.stdout.trim();
  }
  assert.equal((await bench.run(["config", "check"], { env })).code, 0);
  assert.equal((await bench.run(["config", "keygen", "nonsense"])).code, 2);
});

cli("a secret may come from a file, and its setting is named when it cannot be read", async ({ bench }) => {
  const file = join(bench.dir, "key");
  writeFileSync(file, `${bench.env.EVENT_SIGNING_KEY}\n`);
  assert.equal(
    (await bench.run(["config", "check"], { env: { EVENT_SIGNING_KEY: "", EVENT_SIGNING_KEY_FILE: file } })).code,
    0,
  );
  const missing = await bench.run(["config", "check"], {
    env: { EVENT_SIGNING_KEY: "", EVENT_SIGNING_KEY_FILE: `${file}-not` },
  });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /EVENT_SIGNING_KEY_FILE/);
});

cli("every refusal of the booth has its exit code, and every exit code its meaning", async ({ bench }) => {
  assert.deepEqual(Object.keys(EXIT_OF_REFUSAL).sort(), Object.keys(ERROR_STATUS).sort());
  const meant = new Set<number>(EXIT_CODES.map(({ code }) => code));
  for (const exit of Object.values(EXIT_OF_REFUSAL)) assert.ok(meant.has(exit));
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    const expected = { 400: 2, 401: 4, 403: 5, 404: 6, 409: 7 }[status as number];
    if (expected !== undefined && code !== "run_busy")
      assert.equal(EXIT_OF_REFUSAL[code as keyof typeof EXIT_OF_REFUSAL], expected, code);
  }
  const help = (await bench.run(["help", "exit-codes"])).stdout;
  for (const code of meant) assert.match(help, new RegExp(`^${code}\\s`, "m"));
});

cli("no colours but on a terminal, and none with NO_COLOR or TERM=dumb", async ({ bench }) => {
  const colourCode = "\u001b";
  assert.ok(!(await bench.run(["users", "list"])).stderr.includes(colourCode));
  const terminals = [process.stdout, process.stderr].map((stream) => [stream, stream.isTTY] as const);
  try {
    for (const [stream] of terminals) stream.isTTY = true;
    assert.ok(openPaint(true, { TERM: "xterm" }).red("x").includes(colourCode));
    assert.equal(openPaint(true, { NO_COLOR: "1" }).red("x"), "x");
    assert.equal(openPaint(true, { TERM: "dumb" }).red("x"), "x");
    assert.equal(openPaint(false, {}).red("x"), "x");
  } finally {
    for (const [stream, was] of terminals) stream.isTTY = was;
  }
});

cli("--quiet leaves the answer and takes the remarks", async ({ bench }) => {
  const ran = await bench.run(["-q", "seed-admin", "--password-stdin"], { input: "admin-pass" });
  assert.deepEqual([ran.code, ran.stdout, ran.stderr], [0, "", ""]);
  assert.match((await bench.run(["users", "list", "-q"])).stdout, /admin/);
});

cli("a reader that goes away early is no failure", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const ran = await bench.shell("boothctl help environment | head -n 1 && boothctl ledger list | head -n 1");
  assert.deepEqual([ran.code, ran.stderr], [0, ""]);
});

cli("status works without any key and without a daemon", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const env = { EVENT_SIGNING_KEY: "", SESSION_SECRET: "", PORT: "9" };
  const status = (await bench.json(["status"], { env })) as {
    daemon: { running: boolean };
    ledger: { head: { seq: number } };
  };
  assert.equal(status.daemon.running, false);
  assert.ok(status.ledger.head.seq >= 3);
});

cli("the version is the one of package.json", async ({ bench }) => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as {
    version: string;
  };
  assert.equal(((await bench.json(["version"])) as { version: string }).version, version);
  assert.ok((await bench.run(["--version"])).stdout.startsWith(version));
});

cli.run();
