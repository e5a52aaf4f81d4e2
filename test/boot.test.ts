import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { openPasswords } from "../common/node/passwords.ts";
import { listEvents } from "../daemon/ledger/read.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { cliActor } from "../daemon/services/actors.ts";
import { markStopped, recordBoot } from "../daemon/services/heartbeat.ts";
import { seedAdmin } from "../daemon/services/seed.ts";
import { enterByHand } from "../daemon/services/sessions.ts";
import { type Client, openClient, startBooth } from "./helpers/booth.ts";
import { type ChildBooth, childEnvironment, freePort, isHealthy, openHere, spawnBooth } from "./helpers/child-booth.ts";
import { until } from "./helpers/until.ts";

const boot = suite("starting and stopping");

let dataDir: string;
let env: Record<string, string>;
const running = new Set<ChildBooth>();

boot.before.each(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "booth-boot-"));
  env = childEnvironment(dataDir, await freePort());
});
boot.after.each(async () => {
  for (const booth of running) {
    booth.child.kill("SIGKILL");
    await booth.ended;
  }
  running.clear();
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(more: Record<string, string> = {}): Promise<ChildBooth> {
  const booth = spawn(more);
  await until(() => isHealthy(booth.url), "the first 200 of /healthz", 20_000);
  return booth;
}

function spawn(more: Record<string, string> = {}): ChildBooth {
  const booth = spawnBooth({ ...env, ...more });
  running.add(booth);
  return booth;
}

/** Makes the booth with an administrator and a stay of two hours, the way the command line does. */
async function furnish(): Promise<{ sessionId: string }> {
  const booth = await openHere(env);
  const actor = cliActor("test");
  await seedAdmin(booth, openPasswords(), actor, { username: "admin", password: "admin-pass" });
  const entry = {
    plate: "B1234",
    vehicleClass: "sedan" as const,
    enteredAt: new Date(Date.now() - 7_200_000).toISOString(),
    reason: "no read",
  };
  const { id } = await enterByHand(booth, actor, entry);
  booth.db.close();
  return { sessionId: id };
}

const signIn = async (url: string) => {
  const client = openClient(url);
  assert.equal((await client.post("/api/auth/login", { username: "admin", password: "admin-pass" })).status, 200);
  return client;
};

async function pay(client: Client, sessionId: string, headers: Record<string, string> = {}) {
  const quote = await client.get(`/api/sessions/${sessionId}/quote`);
  const { amount, quotedAt } = quote.body as { amount: number; quotedAt: string };
  return client.post("/api/payments", { sessionId, quotedAt, amount, method: "card" }, headers);
}

boot("begins a booth in an empty directory, and says when the database is up to date", async () => {
  const booth = await start();
  assert.match(booth.log(), /\[migrate\] done/);
  assert.match(booth.log(), /the booth is open/);
  const ready = await fetch(`${booth.url}/readyz`);
  assert.equal(ready.status, 200);
  const { checks } = (await ready.json()) as { checks: Record<string, { ok: boolean }> };
  for (const name of ["db", "migrations", "signing_key", "disk", "module_manifest"])
    assert.equal(checks[name]?.ok, true, name);
});

boot("finishes the request that is under way when it is told to stop, and is gone within two seconds", async () => {
  await furnish();
  const booth = await start();
  const client = openClient(booth.url);
  // A password takes a fifth of a second to check.
  const answer = client.post("/api/auth/login", { username: "admin", password: "admin-pass" });
  await until(() => booth.log().includes("open"), "the log");
  await client.get("/healthz");
  const askedAt = performance.now();
  booth.child.kill("SIGTERM");
  assert.equal((await answer).status, 200);
  assert.equal(await booth.ended, 0);
  assert.ok(performance.now() - askedAt < 2000, `${performance.now() - askedAt} ms`);
  assert.equal(existsSync(join(dataDir, "booth.db-wal")), false);
  const db = openDb(join(dataDir, "booth.db"), { readonly: true });
  assert.equal(db.pragma("integrity_check", { simple: true }), "ok");
  const [last, before] = db.prepare("SELECT kind FROM events ORDER BY seq DESC LIMIT 2").pluck().all();
  assert.deepEqual([before, last], ["sign_in", "checkpoint"]);
  assert.equal((await verifyLedger(db, { cores: 0 })).ok, true);
  db.close();
});

/** What each start said of the stop before it, once the booth was started and stopped once more. */
async function cleanStopsAfterAnother(): Promise<unknown[]> {
  const { child, ended } = await start();
  child.kill("SIGTERM");
  await ended;
  const db = openDb(join(dataDir, "booth.db"), { readonly: true });
  const clean = db.prepare("SELECT data ->> 'cleanStop' FROM events WHERE kind = 'boot' ORDER BY seq").pluck().all();
  db.close();
  return clean;
}

boot("says whether it was stopped cleanly the last time", async () => {
  const first = await start();
  first.child.kill("SIGTERM");
  await first.ended;
  const second = await start();
  second.child.kill("SIGKILL");
  await second.ended;
  assert.deepEqual((await cleanStopsAfterAnother()).slice(1), [1, 0]);
});

boot("does not take the note of an earlier stop for a clean one", async () => {
  const first = await start();
  first.child.kill("SIGTERM");
  await first.ended;
  const note = readFileSync(join(dataDir, "stopped"));
  const second = await start();
  assert.equal(existsSync(join(dataDir, "stopped")), false, "the note is gone once the start is recorded");
  writeFileSync(join(dataDir, "stopped"), note);
  second.child.kill("SIGKILL");
  await second.ended;
  assert.deepEqual((await cleanStopsAfterAnother()).slice(1), [1, 0]);
});

boot("a start that could not be recorded leaves the note of the stop for the next one", async () => {
  const here = await startBooth();
  try {
    const { booth } = here;
    markStopped(booth);
    const broken = { ...booth, ledger: { ...booth.ledger, commit: () => Promise.reject(new Error("no disk")) } };
    await assert.rejects(recordBoot(broken), /no disk/);
    await recordBoot(booth);
    const [last] = listEvents(booth.db, { kind: "boot" }, 1);
    assert.equal((last!.data as { cleanStop: boolean }).cleanStop, true);
  } finally {
    await here.close();
  }
});

boot("does not start with a key that the chain does not belong to, and says so", async () => {
  await furnish();
  const booth = spawn({ EVENT_SIGNING_KEY: Buffer.alloc(32, 9).toString("base64url") });
  assert.notEqual(await booth.ended, 0);
  assert.match(
    booth.log(),
    /this ledger belongs to the signing key [0-9a-f]{16}, but EVENT_SIGNING_KEY is the key [0-9a-f]{16}/i,
  );
  assert.doesNotMatch(booth.log(), /\n {4}at /);
});

boot("names every problem of its configuration at once, and no secret", async () => {
  const booth = spawn({ PORT: "eighty", EVENT_SIGNING_KEY: "too-short-secret", SESSION_SECRET: "short" });
  assert.equal(await booth.ended, 2);
  for (const name of ["PORT", "EVENT_SIGNING_KEY", "SESSION_SECRET"]) assert.ok(booth.log().includes(`${name}:`), name);
  assert.equal(booth.log().includes("too-short-secret"), false);
});

boot("starts read-only on a ledger that was tampered with: people can look, and nobody can pay", async () => {
  const { sessionId } = await furnish();
  const db = openDb(join(dataDir, "booth.db"));
  const trigger = db
    .prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events' AND sql LIKE '%UPDATE%'",
    )
    .get() as { name: string; sql: string };
  db.exec(`DROP TRIGGER ${trigger.name}`);
  const { changes } = db
    .prepare(`UPDATE events SET data = replace(data, '"by":"hand"', '"by":"read"') WHERE kind = 'session_open'`)
    .run();
  assert.equal(changes, 1);
  db.exec(trigger.sql);
  db.close();
  const booth = await start();
  const ready = await fetch(`${booth.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.match(await ready.text(), /The ledger is broken at entry \d+/);
  const admin = await signIn(booth.url);
  assert.equal((await admin.get("/api/sessions")).status, 200);
  assert.equal((await admin.get("/api/auth/me")).status, 200);
  const refused = await pay(admin, sessionId);
  assert.deepEqual([refused.status, refused.body.error], [503, "not_ready"]);
  assert.match(refused.body.message, /Payments are off: records cannot be saved\. The ledger is broken at entry \d+/);
  booth.child.kill("SIGTERM");
  assert.equal(await booth.ended, 0);
});

boot("takes no money while the disk is full, lets people look, and takes it again without a restart", async () => {
  const here = await startBooth();
  try {
    const operator = await here.signIn("operator");
    assert.equal((await operator.post("/api/shifts", { float: 0 })).status, 201);
    const entry = { plate: "B1234", enteredAt: "2026-11-20T10:00:00.000Z", reason: "no read" };
    const { id } = (await operator.post("/api/sessions", entry)).body as { id: string };
    const { db } = here.booth;
    const usual = db.pragma("max_page_count", { simple: true });
    db.pragma(`max_page_count = ${db.pragma("page_count", { simple: true })}`);
    let stay = 0;
    await until(async () => {
      stay += 1;
      return (await operator.post("/api/sessions", { ...entry, plate: `C${stay}` })).status === 503;
    }, "the disk to be full");
    const key = { "idempotency-key": "the-same-again" };
    const refused = await pay(operator, id, key);
    assert.deepEqual([refused.status, refused.body.error], [503, "not_ready"]);
    assert.match(refused.body.message, /Payments are off: records cannot be saved\. Reason: the disk is full/i);
    assert.ok(refused.headers.get("retry-after"));
    assert.equal((await here.anonymous.get("/readyz")).status, 503);
    assert.equal((await here.anonymous.get("/healthz")).status, 200);
    assert.equal((await operator.get(`/api/sessions/${id}`)).body.state, "open");
    db.pragma(`max_page_count = ${usual}`);
    await until(async () => (await pay(operator, id, key)).status === 201, "payments to be on again", 20_000);
    assert.equal((await here.anonymous.get("/readyz")).status, 200);
    assert.equal((await operator.get("/api/payments")).body.items.length, 1);
  } finally {
    await here.close();
  }
});

boot.run();
