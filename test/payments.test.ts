import assert from "node:assert/strict";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt, carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

const test = suite<{ booth: TestBooth }>("payments");

test.before.each(async (context) => {
  context.booth = await startBooth();
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const HOUR = 3_600_000;

test("a car comes in, a cashier takes cash for it, and the barrier gets its intent after the ledger has the payment", async ({
  booth,
}) => {
  const cashier = await booth.signIn("cashier");
  const operator = await booth.signIn("operator");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "KX 482 BD");
  booth.clock.advance(2 * HOUR);
  await carAt(booth, "exit-1", "KX 482 BD");

  const lane = (await cashier.get("/api/lanes")).body.items.find((item: { id: string }) => item.id === "exit-1");
  assert.equal(lane.waiting.state, "due");
  assert.equal(lane.waiting.quote.amount, 500);

  const quote = await quoteOf(cashier, stay.id);
  const paid = await pay(cashier, quote, { tendered: 2000, lane: "exit-1" });
  assert.equal(paid.status, 201);
  assert.equal(paid.body.change, 1500);
  assert.equal(paid.body.intent.lane, "exit-1");

  const kinds = (await operator.get(`/api/events?after=${paid.body.seq - 1}`)).body.items
    .map((event: { kind: string }) => event.kind)
    .reverse();
  assert.deepEqual(kinds, ["payment", "session_close", "barrier_intent"]);
  assert.equal((await cashier.get(`/api/sessions/${stay.id}`)).body.state, "closed");
});

test("money cannot be taken without an open shift", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const refused = await pay(cashier, await quoteOf(cashier, stay.id));
  assert.equal(refused.status, 409);
  assert.equal(refused.body.error, "shift_required");
});

test("five equal posts at once make one payment and get one answer", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  const key = { "idempotency-key": "tap-1" };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pay(cashier, quote, { tendered: 1000 }, key)));
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [201, 201, 201, 201, 201],
  );
  assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1);
  assert.equal((await cashier.get(`/api/payments?session=${stay.id}`)).body.items.length, 1);
});

test("the same key with another body is a conflict, and no key at all is refused", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  const key = { "idempotency-key": "tap-1" };
  assert.equal((await pay(cashier, quote, { tendered: 1000 }, key)).status, 201);
  const other = await pay(cashier, quote, { tendered: 2000 }, key);
  assert.equal(other.status, 409);
  assert.equal(other.body.error, "idempotency_conflict");
  const none = await pay(cashier, quote, {}, { "idempotency-key": "" });
  assert.equal(none.status, 400);
});

test("a quote holds for 90 seconds; then the new one comes with the refusal", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR - 60_000);
  const quote = await quoteOf(cashier, stay.id);
  booth.clock.advance(90_000);
  const held = await quoteOf(cashier, stay.id);
  assert.notEqual(held.amount, quote.amount);
  booth.clock.advance(1);
  const late = await pay(cashier, quote);
  assert.equal(late.status, 409);
  assert.equal(late.body.error, "quote_expired");
  assert.equal(late.body.quote.amount, held.amount);
  assert.equal((await cashier.get("/api/payments")).body.items.length, 0);
});

test("an amount that is not the fee, a quote from the future and too little cash are refused", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  assert.equal((await pay(cashier, { ...quote, amount: quote.amount - 1 })).body.error, "quote_expired");
  const future = new Date(booth.clock.now() + 1000).toISOString();
  assert.equal((await pay(cashier, { ...quote, quotedAt: future })).body.error, "invalid_input");
  assert.equal((await pay(cashier, quote, { tendered: quote.amount - 1 })).body.error, "invalid_input");
  assert.equal((await pay(cashier, quote, { method: "card", tendered: quote.amount + 1 })).body.error, "invalid_input");
  assert.equal((await pay(cashier, quote, { lane: "entry-1" })).body.error, "invalid_input");
  assert.equal((await cashier.get("/api/payments")).body.items.length, 0);
});

