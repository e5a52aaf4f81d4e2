import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { erasePastRetention } from "../daemon/services/retention.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { MIGRATIONS } from "./helpers/ledger.ts";
import { carAt, carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
}
const test = suite<Context>("erasure");
const DAY_MS = 24 * 3_600_000;

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.admin = await context.booth.signIn("admin");
  await openShift(context.admin);
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const picture = (booth: TestBooth, name: string) => join(booth.dataDir, "pictures", `${name}.jpg`);

/** A car comes in, is photographed, and leaves again. */
async function visit({ booth, admin }: Context, plate: string, lane = "exit-1"): Promise<string> {
  const stay = await carInside(booth, admin, plate);
  await until(() => existsSync(picture(booth, stay.id)), `a picture of ${plate}`);
  booth.clock.advance(60 * 60_000);
  const paid = await pay(admin, await quoteOf(admin, stay.id), { lane });
  assert.equal(paid.status, 201, paid.text);
  return stay.id;
}

/** Whether a text stands anywhere in the database's files, also in pages that are free. */
function isOnDisk(booth: TestBooth, text: string): boolean {
  return ["booth.db", "booth.db-wal"]
    .map((name) => join(booth.dataDir, name))
    .some((path) => existsSync(path) && readFileSync(path).includes(text));
}

async function assertSound({ booth: { booth } }: Context): Promise<void> {
  assert.equal((await verifyLedger(booth.db, { cores: 0 })).firstBad, undefined);
  assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
}

const erasures = async (admin: Client) => (await admin.get("/api/events?kind=erasure")).body.items;

test("a plate is erased on request with its pictures, and the chain verifies before and after", async (context) => {
  const { booth, admin } = context;
  const id = await visit(context, "ERASEME1");
  const other = await visit(context, "KEEPME22");
  await assertSound(context);
  const opened = (await admin.get("/api/events?kind=session_open")).body.items.at(-1);
  assert.ok(isOnDisk(booth, "ERASEME1"));
  const answer = await admin.post("/api/plates/erase", { plate: "erase-me 1", reason: "asked by letter" });
  assert.deepEqual([answer.status, answer.body.plates, answer.body.pictures], [200, 1, 1], answer.text);
  assert.equal(existsSync(picture(booth, id)), false);
  assert.equal(existsSync(picture(booth, other)), true);
  const shown = await admin.get(`/api/sessions/${id}`);
  assert.deepEqual([shown.body.plate, shown.body.picture], [null, undefined]);
  assert.equal((await admin.get(`/api/sessions/${other}`)).body.plate, "KEEPME22");
  const [event] = await erasures(admin);
  assert.deepEqual(event.data, {
    cause: "request",
    plateRef: opened.data.plateRef,
    before: null,
    plates: 1,
    pictures: 1,
    reason: "asked by letter",
  });
  assert.equal(isOnDisk(booth, "ERASEME1"), false);
  assert.ok(isOnDisk(booth, "KEEPME22"));
  await assertSound(context);
});

test("what was answered with the plate in it forgets it too, and still answers the same request", async (context) => {
  const { booth, admin } = context;
  const stay = await carInside(booth, admin, "ANSWER77");
  const headers = { "idempotency-key": "close-once" };
  const close = () => admin.post(`/api/sessions/${stay.id}/close`, { reason: "towed" }, headers);
  assert.equal((await close()).body.plate, "ANSWER77");
  assert.equal((await admin.post("/api/plates/erase", { plate: "ANSWER77", reason: "asked" })).status, 200);
  const again = await close();
  assert.deepEqual([again.status, again.body.id, again.body.plate], [200, stay.id, null]);
  assert.equal(isOnDisk(booth, "ANSWER77"), false);
});

test("pictures of what was opened by hand for the car go with its plate", async (context) => {
  const { booth, admin } = context;
  const stay = await carInside(booth, admin, "HANDOPEN");
  booth.clock.advance(3_600_000);
  await carAt(booth, "exit-1", "HANDOPEN");
  await until(
    async () =>
      (await admin.get("/api/lanes")).body.items.some(
        (lane: { waiting?: { sessionId?: string } }) => lane.waiting?.sessionId === stay.id,
      ),
    "the car at the exit",
  );
  const intent = await admin.post("/api/lanes/exit-1/intent", { intent: "open", reason: "dispute" });
  assert.equal(intent.status, 201, intent.text);
  const { seq } = (await admin.get("/api/events?kind=barrier_intent")).body.items[0];
  assert.ok(existsSync(picture(booth, `intent-${seq}`)));
  await admin.post(`/api/sessions/${stay.id}/close`, { reason: "waived" });
  const erased = await admin.post("/api/plates/erase", { plate: "HANDOPEN", reason: "asked" });
  assert.equal(erased.body.pictures, 2, erased.text);
  assert.equal(existsSync(picture(booth, `intent-${seq}`)), false);
});

