import assert from "node:assert/strict";
import { suite } from "uvu";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt, carInside } from "./helpers/stay.ts";
import { eventsOf, HOUR, subscribe, waitingAt } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  cashier: Client;
}

const test = suite<Context>("occupancy");

test.before.each(async (context) => {
  context.booth = await startBooth();
  const admin = await context.booth.signIn("admin");
  await admin.put("/api/site-config", { capacity: 2 });
  context.cashier = await context.booth.signIn("cashier");
});
test.after.each(async ({ booth }) => {
  if (booth.booth.db.open) assert.equal(compareReadModels(booth.booth.db), null);
  await booth.close();
});

const site = async (client: Client) => {
  const { carsInside, capacity, full } = (await client.get("/api/site")).body;
  return { carsInside, capacity, full };
};
const signs = async (client: Client) =>
  (await client.get("/api/lanes")).body.items.map(({ id, full }: { id: string; full?: boolean }) => [id, full]);

test("when every space is taken the sign says so and a visitor is turned away, until a car has left", async ({
  booth,
  cashier,
}) => {
  const first = await carInside(booth, cashier, "A1");
  assert.deepEqual(await site(cashier), { carsInside: 1, capacity: 2, full: false });
  assert.deepEqual(await signs(cashier), [
    ["entry-1", false],
    ["exit-1", undefined],
  ]);
  await carAt(booth, "entry-1", "A2");
  assert.deepEqual(await site(cashier), { carsInside: 2, capacity: 2, full: true });
  assert.equal(booth.booth.devices.lane("entry-1")?.full, true);
  await carAt(booth, "entry-1", "A3");
  assert.deepEqual([waitingAt(booth, "entry-1")?.state, waitingAt(booth, "entry-1")?.cause], ["refused", "site_full"]);
  assert.deepEqual(
    eventsOf(booth, "vehicle_refused").map(({ cause }) => cause),
    ["site_full"],
  );
  await cashier.post(`/api/sessions/${first.id}/close`, { reason: "free" });
  assert.equal(booth.booth.devices.lane("entry-1")?.full, false);
  booth.clock.advance(HOUR);
  await carAt(booth, "entry-1", "A3");
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
});

test("a subscriber comes in when the site is full", async ({ booth, cashier }) => {
  const operator = await booth.signIn("operator");
  await subscribe(operator);
  for (const plate of ["A1", "A2", "KX482BD"]) await carAt(booth, "entry-1", plate);
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
  assert.deepEqual(await site(cashier), { carsInside: 3, capacity: 2, full: true });
});

test("a site whose spaces nobody counts is never full, and the sign follows the capacity", async ({
  booth,
  cashier,
}) => {
  const admin = await booth.signIn("admin");
  for (const plate of ["A1", "A2"]) await carAt(booth, "entry-1", plate);
  await admin.put("/api/site-config", { capacity: null });
  assert.deepEqual(await site(cashier), { carsInside: 2, capacity: null, full: false });
  assert.equal(booth.booth.devices.lane("entry-1")?.full, false);
  await carAt(booth, "entry-1", "A3");
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
});

test("a count sets the cars inside, signed with the difference and the reason", async ({ booth, cashier }) => {
  await carAt(booth, "entry-1", "A1");
  const set = await cashier.post("/api/site/occupancy", { carsInside: 2, reason: "counted", note: "walked the deck" });
  assert.equal(set.status, 200, set.text);
  assert.deepEqual([set.body.carsInside, set.body.full], [2, true]);
  assert.equal(booth.booth.devices.lane("entry-1")?.full, true);
  const down = await cashier.post("/api/site/occupancy", { carsInside: 0, reason: "missed_exit" });
  assert.deepEqual([down.body.carsInside, down.body.full], [0, false]);
  assert.deepEqual(eventsOf(booth, "occupancy_adjustment"), [
    { after: 2, before: 1, difference: 1, note: "walked the deck", reason: "counted" },
    { after: 0, before: 2, difference: -2, reason: "missed_exit" },
  ]);
});

test("cars that leave after a count that missed them do not make it fewer than none", async ({ booth, cashier }) => {
  const stay = await carInside(booth, cashier, "A1");
  await cashier.post("/api/site/occupancy", { carsInside: 0, reason: "counted" });
  await cashier.post(`/api/sessions/${stay.id}/close`, { reason: "free" });
  assert.equal((await site(cashier)).carsInside, 0);
  await carAt(booth, "entry-1", "A2");
  assert.equal((await site(cashier)).carsInside, 1);
});

test("a count is refused without a reason, with a wrong number, without the right, and when a car came meanwhile", async ({
  booth,
  cashier,
}) => {
  for (const [body, path] of [
    [{ carsInside: 1 }, "reason"],
    [{ carsInside: 1, reason: "other" }, "note"],
    [{ carsInside: -1, reason: "counted" }, "carsInside"],
    [{ carsInside: 1.5, reason: "counted" }, "carsInside"],
  ] as const) {
    const answer = await cashier.post("/api/site/occupancy", body);
    assert.deepEqual([answer.status, answer.body.details[0].path], [400, path]);
  }
  const reader = await booth.signIn("readonly");
  assert.equal((await reader.post("/api/site/occupancy", { carsInside: 1, reason: "counted" })).status, 403);
  const seen = (await cashier.get("/api/site")).headers.get("etag") ?? "";
  await carAt(booth, "entry-1", "A1");
  const late = await cashier.post("/api/site/occupancy", { carsInside: 0, reason: "counted" }, { "if-match": seen });
  assert.deepEqual([late.status, late.body.current.carsInside], [412, 1]);
  assert.equal(eventsOf(booth, "occupancy_adjustment").length, 0);
});

test("the sign is right from the start, whatever happened before", async ({ booth, cashier }) => {
  await cashier.post("/api/site/occupancy", { carsInside: 2, reason: "counted" });
  await booth.daemon.stop();
  const again = await startBooth({ dataDir: booth.dataDir, clock: booth.clock });
  try {
    assert.equal(again.booth.devices.lane("entry-1")?.full, true);
    assert.equal(compareReadModels(again.booth.db), null);
  } finally {
    await again.close();
  }
});

test.run();
