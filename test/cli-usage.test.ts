import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const test = suite<{ bench: CliBench }>("cli usage");

test.before.each((context) => {
  context.bench = openCliBench();
});
test.after.each(({ bench }) => {
  bench.close();
});

test("what was mistyped is named with what was probably meant", async ({ bench }) => {
  for (const [line, said] of [
    ["install --rol booth", "Unknown option '--rol'. Did you mean --role?"],
    ["backup restore x.tar.age --int DIR", "Unknown option '--int'. Did you mean --into?"],
    ["backup config --keep-daily 3", "Unknown option '--keep-daily'. Did you mean --keep-daily-days?"],
    ["backup config --keep-lst=3", "Unknown option '--keep-lst'. Did you mean --keep-last?"],
    ["status --jsn", "Unknown option '--jsn'. Did you mean --json?"],
    ["upgrad", "Unknown command 'upgrad'. Did you mean upgrade?"],
    ["users lst", "Unknown command 'lst'. Did you mean list?"],
    ["help upgrad", "Unknown command or topic 'upgrad'. Did you mean upgrade?"],
    ["help exit-code", "Unknown command or topic 'exit-code'. Did you mean exit-codes?"],
    ["help users lst", "Unknown command or topic 'lst'. Did you mean list?"],
    ["xyzzy", "Unknown command 'xyzzy'."],
    ["status --xyzzy", "Unknown option '--xyzzy'."],
    ["users create maria", "Required option '--role <id>' not specified."],
  ] as const) {
    const ran = await bench.run(line.split(" "));
    assert.deepEqual([ran.code, ran.stderr.split("\n")[0]], [2, `✗ ${said}`], line);
  }
});

test("a day that is none is refused in words", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  for (const option of ["--since", "--until"]) {
    const ran = await bench.run(["ledger", "list", option, "x"]);
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /: expected a day that exists, such as 2026-12-31, or an RFC 3339 instant\.?\n/);
  }
});

test("people are told times as the site's clock has them, and can type them again", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  await bench.run(["site", "set", "--timezone", "Asia/Kolkata"]);
  const { items } = (await bench.json(["ledger", "list", "-n", "1"])) as { items: { at: string; seq: number }[] };
  const line = (await bench.run(["ledger", "list", "-n", "1"])).stdout;
  const [time = ""] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30/.exec(line) ?? [];
  assert.equal(Math.floor(Date.parse(items[0]!.at) / 1000), Date.parse(time) / 1000, line);
  const since = await bench.run(["ledger", "list", "--since", time]);
  assert.ok(since.stdout.includes(line.trim()), since.stderr);
});

test("a directory that is not there is named as one", async ({ bench }) => {
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  const ran = await bench.run(["ledger", "export", "-o", "nowhere/ledger.jsonl"]);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /^✗ There is no directory nowhere\.\n/m);
});

test("on a collector's machine no booth is looked for", async ({ bench }) => {
  const etc = join(bench.dir, "etc");
  mkdirSync(etc);
  writeFileSync(join(etc, "collector.env"), "PORT=8090\n");
  const env = { PARKING_BOOTH_ETC: etc, DATA_DIR: "" };
  for (const line of ["status", "doctor", "users list"]) {
    const ran = await bench.run(line.split(" "), { env });
    assert.equal(ran.code, 6, line);
    assert.match(ran.stderr, /^✗ There is no booth here: this is the machine of a review collector\.\n/);
    assert.match(ran.stderr, /Try: boothctl collector stats\n.*systemctl status parking-booth-collector/);
  }
  writeFileSync(join(etc, "booth.env"), "");
  assert.match((await bench.run(["status"], { env })).stderr, /There is no booth in .*var\/booth\./);
});

test.run();
