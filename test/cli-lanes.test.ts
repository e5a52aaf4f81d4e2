import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import type { Lane } from "../common/api/lanes.ts";
import type { LedgerEvent } from "../common/events.ts";
import { openClient } from "./helpers/booth.ts";
import { freePort } from "./helpers/child-booth.ts";
import { type CliBench, openCliBench, type Running, type RunOptions } from "./helpers/cli.ts";
import { until } from "./helpers/until.ts";

interface Context {
  bench: CliBench;
  serving: Running | null;
  port: string;
  url: string;
}
const lanes = suite<Context>("cli lanes");

const LOGIN = ["auth", "login", "--user", "admin", "--password-stdin"];
const OPEN = ["lanes", "open", "exit-1", "--reason", "equipment_fault", "--note", "relay test"];

lanes.before.each(async (context) => {
  const bench = openCliBench();
  const port = String(await freePort());
  Object.assign(context, { bench, port, url: `http://127.0.0.1:${port}`, serving: null });
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  await bench.run(["setup", "assign", "exit-1", "--direction", "exit", "--access", "simulated"]);
});

lanes.after.each(async ({ bench, serving }) => {
  serving?.child.kill("SIGTERM");
  await serving?.ended;
  bench.close();
});

/** Starts the daemon, with cookies as on a booth behind TLS. */
async function serve(context: Context): Promise<void> {
  const { bench, port } = context;
  const serving = bench.start(["serve"], { PORT: port });
  context.serving = serving;
  const isOpen = () => serving.said().stderr.includes('"url"') || serving.child.exitCode !== null;
  await until(isOpen, "the booth to open", 20_000);
}

const run = ({ bench, port }: Context, args: readonly string[], input = "") =>
  bench.run(args, { input, env: { PORT: port } });
const json = ({ bench, port }: Context, args: readonly string[], options: RunOptions = {}) =>
  bench.json(args, { ...options, env: { PORT: port } });
const fileOf = ({ bench }: Context) => join(bench.dir, ".config", "parking-booth", "sign-in.json");

lanes("a sign-in is kept for its user alone, shown, and worth nothing after it is ended", async (context) => {
  await serve(context);
  const none = await run(context, ["auth", "status"]);
  assert.equal(none.code, 4);
  assert.match(none.stderr, /not signed in.*\n.*\n {2}Try: boothctl auth login/);
  const wrong = await run(context, LOGIN, "wrong-pass");
  assert.equal(wrong.code, 4, wrong.stderr);
  let signedIn = await run(context, LOGIN, "admin-pass\n");
  // After a wrong password the next try has to wait a moment.
  await until(async () => {
    if (signedIn.code === 10) signedIn = await run(context, LOGIN, "admin-pass\n");
    return signedIn.code !== 10;
  }, "the next try");
  assert.deepEqual([signedIn.code, signedIn.stdout], [0, ""], signedIn.stderr);
  assert.match(signedIn.stderr, /admin is signed in at http:\/\/127\.0\.0\.1:/);
  assert.equal(statSync(fileOf(context)).mode & 0o777, 0o600);
  const kept = JSON.parse(readFileSync(fileOf(context), "utf8"))[context.url];
  assert.equal(readFileSync(fileOf(context), "utf8").includes("admin-pass"), false);
  const status = (await json(context, ["auth", "status"])) as { username: string; roleId: string };
  assert.deepEqual([status.username, status.roleId], ["admin", "admin"]);

  assert.equal((await run(context, ["auth", "logout"])).code, 0);
  const copy = openClient(context.url);
  copy.cookies.set("parking_token", kept.token).set("parking_csrf", kept.csrf);
  assert.equal((await copy.get("/api/auth/me")).status, 401);
  assert.equal((await run(context, ["auth", "status"])).code, 4);
  const again = await run(context, ["auth", "logout"]);
  assert.deepEqual([again.code, /were not signed in/.test(again.stderr)], [0, true]);
});

lanes("signing in anew ends the sign-in it takes the place of", async (context) => {
  await serve(context);
  await run(context, LOGIN, "admin-pass");
  await run(context, LOGIN, "admin-pass");
  const admin = openClient(context.url);
  await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" });
  assert.equal((await admin.get("/api/auth/sign-ins")).body.items.length, 2);
});

lanes("a barrier is opened by whoever is signed in, with the reason on record", async (context) => {
  await serve(context);
  const none = await run(context, OPEN);
  assert.deepEqual([none.code, /exit-1 was not opened|not signed in/.test(none.stderr)], [4, true]);
  await run(context, LOGIN, "admin-pass");
  const opened = await run(context, OPEN);
  assert.equal(opened.code, 0, opened.stderr);
  assert.match(opened.stdout, /^exit-1: open requested at .* \(entry \d+\)\n$/);
  const list = (await json(context, ["ledger", "list", "--kind", "barrier_intent"])) as { items: LedgerEvent[] };
  const [event] = list.items as LedgerEvent<"barrier_intent">[];
  assert.deepEqual(
    [event?.actor.type, event?.data.reason, event?.data.note],
    ["user", "equipment_fault", "relay test"],
  );
  const tries: [string[], number, RegExp][] = [
    [["lanes", "open", "nowhere", "--reason", "staff"], 6, /no lane with this id/],
    [["lanes", "open", "exit-1", "--reason", "other"], 2, /note/],
    [["lanes", "open", "exit-1", "--reason", "boredom"], 2, /boredom/],
    [["lanes", "open", "exit-1"], 2, /--reason/],
  ];
  for (const [args, code, expected] of tries) {
    const ran = await run(context, args);
    assert.equal(ran.code, code, ran.stderr);
    assert.match(ran.stderr, expected);
  }
  await run(context, ["setup", "unassign", "exit-1", "--access"]);
  assert.equal((await run(context, OPEN)).code, 7);
});

