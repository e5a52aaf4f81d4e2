import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Session } from "../common/api/sessions.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { findMispriced } from "../daemon/services/reprice.ts";
import { type Client, openTestClock, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt, openShift, pay, quoteOf } from "./helpers/stay.ts";
import { cardAt, DAY, eventsOf, HOUR, subscribe, waitingAt } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
}

const test = suite<Context>("subscribers");

test.before.each(async (context) => {
  // A Friday, 13:00 in Berlin.
  context.booth = await startBooth({ clock: openTestClock("2026-11-20T12:00:00.000Z") });
  const admin = await context.booth.signIn("admin");
  await admin.put("/api/site-config", { timezone: "Europe/Berlin" });
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  assert.equal(compareReadModels(booth.booth.db), null);
  await booth.close();
});

const PLATE = "KX482BD";
const CARD = "04A1FF";
const last = <T>(items: T[]): T | undefined => items.at(-1);
const stays = async (client: Client, state = "open"): Promise<Session[]> =>
  (await client.get(`/api/sessions?state=${state}`)).body.items;
const refusals = (booth: TestBooth) => eventsOf(booth, "vehicle_refused").map(({ cause }) => cause);

test("a subscriber comes in and leaves by plate without a cashier and without a fee", async ({ booth, operator }) => {
  const { id } = await subscribe(operator);
  await carAt(booth, "entry-1", PLATE);
  const [stay] = await stays(operator);
  assert.equal(stay?.subscriptionId, id);
  assert.equal(waitingAt(booth, "entry-1")?.subscriptionId, id);
  booth.clock.advance(2 * DAY);
  assert.equal((await quoteOf(operator, stay!.id)).amount, 0);
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
  const [closed] = eventsOf(booth, "session_close");
  assert.deepEqual([closed?.how, closed?.owed], ["subscription", 0]);
  assert.deepEqual(
    eventsOf(booth, "barrier_intent").map(({ cause, intent }) => `${cause} ${intent}`),
    ["entry open", "exit open"],
  );
  assert.equal((await operator.get("/api/site")).body.carsInside, 0);
});

test("a subscriber comes in and leaves by card, at a reader or as a code, and its stay can be given a plate", async ({
  booth,
  operator,
}) => {
  const { id } = await subscribe(operator, { plates: [], credentials: [CARD] });
  await cardAt(booth, "entry-1", "04 a1 ff");
  const [stay] = await stays(operator);
  assert.deepEqual([stay?.subscriptionId, stay?.plate], [id, null]);
  const corrected = await operator.put(`/api/sessions/${stay!.id}/plate`, { plate: "M 1", reason: "no_read" });
  assert.equal(corrected.body.subscriptionId, id);
  booth.clock.advance(5 * HOUR);
  await booth.anonymous.post("/api/ingress/qr/exit-1", { code: CARD });
  assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
  const ofSubscription = await operator.get(`/api/sessions?subscription=${id}`);
  assert.deepEqual(
    ofSubscription.body.items.map(({ id, state }: Session) => [id, state]),
    [[stay?.id, "closed"]],
  );
});

const unfit: [what: string, more: Record<string, unknown>, cause: string][] = [
  ["ended", { validTo: "2026-11-19" }, "expired"],
  ["not begun", { validFrom: "2026-11-21" }, "not_yet_valid"],
  ["cancelled", { status: "cancelled" }, "expired"],
  ["ended and blocked", { validTo: "2026-11-19", status: "blocked", blockedReason: "unpaid" }, "expired"],
  ["for another lane", { lanes: ["entry-2"] }, "lane_not_allowed"],
  ["for the night", { hours: [{ days: ["mon", "fri"], from: "18:00", to: "08:00" }] }, "outside_hours"],
];
for (const [what, more, cause] of unfit) {
  test(`a subscription that is ${what}: the plate is a visitor's, the card is refused with the reason`, async ({
    booth,
    operator,
  }) => {
    const admin = await booth.signIn("admin");
    await admin.post("/api/setup/assign", { lane: "entry-2", direction: "entry" });
    await subscribe(operator, { credentials: [CARD], ...more });
    await cardAt(booth, "entry-1", CARD);
    assert.deepEqual([waitingAt(booth, "entry-1")?.state, waitingAt(booth, "entry-1")?.cause], ["refused", cause]);
    await carAt(booth, "entry-1", PLATE);
    const [stay] = await stays(operator);
    assert.deepEqual([stay?.plate, stay?.subscriptionId], [PLATE, undefined]);
    booth.clock.advance(2 * HOUR);
    await carAt(booth, "exit-1", PLATE);
    assert.equal(waitingAt(booth, "exit-1")?.state, "due");
  });
}

