import assert from "node:assert/strict";
import { suite } from "uvu";
import type { SubscriberPass } from "../common/events.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt } from "./helpers/stay.ts";
import { cardAt, eventsOf, HOUR, subscribe, waitingAt } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
}

const test = suite<Context>("anti-passback");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  assert.equal(compareReadModels(booth.booth.db), null);
  await booth.close();
});

const CARD = { plates: [], credentials: ["CARD1"] };

/** A way to be recognised at a lane, an hour after whatever came before. */
const ways = {
  card: (booth: TestBooth, lane: string) => {
    booth.clock.advance(HOUR);
    return cardAt(booth, lane, "CARD1");
  },
  plate: (booth: TestBooth, lane: string) => {
    booth.clock.advance(HOUR);
    return carAt(booth, lane, "KX482BD");
  },
};

const violations = (booth: TestBooth) =>
  eventsOf<{ pass?: SubscriberPass }>(booth, "barrier_intent").map(({ pass }) => pass?.violation ?? null);
const insideNow = async (client: Client) => (await client.get("/api/sessions?state=open")).body.items.length;

for (const [name, at] of Object.entries(ways)) {
  const terms = name === "card" ? CARD : {};

  test(`hard: who comes in twice by ${name} is refused, and so is who leaves twice`, async ({ booth, operator }) => {
    await subscribe(operator, { ...terms, carsInside: 5, antiPassback: "hard" });
    await at(booth, "entry-1");
    await at(booth, "entry-1");
    assert.deepEqual(
      [waitingAt(booth, "entry-1")?.state, waitingAt(booth, "entry-1")?.cause],
      ["refused", "anti_passback"],
    );
    assert.equal(await insideNow(operator), 1);
    await at(booth, "exit-1");
    assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
    await at(booth, "exit-1");
    assert.equal(waitingAt(booth, "exit-1")?.cause, "anti_passback");
    await at(booth, "entry-1");
    assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
    assert.deepEqual(
      eventsOf(booth, "vehicle_refused").map(({ cause }) => cause),
      ["anti_passback", "anti_passback"],
    );
    assert.deepEqual(violations(booth), [null, null, null]);
  });

  test(`soft: who comes in or leaves twice by ${name} passes, and it is recorded`, async ({ booth, operator }) => {
    await subscribe(operator, { ...terms, antiPassback: "soft" });
    await at(booth, "entry-1");
    await at(booth, "entry-1");
    assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
    // It stands outside, so the stay it had is over.
    assert.equal(await insideNow(operator), 1);
    assert.equal((await operator.get("/api/site")).body.carsInside, 1);
    await at(booth, "exit-1");
    await at(booth, "exit-1");
    assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
    assert.deepEqual(violations(booth), [null, "in_in", null, "out_out"]);
    assert.equal((await operator.get("/api/site")).body.carsInside, 0);
  });

  test(`off: who comes in or leaves twice by ${name} passes, and nothing is noted`, async ({ booth, operator }) => {
    await subscribe(operator, { ...terms, antiPassback: "off" });
    for (const lane of ["entry-1", "entry-1", "exit-1", "exit-1"]) await at(booth, lane);
    assert.deepEqual(violations(booth), [null, null, null, null]);
    assert.equal(eventsOf(booth, "vehicle_refused").length, 0);
  });

  test(`a reset lets who was refused by ${name} pass once, in either direction`, async ({ booth, operator }) => {
    const { id } = await subscribe(operator, { ...terms, antiPassback: "hard" });
    const reset = () => operator.post(`/api/subscriptions/${id}/anti-passback-reset`, { note: "left behind a lorry" });
    await at(booth, "entry-1");
    const done = await reset();
    assert.deepEqual([done.status, done.body], [200, { subscriptionId: id, reset: 1 }]);
    await at(booth, "entry-1");
    assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
    await at(booth, "entry-1");
    assert.equal(waitingAt(booth, "entry-1")?.cause, "anti_passback");
    await reset();
    await at(booth, "exit-1");
    assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
    assert.equal(await insideNow(operator), 0);
    await reset();
    await at(booth, "exit-1");
    assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber");
    const [event] = eventsOf<{ note: string; refs: string[]; subscriptionId: string }>(booth, "anti_passback_reset");
    assert.deepEqual([event?.note, event?.refs.length, event?.subscriptionId], ["left behind a lorry", 1, id]);
  });
}

test("each card has a side of its own: one that is out does not let another's car out again", async ({
  booth,
  operator,
}) => {
  await subscribe(operator, { plates: [], credentials: ["CARD1", "CARD2"], carsInside: 2, antiPassback: "hard" });
  await cardAt(booth, "entry-1", "card 1");
  await cardAt(booth, "entry-1", "card 2");
  booth.clock.advance(HOUR);
  await cardAt(booth, "exit-1", "CARD1");
  booth.clock.advance(HOUR);
  await cardAt(booth, "exit-1", "CARD1");
  assert.equal(waitingAt(booth, "exit-1")?.cause, "anti_passback");
  assert.equal(await insideNow(operator), 1);
});

test("a car that came in by plate leaves by its card, and the other way round, day after day", async ({
  booth,
  operator,
}) => {
  await subscribe(operator, { credentials: ["CARD1"], antiPassback: "hard" });
  for (const [into, out] of [
    ["plate", "card"],
    ["card", "plate"],
    ["plate", "card"],
    ["card", "card"],
    ["plate", "plate"],
  ] as const) {
    await ways[into](booth, "entry-1");
    assert.equal(waitingAt(booth, "entry-1")?.state, "admitted", `in by ${into}`);
    await ways[out](booth, "exit-1");
    assert.equal(waitingAt(booth, "exit-1")?.state, "subscriber", `out by ${out}`);
    assert.equal(await insideNow(operator), 0);
  }
});

test("a car that was let out by hand is out, and a voided entry leaves it neutral", async ({ booth, operator }) => {
  await subscribe(operator, { antiPassback: "hard" });
  await ways.plate(booth, "entry-1");
  const [stay] = (await operator.get("/api/sessions?state=open")).body.items;
  await operator.post(`/api/sessions/${stay.id}/close`, { reason: "free", lane: "exit-1" });
  await ways.plate(booth, "exit-1");
  assert.equal(waitingAt(booth, "exit-1")?.cause, "anti_passback");
  await ways.plate(booth, "entry-1");
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
  const opening = booth.booth.db.prepare("SELECT max(seq) AS seq FROM events WHERE kind = 'session_open'").get();
  const voided = await operator.post(`/api/events/${(opening as { seq: number }).seq}/void`, { reason: "test" });
  assert.equal(voided.status, 201, voided.text);
  await ways.plate(booth, "entry-1");
  assert.equal(waitingAt(booth, "entry-1")?.state, "admitted");
});

test.run();
