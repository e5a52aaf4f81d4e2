import assert from "node:assert/strict";
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { openClient } from "./helpers/booth.ts";
import { type CliBench, openCliBench, type Running } from "./helpers/cli.ts";
import { basic, REVIEWER_LOGIN, sendPackage, washMeta } from "./helpers/collector.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

const test = suite<{ bench: CliBench }>("boothctl collector");

test.before.each((context) => {
  context.bench = openCliBench();
});
test.after.each(({ bench }) => {
  bench.close();
});

const words = (line: string) => ["collector", ...line.split(" ")];

async function serve(bench: CliBench, login: Record<string, string> = { REVIEWER_LOGIN }) {
  const running = bench.start(words("serve"), login);
  const address = () => /"url":"([^"]+)"/.exec(running.said().stderr)?.[1];
  await until(() => address() !== undefined || running.child.exitCode !== null, "the collector to open", 20_000);
  const url = address();
  assert.ok(url, running.said().stderr);
  return { running, url };
}

async function stop(running: Running, signal: NodeJS.Signals = "SIGTERM") {
  running.child.kill(signal);
  return running.ended;
}

const addBooth = async (bench: CliBench, id: string) =>
  (await bench.json(words(`booths add ${id}`))) as { booth: string; token: string };

test("a booth is added with a token that is shown once, rotated, listed and removed", async ({ bench }) => {
  const added = await addBooth(bench, "booth-1");
  assert.deepEqual([Object.keys(added), added.booth], [["booth", "token"], "booth-1"]);
  assert.match(added.token, /^[\w-]{43}$/);
  const again = await bench.run(words("booths add booth-1"));
  assert.equal(again.code, 7);
  assert.match(again.stderr, /^✗ There is a booth booth-1 already\.\n {2}No booth was added\.\n {2}Try: boothctl /);
  const rotated = (await bench.json(words("booths rotate booth-1"))) as { token: string };
  assert.notEqual(rotated.token, added.token);
  const listed = await bench.run(words("booths list"));
  assert.match(listed.stdout, /booth-1 .* 0\n/);
  assert.ok(!listed.stdout.includes(rotated.token));
  assert.equal((await bench.run(words("booths rotate booth-2"))).code, 6);
  assert.equal((await bench.run(words("booths remove booth-1"))).code, 2);
  for (const removed of [true, false]) {
    const told = await bench.json(words("booths remove booth-1 --confirm booth-1"));
    assert.deepEqual(told, { booth: "booth-1", removed });
  }
});

test("a booth's name is one that can be a folder's", async ({ bench }) => {
  for (const id of ["=cmd", "../x", "a/b", "a b", "x".repeat(65)]) {
    const ran = await bench.run(["collector", "booths", "add", "--", id]);
    assert.deepEqual([ran.code, ran.stdout], [2, ""], id);
    assert.match(ran.stderr, /expected 1 to 64 letters/);
    assert.doesNotMatch(ran.stderr, /rotate/, "one that cannot be added has no token either");
  }
});

test("what has no data yet says so, and makes none", async ({ bench }) => {
  for (const line of ["booths list", "stats", "export -o labels.csv", "booths rotate booth-1"]) {
    const ran = await bench.run(words(line));
    assert.equal(ran.code, 6, line);
    assert.match(ran.stderr, /There is no collector in /);
  }
  assert.equal(statSync(bench.dataDir, { throwIfNoEntry: false }), undefined);
});

test("the reviewer's sign-in is printed for an environment file, or written to one of its own", async ({ bench }) => {
  const printed = await bench.run(words("reviewer set-password maria --password-stdin"), { input: "pass word\n" });
  assert.match(printed.stdout, /^REVIEWER_LOGIN='maria:\$2b\$12\$[./\w]{53}'\n$/);
  const file = await bench.run(words("reviewer set-password maria --password-stdin -o login"), { input: "pass word" });
  assert.deepEqual([file.code, file.stdout], [0, ""]);
  const path = join(bench.dir, "login");
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const { running, url } = await serve(bench, { REVIEWER_LOGIN_FILE: path });
  const client = openClient(url);
  const status = async (password: string) =>
    (await client.get("/api/stats", { authorization: basic("maria", password) })).status;
  assert.deepEqual([await status("pass word"), await status("password")], [200, 401]);
  assert.equal((await stop(running)).code, 0);
});

test("a sign-in's file keeps its mode and owner, so that the service may go on reading it", async ({ bench }) => {
  const path = join(bench.dir, "login");
  writeFileSync(path, "");
  chmodSync(path, 0o640);
  if (process.getuid?.() === 0) chownSync(path, 0, 65_534);
  const owner = () => {
    const { mode, uid, gid } = statSync(path);
    return [mode & 0o777, uid, gid];
  };
  const before = owner();
  const set = (env: Record<string, string> = {}) =>
    bench.run(words("reviewer set-password maria --password-stdin -o login"), { input: "pass word", env });
  assert.match((await set()).stderr, /in login: set REVIEWER_LOGIN_FILE to it and start the collector again\.$/m);
  assert.deepEqual(owner(), before);
  assert.match((await set({ REVIEWER_LOGIN_FILE: path })).stderr, /is in login: start the collector again\.$/m);
  assert.match(readFileSync(path, "utf8"), /^maria:\$2b/);
});