test("a blocked subscriber is refused by plate and by card, at entry and at exit", async ({ booth, operator }) => {
  const { id } = await subscribe(operator, { credentials: [CARD] });
  await carAt(booth, "entry-1", PLATE);
  const [stay] = await stays(operator);
  booth.clock.advance(HOUR);
  await operator.put(`/api/subscriptions/${id}`, { status: "blocked", blockedReason: "unpaid" });
  booth.clock.advance(HOUR);
  for (const [lane, readAt] of [
    ["entry-1", () => carAt(booth, "entry-1", PLATE)],
    ["entry-1", () => cardAt(booth, "entry-1", CARD)],
    ["exit-1", () => carAt(booth, "exit-1", PLATE)],
  ] as const) {
    await readAt();
    assert.deepEqual([waitingAt(booth, lane)?.state, waitingAt(booth, lane)?.cause], ["refused", "blocked"]);
  }
  assert.deepEqual(refusals(booth), ["blocked", "blocked", "blocked"]);
  // The cashier sees whose car it is, and takes what it owes since the block.
  assert.equal(waitingAt(booth, "exit-1")?.sessionId, stay?.id);
  const quote = await quoteOf(operator, stay!.id);
  assert.equal(quote.lines[0]?.code, "subscription");
  assert.equal(quote.amount, 250);
  await openShift(operator);
  assert.equal((await pay(operator, quote)).status, 201);
  booth.clock.advance(60_000);
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.state, "paid");
  assert.equal(findMispriced(booth.booth.db), null);
});

test("as many cars as agreed are inside at once; one more is a visitor by plate and refused by card", async ({
  booth,
  operator,
}) => {
  const { id } = await subscribe(operator, { plates: ["T1", "T2", "T3"], credentials: [CARD], carsInside: 2 });
  for (const plate of ["T1", "T2", "T3"]) await carAt(booth, "entry-1", plate);
  await cardAt(booth, "entry-1", CARD);
  assert.equal(waitingAt(booth, "entry-1")?.cause, "cars_inside");
  const owners = new Map((await stays(operator)).map((stay) => [stay.plate, stay.subscriptionId]));
  assert.deepEqual([...owners].sort(), [
    ["T1", id],
    ["T2", id],
    ["T3", undefined],
  ]);
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", "T1");
  await cardAt(booth, "entry-1", CARD);
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
});

test("one that ends while its car is inside covers the stay to its end; from there the tariff counts", async ({
  booth,
  operator,
}) => {
  const { id } = await subscribe(operator, { validTo: "2026-11-20T14:00:00Z" });
  await carAt(booth, "entry-1", PLATE);
  const [stay] = await stays(operator);
  booth.clock.set("2026-11-20T13:59:59Z");
  assert.equal((await quoteOf(operator, stay!.id)).amount, 0);
  booth.clock.set("2026-11-20T16:00:00Z");
  await carAt(booth, "exit-1", PLATE);
  const quote = waitingAt(booth, "exit-1")?.quote;
  assert.deepEqual([waitingAt(booth, "exit-1")?.state, quote?.amount], ["due", 500]);
  assert.equal(quote?.enteredAt, "2026-11-20T12:00:00.000Z");
  assert.deepEqual(
    [quote?.lines[0]?.code, quote?.lines[0]?.to, quote?.lines[1]?.from],
    ["subscription", "2026-11-20T14:00:00.000Z", "2026-11-20T14:00:00.000Z"],
  );
  assert.equal(
    quote?.lines.reduce((sum, line) => sum + line.amount, 0),
    quote?.amount,
  );
  await operator.post(`/api/subscriptions/${id}/extend`, { months: 1 });
  booth.clock.advance(60_000);
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
});

test("hours are the site's wall clock: in at night within them, free to their end, by the tariff after it", async ({
  booth,
  operator,
}) => {
  await subscribe(operator, { hours: [{ days: ["fri"], from: "18:00", to: "08:00" }] });
  booth.clock.set("2026-11-20T17:00:00Z");
  await carAt(booth, "entry-1", PLATE);
  const [stay] = await stays(operator);
  assert.ok(stay?.subscriptionId);
  booth.clock.set("2026-11-21T06:59:59Z");
  assert.equal((await quoteOf(operator, stay.id)).amount, 0);
  booth.clock.set("2026-11-21T09:00:00Z");
  assert.equal((await quoteOf(operator, stay.id)).lines[0]?.to, "2026-11-21T07:00:00.000Z");
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.state, "due");
});

