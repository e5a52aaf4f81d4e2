import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { suite } from "uvu";
import type { Verification } from "../common/verification.ts";
import { openClient } from "./helpers/booth.ts";
import { type CliBench, openCliBench, type Running } from "./helpers/cli.ts";
import { until } from "./helpers/until.ts";

const serve = suite<{ bench: CliBench }>("cli serve");

serve.before.each(async (context) => {
  context.bench = openCliBench();
  await context.bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
});

serve.after.each(({ bench }) => {
  bench.close();
});

const PLAIN = { COOKIE_SECURE: "0" };

/** The address a daemon says it listens on. */
function urlOf(running: Running): string | undefined {
  const line = running
    .said()
    .stderr.split("\n")
    .find((each) => each.includes('"url"'));
  return line && (JSON.parse(line) as { url: string }).url;
}

async function startServing(
  bench: CliBench,
  env: Record<string, string> = {},
): Promise<{ running: Running; url: string; port: string }> {
  const running = bench.start(["serve"], { ...PLAIN, ...env });
  await until(() => urlOf(running) !== undefined || running.child.exitCode !== null, "the booth to open", 20_000);
  const url = urlOf(running);
  assert.ok(url, running.said().stderr);
  return { running, url, port: new URL(url).port };
}

async function stop(running: Running): Promise<void> {
  running.child.kill("SIGTERM");
  await running.ended;
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  serve(`${signal} ends it within 2 s with exit 0, and stdout stays empty`, async ({ bench }) => {
    const { running, url } = await startServing(bench);
    const admin = openClient(url);
    assert.equal((await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" })).status, 200);
    const asked = performance.now();
    running.child.kill(signal);
    const { code, stdout } = await running.ended;
    const took = performance.now() - asked;
    assert.equal(code, 0);
    assert.equal(stdout, "");
    assert.ok(took < 2000, `took ${Math.round(took)} ms`);
    const [boot, ...before] = ((await bench.json(["ledger", "list", "-n", "2"])) as { items: { kind: string }[] })
      .items;
    assert.ok(
      [boot, ...before].some((event) => event?.kind === "checkpoint"),
      "a clean stop leaves a checkpoint",
    );
    assert.equal((await bench.run(["ledger", "verify"])).code, 0);
  });
}

serve("a signal while it starts is not lost", async ({ bench }) => {
  const running = bench.start(["serve"], PLAIN);
  await until(
    () => running.said().stderr.includes("[migrate] done") || running.child.exitCode !== null,
    "the start",
    20_000,
  );
  running.child.kill("SIGTERM");
  assert.equal((await running.ended).code, 0);
});

serve("a role changed at the command line holds on the running booth's next request", async ({ bench }) => {
  await bench.run(["users", "create", "maria", "--role", "cashier", "--password-stdin"], { input: "maria-pass" });
  const { running, url } = await startServing(bench);
  try {
    const maria = openClient(url);
    await maria.post("/api/auth/login", { username: "maria", password: "maria-pass" });
    assert.equal((await maria.get("/api/events/head")).status, 403);
    await bench.run(["roles", "grant", "cashier", "event:read"]);
    assert.equal((await maria.get("/api/events/head")).status, 200);
    await bench.run(["roles", "revoke", "cashier", "event:read"]);
    assert.equal((await maria.get("/api/events/head")).status, 403);
    await bench.run(["users", "disable", "maria"]);
    assert.equal((await maria.get("/api/auth/me")).status, 401);
  } finally {
    await stop(running);
  }
});

serve("daemon and command line append at the same time, and the chain stays one", async ({ bench }) => {
  const { running, url } = await startServing(bench);
  try {
    const admin = openClient(url);
    await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" });
    const before = (await admin.get("/api/events/head")).body.seq as number;
    let done = false;
    let written = 0;
    const daemon = (async () => {
      while (!done) {
        written += 1;
        const answer = await admin.put("/api/site-config", { address: `Street ${written}` });
        assert.equal(answer.status, 200, answer.text);
        await pause(1);
      }
    })();
    const names = Array.from({ length: 6 }, (_, index) => `Booth ${index}`);
    const [one, two] = [names.slice(0, 3), names.slice(3)];
    const ran = await Promise.all(
      [one, two].map(async (mine) => {
        const codes: (number | null)[] = [];
        for (const name of mine) codes.push((await bench.run(["site", "set", "--name", name])).code);
        return codes;
      }),
    );
    done = true;
    await daemon;
    assert.deepEqual(ran.flat(), [0, 0, 0, 0, 0, 0]);
    assert.ok(written > 6, "the daemon wrote meanwhile");
    const after = (await admin.get("/api/events/head")).body.seq as number;
    assert.equal(after, before + names.length + written, "every append is one event");
    const report = (await bench.json(["ledger", "verify", "--rebuild"])) as Verification;
    assert.deepEqual([report.ok, report.head!.seq], [true, after]);
  } finally {
    await stop(running);
  }
});

serve("status finds the running daemon and what it says of its ledger", async ({ bench }) => {
  const { running, port } = await startServing(bench);
  try {
    const status = (await bench.json(["status"], { env: { PORT: port } })) as {
      daemon: { running: boolean };
      ledger: { ok: boolean };
    };
    assert.deepEqual([status.daemon.running, status.ledger.ok], [true, true]);
    assert.match((await bench.run(["status"], { env: { PORT: port } })).stdout, /answers at/);
  } finally {
    await stop(running);
  }
});

serve("an address that is taken is exit 10, and the booth is left as it was", async ({ bench }) => {
  const { running, port } = await startServing(bench);
  const other = openCliBench();
  try {
    const ran = await other.run(["serve"], { env: { PORT: port, LOG_LEVEL: "silent" } });
    assert.equal(ran.code, 10, ran.stderr);
    assert.match(ran.stderr, new RegExp(`Another program listens on .*${port}`));
  } finally {
    other.close();
    await stop(running);
  }
});

serve("an address of the collector that cannot be one is told before anything is opened", async ({ bench }) => {
  const ran = await bench.run(["serve"], { env: { ...PLAIN, COLLECTOR_URL: "http://a:99999" } });
  assert.equal(ran.code, 2, ran.stderr);
  assert.match(ran.stderr, /COLLECTOR_URL: expected an http or https address/);
  assert.match(ran.stderr, /The booth was not started/);
});

serve("an empty directory is made a booth", async ({ bench }) => {
  const fresh = openCliBench();
  try {
    const { running, url } = await startServing(fresh);
    assert.equal((await openClient(url).get("/readyz")).status, 200);
    await stop(running);
    assert.notEqual(fresh.dataDir, bench.dataDir);
  } finally {
    fresh.close();
  }
});

serve.run();
