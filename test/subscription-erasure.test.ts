import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { erasePastRetention } from "../daemon/services/retention.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { MIGRATIONS } from "./helpers/ledger.ts";
import { carAt } from "./helpers/stay.ts";
import { DAY, eventsOf, subscribe } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
}

const test = suite<Context>("subscription erasure");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.admin = await context.booth.signIn("admin");
  await context.admin.put("/api/site-config", { plateRetentionDays: 30 });
});
test.after.each(async ({ booth: { booth, close } }) => {
  assert.equal((await verifyLedger(booth.db, { cores: 0 })).firstBad, undefined);
  assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
  await close();
});

const isOnDisk = (booth: TestBooth, text: string) =>
  ["booth.db", "booth.db-wal"]
    .map((name) => join(booth.dataDir, name))
    .some((path) => existsSync(path) && readFileSync(path).includes(text));

const erased = async (booth: TestBooth) => (await erasePastRetention(booth.booth)).subscriptions;

test("who had a subscription that ended long ago is erased from the file, and what was agreed stays", async ({
  booth,
  admin,
}) => {
  const ended = await subscribe(admin, { holder: "Gone Holder", plates: ["GONE1"], credentials: ["gonecard"] });
  const going = await subscribe(admin, { holder: "Going Holder", plates: ["GOING1"], validTo: "2027-11-30" });
  booth.clock.set("2026-12-30T00:00:00.000Z");
  assert.equal(await erased(booth), 0);
  assert.ok(isOnDisk(booth, "Gone Holder"));
  booth.clock.set("2027-01-01T00:00:00.000Z");
  assert.equal(await erased(booth), 1);
  assert.equal(await erased(booth), 0);
  const shown = (await admin.get(`/api/subscriptions/${ended.id}`)).body;
  assert.deepEqual([shown.holder, shown.plates, shown.credentials, shown.validTo], [null, [], [], ended.validTo]);
  for (const text of ["Gone Holder", "GONE1", "GONECARD"]) assert.equal(isOnDisk(booth, text), false, text);
  assert.equal((await admin.get(`/api/subscriptions/${going.id}`)).body.holder, "Going Holder");
  const [event, more] = eventsOf(booth, "erasure");
  assert.deepEqual([event?.cause, event?.plates, event?.subscriptions, more], ["retention", 0, 1, undefined]);
});

test("one that was cancelled, or whose end was moved into the past, is kept for the retention from then on", async ({
  booth,
  admin,
}) => {
  const cancelled = await subscribe(admin, { holder: "Cancelled", plates: ["C1"], validTo: "2027-11-30" });
  const shortened = await subscribe(admin, { holder: "Shortened", plates: ["S1"], validTo: "2027-11-30" });
  await admin.put(`/api/subscriptions/${cancelled.id}`, { status: "blocked", blockedReason: "unpaid" });
  booth.clock.advance(100 * DAY);
  await admin.put(`/api/subscriptions/${cancelled.id}`, { status: "cancelled" });
  await admin.put(`/api/subscriptions/${shortened.id}`, { validTo: "2026-11-30" });
  booth.clock.advance(29 * DAY);
  assert.equal(await erased(booth), 0);
  booth.clock.advance(2 * DAY);
  assert.equal(await erased(booth), 2);
});

test("one whose car is still inside is kept until it has left", async ({ booth, admin }) => {
  const { id } = await subscribe(admin, { plates: ["STAYS1"] });
  await carAt(booth, "entry-1", "STAYS1");
  booth.clock.advance(100 * DAY);
  assert.equal(await erased(booth), 0);
  const [stay] = (await admin.get("/api/sessions?state=open")).body.items;
  assert.equal(stay.subscriptionId, id);
  assert.equal((await admin.post(`/api/sessions/${stay.id}/close`, { reason: "towed" })).status, 200);
  assert.equal(await erased(booth), 1);
});

test("an erased subscription goes on only with holder, plates and credentials anew", async ({ booth, admin }) => {
  const { id } = await subscribe(admin, { plates: ["BACK1"] });
  booth.clock.advance(60 * DAY);
  assert.equal(await erased(booth), 1);
  const path = `/api/subscriptions/${id}`;
  const extended = await admin.post(`${path}/extend`, { months: 6 });
  assert.deepEqual([extended.status, extended.body.error], [400, "invalid_input"]);
  assert.match(extended.body.message, /^holder: was erased/);
  const half = await admin.put(path, { validTo: "2027-06-30", holder: "Anna Vogel" });
  assert.match(half.body.message, /^plates: was erased/);
  const whole = await admin.put(path, { validTo: "2027-06-30", holder: "Anna Vogel", plates: ["BACK1"] });
  assert.deepEqual([whole.status, whole.body.plates], [200, ["BACK1"]], whole.text);
});

test("a plate is not erased on request while its subscription goes on, and is taken out of ended ones", async ({
  booth,
  admin,
}) => {
  const ask = (plate: string) => admin.post("/api/plates/erase", { plate, reason: "asked by letter" });
  const { id } = await subscribe(admin, { plates: ["ASKED1", "OTHER1"] });
  const refused = await ask("ASKED1");
  assert.deepEqual([refused.status, refused.body.error], [400, "invalid_input"]);
  assert.match(refused.body.message, /^plate: this plate is in a subscription that goes on/);
  booth.clock.advance(20 * DAY);
  const done = await ask("ASKED1");
  assert.equal(done.status, 200, done.text);
  assert.deepEqual((await admin.get(`/api/subscriptions/${id}`)).body.plates, ["OTHER1"]);
  assert.equal(isOnDisk(booth, "ASKED1"), false);
  assert.equal(eventsOf(booth, "erasure")[0]?.subscriptions, 1);
  assert.equal((await ask("ASKED1")).status, 404);
});

test("more subscriptions than one commit takes are all erased, each commit with its numbers", async ({
  booth,
  admin,
}) => {
  const rows = Array.from({ length: 600 }, (_, n) => `H${n},P${n},2026-11-01,2026-11-30`);
  const csv = ["holder,plates,validFrom,validTo", ...rows].join("\n");
  const imported = await admin.post("/api/subscriptions/import", csv, { "content-type": "text/csv" });
  assert.equal(imported.status, 201, imported.text);
  booth.clock.advance(60 * DAY);
  assert.equal(await erased(booth), 600);
  assert.deepEqual(
    eventsOf(booth, "erasure").map(({ subscriptions }) => subscriptions),
    [500, 100],
  );
});

test.run();