test("lanes that are named bind their own direction", async ({ booth, operator }) => {
  const admin = await booth.signIn("admin");
  await admin.post("/api/setup/assign", { lane: "exit-2", direction: "exit" });
  const { id } = await subscribe(operator, { lanes: ["entry-1"] });
  await carAt(booth, "entry-1", PLATE);
  await operator.put(`/api/subscriptions/${id}`, { lanes: ["entry-1", "exit-2"] });
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.cause, "lane_not_allowed");
  await operator.put(`/api/subscriptions/${id}`, { lanes: ["entry-1"] });
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
});

test("a subscriber of whom no stay is known leaves; a visitor, or one whose time is over, does not", async ({
  booth,
  operator,
}) => {
  await subscribe(operator, { credentials: [CARD] });
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
  await carAt(booth, "exit-1", "OTHER1");
  assert.equal(waitingAt(booth, "exit-1")?.cause, "no_session");
  booth.clock.advance(30 * DAY);
  await carAt(booth, "exit-1", PLATE);
  assert.equal(waitingAt(booth, "exit-1")?.cause, "no_session");
  await cardAt(booth, "exit-1", CARD);
  assert.equal(waitingAt(booth, "exit-1")?.cause, "expired");
  assert.equal(eventsOf(booth, "barrier_intent").length, 1);
});

test("a stay becomes a subscriber's with its right plate, by hand or corrected, and a visitor's with a wrong one", async ({
  booth,
  operator,
}) => {
  const { id } = await subscribe(operator);
  const enteredAt = new Date(booth.clock.now() - HOUR).toISOString();
  const made = await operator.post("/api/sessions", { plate: PLATE, enteredAt, reason: "reader was down" });
  assert.equal(made.body.subscriptionId, id);
  const plate = (to: string) => operator.put(`/api/sessions/${made.body.id}/plate`, { plate: to, reason: "misread" });
  assert.equal((await plate("KX482B0")).body.subscriptionId, undefined);
  assert.ok((await quoteOf(operator, made.body.id)).amount > 0);
  assert.equal((await plate(PLATE)).body.subscriptionId, id);
  assert.deepEqual(
    eventsOf(booth, "plate_correction").map(({ subscriptionId }) => subscriptionId),
    [null, id],
  );
  await carAt(booth, "exit-1", PLATE);
  assert.equal(last(eventsOf(booth, "session_close"))?.how, "subscription");
});

test("where presence is reported, a card opens nothing without a car, and the next time it is held there, once a car stands", async ({
  booth,
  operator,
}) => {
  await subscribe(operator, { plates: [], credentials: [CARD] });
  await booth.anonymous.post("/api/ingress/presence/entry-1", { present: false });
  await cardAt(booth, "entry-1", CARD);
  assert.equal(waitingAt(booth, "entry-1")?.cause, "no_presence");
  await cardAt(booth, "entry-1", "UNKNOWN");
  assert.equal(waitingAt(booth, "entry-1")?.cause, "unknown_credential");
  assert.equal(eventsOf(booth, "barrier_intent").length, 0);
  booth.clock.advance(HOUR);
  await cardAt(booth, "entry-1", CARD);
  await booth.anonymous.post("/api/ingress/presence/entry-1", { present: true });
  for (let time = 0; time < 2; time += 1) await cardAt(booth, "entry-1", CARD);
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
  assert.deepEqual(refusals(booth), ["no_presence", "unknown_credential", "no_presence"]);
  assert.equal((await stays(operator)).length, 1);
});

test("a lane of both directions lets the same card in, and then out", async ({ booth, operator }) => {
  const simulated = { driver: "simulated", config: {} };
  const admin = await booth.signIn("admin");
  const lane = { lane: "gate", direction: "both", devices: { access: simulated, reader: simulated } };
  assert.equal((await admin.post("/api/setup/assign", lane)).status, 201);
  await subscribe(operator, { plates: [], credentials: [CARD], antiPassback: "hard" });
  for (const state of ["admitted", "subscriber", "admitted"]) {
    booth.clock.advance(HOUR);
    await cardAt(booth, "gate", CARD);
    assert.equal(waitingAt(booth, "gate")?.state, state);
  }
});

test.run();
