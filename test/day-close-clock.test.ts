import assert from "node:assert/strict";
import { suite } from "uvu";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { cliActor } from "../daemon/services/actors.ts";
import { closeDays, closeDueDays } from "../daemon/services/day-close.ts";
import { erasePastRetention } from "../daemon/services/retention.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside } from "./helpers/stay.ts";
import { eventsOf } from "./helpers/subscriptions.ts";

const test = suite<{ booth: TestBooth }>("day close and the clock");

test.before.each(async (context) => {
  context.booth = await startBooth();
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const readyz = async (booth: TestBooth) => {
  const { status, body } = await booth.anonymous.get("/readyz");
  return [status, body.checks.days.ok];
};

test("a clock that is decades ahead signs nothing, the booth says that it is not ready, and why", async ({ booth }) => {
  booth.clock.set("2056-11-20T12:00:00.000Z");
  assert.deepEqual(await closeDueDays(booth.booth), []);
  assert.deepEqual(eventsOf(booth, "day_close"), []);
  assert.deepEqual(await readyz(booth), [503, false]);
  assert.match((await booth.anonymous.get("/readyz")).body.checks.days.message, /set the clock right/);
});

test("nor does such a clock erase anything", async ({ booth }) => {
  const admin = await booth.signIn("admin");
  const stay = await carInside(booth, admin, "AB123");
  await admin.post(`/api/sessions/${stay.id}/close`, { reason: "staff" });
  booth.clock.set("2056-11-20T12:00:00.000Z");
  assert.deepEqual(await erasePastRetention(booth.booth), { plates: 0, pictures: 0, subscriptions: 0 });
  booth.clock.set("2027-11-20T12:00:00.000Z");
  assert.deepEqual((await erasePastRetention(booth.booth)).plates, 1);
});

test("once the clock is right again, the days that ended are signed as ever", async ({ booth }) => {
  booth.clock.set("2056-11-20T12:00:00.000Z");
  await closeDueDays(booth.booth);
  booth.clock.set("2026-11-22T12:00:00.000Z");
  assert.deepEqual(await readyz(booth), [200, true]);
  assert.equal((await closeDueDays(booth.booth)).length, 2);
});

test("a year of days is made up for unasked; more only by somebody who answers for it", async ({ booth }) => {
  booth.clock.set("2027-11-25T12:00:00.000Z");
  assert.equal((await closeDueDays(booth.booth)).length, 370);
  booth.clock.set("2028-11-30T12:00:00.000Z");
  assert.deepEqual(await closeDueDays(booth.booth), []);
  const signed = await closeDays(booth.booth, cliActor("kim"), Number.POSITIVE_INFINITY);
  assert.equal(signed.length, 371);
  assert.deepEqual(signed.at(-1)?.actor, { type: "cli", id: "kim" });
  assert.deepEqual(await readyz(booth), [200, true]);
  assert.equal((await verifyLedger(booth.booth.db, { cores: 0 })).firstBad, undefined);
});

test.run();