lanes("what a role does not allow is exit 5", async (context) => {
  await serve(context);
  await run(context, ["users", "create", "rita", "--role", "readonly", "--password-stdin"], "rita-pass");
  await run(context, ["auth", "login", "--user", "rita", "--password-stdin"], "rita-pass");
  const ran = await run(context, OPEN);
  assert.equal(ran.code, 5, ran.stderr);
  assert.match(ran.stderr, /exit-1 was not opened/);
});

lanes("without a booth that answers it is exit 9, and what answers must be one", async (context) => {
  await serve(context);
  await run(context, LOGIN, "admin-pass");
  context.serving?.child.kill("SIGTERM");
  await context.serving?.ended;
  for (const args of [OPEN, ["lanes", "watch", "exit-1"], ["auth", "status"], ["auth", "logout"], LOGIN]) {
    const ran = await run(context, args, "admin-pass");
    assert.deepEqual([args.join(" "), ran.code], [args.join(" "), 9], ran.stderr);
  }
  const body = await run(context, [...OPEN, "--json"]);
  const { code, exit } = JSON.parse(body.stderr);
  assert.deepEqual([code, exit, body.stdout], ["unreachable", 9, ""]);
  const other = createServer((socket) => socket.end("HTTP/1.1 404 Nothing\r\nContent-Length: 2\r\n\r\nno"));
  await new Promise<void>((resolve) => other.listen(Number(context.port), "127.0.0.1", resolve));
  try {
    const ran = await run(context, ["auth", "status"]);
    assert.deepEqual([ran.code, /is not a booth/.test(ran.stderr)], [9, true], ran.stderr);
  } finally {
    other.close();
  }
});

lanes("a watched lane tells how it stands and each change, one a line, until the booth ends", async (context) => {
  const { bench, port } = context;
  await serve(context);
  await run(context, ["setup", "assign", "exit-2", "--direction", "exit", "--access", "simulated"]);
  assert.equal((await run(context, ["lanes", "watch", "exit-1"])).code, 4);
  await run(context, LOGIN, "admin-pass");
  assert.equal((await run(context, ["lanes", "watch", "nowhere"])).code, 6);
  const refused = await bench.run(["lanes", "watch"], { env: { PORT: port, WS_ALLOWED_ORIGINS: "https://elsewhere" } });
  assert.equal(refused.code, 5, refused.stderr);

  const watching = bench.start(["lanes", "watch", "exit-1", "--json"], { PORT: port });
  const reading = bench.start(["lanes", "watch"], { PORT: port });
  const seen = () =>
    watching
      .said()
      .stdout.split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { lane: Lane }).lane);
  await until(() => seen().length > 0 && reading.said().stdout.includes("exit-2"), "the first lines", 20_000);
  await run(context, OPEN);
  await until(() => seen().at(-1)?.barrier === "open", "the open barrier", 20_000);
  assert.equal(
    seen().every(({ id }) => id === "exit-1"),
    true,
  );
  const line = /^\S+Z {2}exit-1 {2}barrier open · open requested \S+ · ready: access$/m;
  await until(() => line.test(reading.said().stdout), "the same in words");
  context.serving?.child.kill("SIGTERM");
  const ended = await watching.ended;
  assert.equal(ended.code, 9, ended.stderr);
  assert.equal((await reading.ended).code, 9);
});

lanes("a file of sign-ins that cannot be understood is as good as none", async (context) => {
  await serve(context);
  await run(context, LOGIN, "admin-pass");
  writeFileSync(fileOf(context), "{");
  assert.equal((await run(context, ["auth", "status"])).code, 4);
  assert.equal((await run(context, LOGIN, "admin-pass")).code, 0);
  assert.equal((await run(context, ["auth", "status"])).code, 0);
});

lanes("what the running booth refuses is in its log by the id that --json tells", async (context) => {
  await serve(context);
  await run(context, LOGIN, "admin-pass");
  const refused = await run(context, ["lanes", "open", "nowhere", "--reason", "staff", "--json"]);
  assert.equal(refused.code, 6);
  const { requestId } = JSON.parse(refused.stderr) as { requestId: string };
  const line = () =>
    context.serving
      ?.said()
      .stderr.split("\n")
      .find((each) => each.includes(requestId));
  await until(() => line() !== undefined, "the line of the request");
  assert.match(line() ?? "", /"route":"\/api\/lanes\/:lane\/intent","status":404/);
});

lanes.run();