test("a name or password that could not sign in is refused", async ({ bench }) => {
  const set = (name: string, input: string) =>
    bench.run(["collector", "reviewer", "set-password", name, "--password-stdin"], { input });
  for (const name of ["a:b", "a b", "it's", ""]) assert.equal((await set(name, "password")).code, 2, name);
  for (const password of ["", "x".repeat(73), "ü".repeat(37)]) assert.equal((await set("maria", password)).code, 2);
});

test("serve names every problem of its settings in one message, and no secret", async ({ bench }) => {
  const env = { PORT: "eighty", REVIEWER_LOGIN: "maria:a-plain-password", LOG_LEVEL: "loud" };
  const ran = await bench.run(words("serve"), { env });
  assert.equal(ran.code, 2);
  for (const name of ["PORT", "REVIEWER_LOGIN", "LOG_LEVEL"]) assert.match(ran.stderr, new RegExp(`${name}: expected`));
  assert.ok(!ran.stderr.includes("a-plain-password"));
  assert.match(ran.stderr, /The collector was not started\./);
});

test("serve does not start where a file is in the place of the crops", async ({ bench }) => {
  mkdirSync(bench.dataDir, { recursive: true });
  writeFileSync(join(bench.dataDir, "crops"), "no folder");
  const ran = await bench.run(words("serve"), { env: { REVIEWER_LOGIN } });
  assert.equal(ran.code, 2, ran.stderr);
  assert.match(ran.stderr, /A file is in the way: .*crops\.\n *The collector was not started\./);
});

test("a second collector on the same data is refused with 10, and one that was killed leaves it free", async ({
  bench,
}) => {
  const { running } = await serve(bench);
  const second = await bench.run(words("serve"), { env: { REVIEWER_LOGIN } });
  assert.equal(second.code, 10);
  assert.match(second.stderr, /Another collector runs on this data directory already\./);
  await stop(running, "SIGKILL");
  const { running: next } = await serve(bench);
  assert.equal((await stop(next)).code, 0);
});

test("what was acknowledged is there after a kill -9, and stats and export tell it beside the running one", async ({
  bench,
}) => {
  const { token } = await addBooth(bench, "booth-1");
  const before = await serve(bench);
  const meta = washMeta();
  const upload = (url: string) => sendPackage(url, { token, booth: "booth-1", meta, crop: exampleJpeg() });
  assert.equal((await upload(before.url)).status, 201);
  await stop(before.running, "SIGKILL");
  const { running, url } = await serve(bench);
  assert.equal((await upload(url)).status, 200);
  const path = `/api/items/booth-1/${meta.itemId}/verdict`;
  const headers = { authorization: basic() };
  assert.equal((await openClient(url).post(path, { verdict: "suv", client: "client-anna" }, headers)).status, 200);
  const stats = (await bench.json(words("stats"))) as { wash: { agree: number } };
  assert.equal(stats.wash.agree, 1);
  const text = (await bench.run(words("stats"))).stdout;
  assert.match(text, /operators, washes +1 +0 +0 +100\.0 % \(20\.7 to 100\.0\)/);
  const csv = await bench.run(words("export"));
  assert.match(csv.stdout, new RegExp(`^boothId,.*\r\nbooth-1,${meta.itemId},wash,.*,suv,`));
  writeFileSync(join(bench.dir, "labels.jsonl"), "an older one");
  assert.equal((await bench.run(words("export --format jsonl -o labels.jsonl"))).code, 0);
  assert.equal(JSON.parse(readFileSync(join(bench.dir, "labels.jsonl"), "utf8")).label, "suv");
  assert.equal((await stop(running)).code, 0);
});

test("a booth's token that is refused is known before the first package", async ({ bench }) => {
  const { token } = await addBooth(bench, "booth-1");
  const { running, url } = await serve(bench);
  const file = join(bench.dir, "token");
  const env = { DATA_DIR: join(bench.dir, "booth"), COLLECTOR_URL: url, COLLECTOR_TOKEN_FILE: file };
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass", env });
  const flushWith = (given: string) => {
    writeFileSync(file, given);
    return bench.run(["review", "flush"], { env });
  };
  const wrong = await flushWith("x".repeat(43));
  assert.equal(wrong.code, 5, wrong.stderr);
  assert.match(
    wrong.stderr,
    new RegExp(`^✗ The collector refuses this booth: .*\n.*\n  Try: put .* into ${file}, then `),
  );
  const right = await flushWith(token);
  assert.deepEqual([right.code, right.stderr], [0, "Nothing waits, and the collector takes what this booth sends.\n"]);
  await stop(running);
  const away = await flushWith(token);
  assert.equal(away.code, 0);
  assert.match(away.stderr, /^Nothing waits\. The collector could not be reached: /);
});

test.run();