test("nothing is erased of a car inside, of a plate nobody knows, without the right, or with the plate as a reason", async (context) => {
  const { booth, admin } = context;
  await carInside(booth, admin, "INSIDE11");
  const ask = (client: Client, plate: string, reason = "asked") => client.post("/api/plates/erase", { plate, reason });
  assert.equal((await ask(admin, "INSIDE11")).body.error, "invalid_input");
  assert.equal((await ask(admin, "NOBODY99")).body.error, "not_found");
  assert.equal((await ask(await booth.signIn("operator"), "INSIDE11")).status, 403);
  const told = await ask(admin, "TOLD123", "Mrs X asks for t-old 123");
  assert.match(told.body.message, /^reason: /);
  assert.equal((await admin.post("/api/plates/erase", { plate: "INSIDE11" })).status, 400);
  assert.deepEqual(await erasures(admin), []);
});

test("what was erased while the database was being read is gone from its log after the next run of the job", async (context) => {
  const { booth, admin } = context;
  await visit(context, "HELDLOG1");
  const reader = openDb(join(booth.dataDir, "booth.db"), { readonly: true });
  try {
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM plates").get();
    assert.equal((await admin.post("/api/plates/erase", { plate: "HELDLOG1", reason: "asked" })).status, 200);
    assert.ok(isOnDisk(booth, "HELDLOG1"), "the reader holds the log");
  } finally {
    reader.close();
  }
  await erasePastRetention(booth.booth);
  assert.equal(isOnDisk(booth, "HELDLOG1"), false);
});

test("after the retention the job erases plates and pictures, but not of a car that is still there", async (context) => {
  const { booth, admin } = context;
  await admin.put("/api/site-config", { plateRetentionDays: 30 });
  const gone = await visit(context, "OLDGONE1");
  const inside = await carInside(booth, admin, "OLDHERE1");
  booth.clock.advance(20 * DAY_MS);
  const recent = await visit(context, "RECENT01");
  booth.clock.advance(9 * DAY_MS);
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 0, pictures: 0, subscriptions: 0 });
  assert.deepEqual(await erasures(admin), []);
  booth.clock.advance(2 * DAY_MS);
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 1, pictures: 1, subscriptions: 0 });
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 0, pictures: 0, subscriptions: 0 });
  const [event, more] = await erasures(admin);
  assert.deepEqual(
    [event.data.cause, event.data.plateRef, event.data.plates, event.data.pictures, more],
    ["retention", null, 1, 1, undefined],
  );
  for (const [id, plate, kept] of [
    [gone, null, false],
    [inside.id, "OLDHERE1", true],
    [recent, "RECENT01", true],
  ] as const) {
    assert.equal((await admin.get(`/api/sessions/${id}`)).body.plate, plate);
    assert.equal(existsSync(picture(booth, id)), kept);
  }
  assert.equal(isOnDisk(booth, "OLDGONE1"), false);
  await assertSound(context);
});

test("a car that left lately keeps its plate, though it was read long ago", async (context) => {
  const { booth, admin } = context;
  await admin.put("/api/site-config", { plateRetentionDays: 30 });
  const stay = await carInside(booth, admin, "LONGSTAY");
  booth.clock.advance(40 * DAY_MS);
  await admin.post(`/api/sessions/${stay.id}/close`, { reason: "staff" });
  booth.clock.advance(29 * DAY_MS);
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 0, pictures: 0, subscriptions: 0 });
  booth.clock.advance(2 * DAY_MS);
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 1, pictures: 1, subscriptions: 0 });
});

test("more plates than one commit takes are all erased", async ({ booth, admin }) => {
  const add = booth.booth.db.prepare("INSERT INTO plates (ref, plate, first_seen, last_seen) VALUES (?, ?, ?, ?)");
  for (let n = 0; n < 1100; n += 1)
    add.run(`ref-${n}`, `P${n}`, "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z");
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 1100, pictures: 0, subscriptions: 0 });
  const counts = (await erasures(admin)).map((event: { data: { plates: number } }) => event.data.plates);
  assert.deepEqual(counts, [100, 500, 500]);
});

test.run();
