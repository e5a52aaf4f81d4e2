import assert from "node:assert/strict";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { startCollector } from "./helpers/collector.ts";

const test = suite<{ here: TestBooth }>("readiness");

test.before.each(async (context) => {
  context.here = await startBooth();
});

test.after.each(async ({ here }) => {
  await here.close();
});

/** The checks that `/readyz` says have failed. */
async function failedAt({ anonymous }: Pick<TestBooth, "anonymous">): Promise<[number, string[]]> {
  const { status, body, headers } = await anonymous.get("/readyz");
  assert.equal(headers.get("cache-control"), "no-store");
  const checks = Object.entries(body.checks as Record<string, { ok: boolean; message: string }>);
  for (const [name, { message }] of checks) assert.ok(message.length > 0, name);
  assert.equal(body.ready, status === 200);
  return [status, checks.filter(([, { ok }]) => !ok).map(([name]) => name)];
}

test("a sound booth is ready, by every check that the design names", async ({ here }) => {
  assert.deepEqual(await failedAt(here), [200, []]);
  const { body } = await here.anonymous.get("/readyz");
  for (const name of ["db", "migrations", "signing_key", "disk", "module_manifest"])
    assert.equal(body.checks[name]?.ok, true, name);
});

test("whether it turns is told without a look at the database", async ({ here }) => {
  here.booth.db.exec("ALTER TABLE sites RENAME TO away");
  const { status, body, headers } = await here.anonymous.get("/healthz");
  here.booth.db.exec("ALTER TABLE away RENAME TO sites");
  assert.deepEqual([status, body], [200, { status: "ok", version: "test" }]);
  assert.equal(headers.get("cache-control"), "no-store");
});

test("a database that cannot be read fails", async ({ here }) => {
  here.booth.db.exec("ALTER TABLE sites RENAME TO away");
  const [status, failed] = await failedAt(here);
  here.booth.db.exec("ALTER TABLE away RENAME TO sites");
  assert.equal(status, 503);
  assert.ok(failed.includes("db"), String(failed));
});

test("a schema that a newer program wrote fails", async ({ here }) => {
  here.booth.db.exec("INSERT INTO migrations (name, applied_at) VALUES ('9999_later.sql', '2027-01-01')");
  assert.deepEqual(await failedAt(here), [503, ["migrations"]]);
});

test("a ledger of another key fails", async ({ here }) => {
  here.booth.db.exec("DROP TRIGGER events_are_final");
  here.booth.db.exec(`UPDATE events SET data = replace(data, '"publicKey":"', '"publicKey":"X') WHERE seq = 1`);
  assert.deepEqual(await failedAt(here), [503, ["signing_key"]]);
});

test("modules that cannot be told fail", async ({ here }) => {
  here.booth.db.exec(`UPDATE sites SET modules_json = 'no list'`);
  assert.deepEqual(await failedAt(here), [503, ["module_manifest"]]);
});

test("devices and the collector never fail it", async ({ here }) => {
  const admin = await here.signIn("admin");
  const camera = { driver: "camera-http", config: { address: "http://127.0.0.1:9/x.jpg" } };
  await admin.post("/api/setup/assign", { lane: "entry-1", devices: { camera } });
  assert.deepEqual(await failedAt(here), [200, []]);
});

test("the collector says whether it turns, and whether it can take a package", async () => {
  const collector = await startCollector();
  try {
    assert.equal((await collector.anonymous.get("/healthz")).headers.get("cache-control"), "no-store");
    assert.deepEqual(await failedAt(collector), [200, []]);
    const db = openDb(join(collector.dataDir, "collector.db"));
    db.exec("INSERT INTO migrations (name, applied_at) VALUES ('9999_later.sql', '2027-01-01')");
    db.close();
    assert.deepEqual(await failedAt(collector), [503, ["migrations"]]);
  } finally {
    await collector.close();
  }
});

test.run();