test("a paid stay leaves free within its grace, and owes the rest after it", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const first = await quoteOf(cashier, stay.id);
  const paid = await pay(cashier, first);
  assert.equal(paid.body.intent, null);
  assert.equal((await quoteOf(cashier, stay.id)).amount, 0);
  booth.clock.advance(16 * 60_000);
  const rest = await quoteOf(cashier, stay.id);
  assert.equal(rest.amount, 250);
  assert.equal(
    rest.lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0),
    rest.amount,
  );
  await pay(cashier, rest);
  await carAt(booth, "exit-1", "AB123");
  assert.equal((await cashier.get(`/api/sessions/${stay.id}`)).body.state, "closed");
});

test("a stay within the free minutes leaves without a cashier", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(10 * 60_000);
  await carAt(booth, "exit-1", "AB123");
  const session = (await cashier.get(`/api/sessions/${stay.id}`)).body;
  assert.equal(session.state, "closed");
  assert.equal(session.timeline.at(-2).data.how, "free");
});

test("a lost ticket costs the flat fee, or the real one when the car is found", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(2 * HOUR);
  const flat = await quoteOf(cashier, stay.id, "?lost=flat");
  assert.equal(flat.amount, 2500);
  assert.equal((await quoteOf(cashier, stay.id)).amount, 500);
  const paid = await pay(cashier, flat, { lost: "flat", tendered: 5000, lane: "exit-1" });
  assert.equal(paid.status, 201);
  assert.equal(paid.body.change, 2500);
});

test("a closed stay takes no more money", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  await pay(cashier, quote, { lane: "exit-1" });
  assert.equal((await pay(cashier, quote)).body.error, "session_closed");
  assert.equal((await cashier.get(`/api/sessions/${stay.id}/quote`)).body.error, "session_closed");
});

test("the receipt is text or a page, and each copy is counted", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const paid = await pay(cashier, await quoteOf(cashier, stay.id), { tendered: 1000 });
  const path = `/api/payments/${paid.body.id}/receipt`;
  const text = await cashier.get(path, { accept: "text/plain" });
  assert.match(text.text, /Receipt 1 /);
  assert.doesNotMatch(text.text, /COPY/);
  assert.match((await cashier.get(path, { accept: "text/html" })).text, /^<!doctype html>/);
  assert.match((await cashier.post(path)).body.text, /COPY 1/);
  assert.match((await cashier.post(path)).body.text, /COPY 2/);
  assert.equal((await cashier.get("/api/payments")).body.items[0].copies, 2);
});

test("the original is issued on paper once; asked for again it is a copy", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const paid = await pay(cashier, await quoteOf(cashier, stay.id));
  const path = `/api/payments/${paid.body.id}/receipt`;
  const first = await cashier.post(path, { original: true });
  assert.equal(first.body.copy, 0);
  assert.doesNotMatch(first.body.text, /COPY/);
  assert.equal((await cashier.get("/api/payments")).body.items[0].copies, 0);
  const again = await cashier.post(path, { original: true });
  assert.match(again.body.text, /COPY 1/);
});

test("the grace runs from the payment, not from its quote", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  booth.clock.advance(80_000);
  const paid = await pay(cashier, quote);
  const { paidUntil } = (await cashier.get(`/api/sessions/${stay.id}`)).body;
  assert.equal(Date.parse(paidUntil) - Date.parse(paid.body.paidAt), 15 * 60_000);
});

test("a clock set back leaves fees above nothing, and what waits at the exit can be paid", async ({ booth }) => {
  const cashier = await booth.signIn("cashier");
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(2 * HOUR);
  await carAt(booth, "exit-1", "AB123");
  await carAt(booth, "entry-1", "ZZ999");
  booth.clock.set("2026-11-20T09:00:00.000Z");
  const lane = (await cashier.get("/api/lanes")).body.items.find((item: { id: string }) => item.id === "exit-1");
  const quote = await quoteOf(cashier, stay.id);
  assert.equal(quote.amount, lane.waiting.quote.amount);
  const paid = await pay(cashier, lane.waiting.quote, { lane: "exit-1" });
  assert.equal(paid.status, 201, paid.text);
});

test.run();
