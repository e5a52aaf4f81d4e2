import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt, carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  cashier: Client;
  operator: Client;
}

const test = suite<Context>("voids");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.cashier = await context.booth.signIn("cashier");
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

async function paidStay({ booth, cashier }: Context, more: Record<string, unknown> = {}) {
  const shift = await openShift(cashier);
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(3_600_000);
  const paid = await pay(cashier, await quoteOf(cashier, stay.id), more);
  assert.equal(paid.status, 201);
  return { shift, stay, paid: paid.body };
}

const voidOf = (client: Client, seq: number, reason = "wrong_amount", note?: string) =>
  client.post(`/api/events/${seq}/void`, { reason, ...(note === undefined ? {} : { note }) });

test("a void is another entry: the payment stays, the stay is open again and owes its fee", async (context) => {
  const { stay, paid } = await paidStay(context);
  const voided = await voidOf(context.operator, paid.seq);
  assert.equal(voided.status, 201);
  assert.equal(voided.body.kind, "void");
  assert.equal(voided.body.data.cash, paid.amount);
  assert.deepEqual(voided.body.data.totals, { perpetual: 0, absolute: 2 * paid.amount });
  assert.equal((await context.operator.get(`/api/events/${paid.seq}`)).body.kind, "payment");
  assert.equal((await context.cashier.get(`/api/sessions/${stay.id}`)).body.state, "open");
  assert.equal((await quoteOf(context.cashier, stay.id)).amount, paid.amount);
  assert.equal((await context.cashier.get("/api/payments")).body.items[0].voidedBySeq, voided.body.seq);
});

test("the report of the shift says what was given back in cash, so that its drawer adds up", async (context) => {
  const { shift, paid } = await paidStay(context);
  const reportOf = async () => (await context.operator.get(`/api/shifts/${shift.id}/report`)).body;
  assert.doesNotMatch((await reportOf()).text, /Given back/);
  await voidOf(context.operator, paid.seq);
  const { cash, cashGivenBack, text, shift: shown } = await reportOf();
  assert.deepEqual([cash.amount, cashGivenBack], [paid.amount, paid.amount]);
  assert.equal(shown.expected, shown.float + cash.amount - cashGivenBack);
  assert.match(text, new RegExp(`^Given back in cash +.*${(paid.amount / 100).toFixed(2)}`, "m"));
});

test("a car that has left stays gone when its payment is voided", async (context) => {
  const { stay, paid } = await paidStay(context, { lane: "exit-1" });
  await voidOf(context.operator, paid.seq);
  assert.equal((await context.cashier.get(`/api/sessions/${stay.id}`)).body.state, "closed");
});

test("nothing is voided twice, and two at once make one void", async (context) => {
  const { paid } = await paidStay(context);
  const answers = await Promise.all([voidOf(context.operator, paid.seq), voidOf(context.operator, paid.seq)]);
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409]);
  assert.equal((await voidOf(context.operator, paid.seq)).body.error, "already_voided");
});

test("a cashier may not void", async (context) => {
  const { paid } = await paidStay(context);
  const refused = await voidOf(context.cashier, paid.seq);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error, "forbidden");
});

test("cash of an open shift goes back from its drawer; of a closed one, from the drawer of who voids", async (context) => {
  const { shift, paid } = await paidStay(context);
  await context.cashier.post(`/api/shifts/${shift.id}/close`, { counted: {} });
  const refused = await voidOf(context.operator, paid.seq);
  assert.equal(refused.body.error, "shift_required");
  const own = await openShift(context.operator, 5000);
  const voided = await voidOf(context.operator, paid.seq);
  assert.equal(voided.body.data.shiftId, own.id);
});

test("a card payment needs no drawer to be voided", async (context) => {
  const { shift, paid } = await paidStay(context, { method: "card" });
  await context.cashier.post(`/api/shifts/${shift.id}/close`, { counted: {} });
  const voided = await voidOf(context.operator, paid.seq);
  assert.equal(voided.status, 201);
  assert.equal(voided.body.data.cash, 0);
  assert.equal(voided.body.data.shiftId, null);
});

test("an unpaid opening is voided as a session_void, a paid one is not voidable", async (context) => {
  const { booth, cashier, operator } = context;
  const stay = await carInside(booth, cashier, "AB123");
  const opened = (await operator.get("/api/events?kind=session_open")).body.items[0];
  const voided = await voidOf(operator, opened.seq, "other", "the same car twice");
  assert.equal(voided.body.kind, "session_void");
  assert.equal((await cashier.get(`/api/sessions/${stay.id}`)).body.state, "voided");
  assert.equal((await cashier.get("/api/site")).body.carsInside, 0);
  assert.equal((await voidOf(operator, opened.seq)).body.error, "already_voided");

  booth.clock.advance(60_000);
  const paid = await paidStay(context);
  const second = (await operator.get("/api/events?kind=session_open")).body.items[0];
  assert.equal((await voidOf(operator, second.seq)).body.error, "not_voidable");
  assert.equal((await cashier.get(`/api/sessions/${paid.stay.id}`)).body.state, "paid");
});

test("a cash movement is voided in its drawer", async ({ booth, cashier, operator }) => {
  const shift = await openShift(cashier, 10_000);
  const drop = await cashier.post(`/api/shifts/${shift.id}/cash`, { type: "drop", amount: 4000, reason: "bank_drop" });
  assert.equal(drop.status, 201);
  assert.equal((await operator.get(`/api/shifts/${shift.id}`)).body.expected, 6000);
  await voidOf(operator, drop.body.seq, "test");
  assert.equal((await operator.get(`/api/shifts/${shift.id}`)).body.expected, 10_000);
  assert.ok(booth.booth.ledger.state().ok);
});

test("other kinds cannot be voided, unknown entries are not found, and `other` needs a note", async ({
  booth,
  operator,
}) => {
  await carAt(booth, "entry-1", "AB123");
  assert.equal((await voidOf(operator, 1)).body.error, "not_voidable");
  assert.equal((await voidOf(operator, 9999)).status, 404);
  const noNote = await voidOf(operator, 1, "other");
  assert.equal(noNote.status, 400);
  assert.equal(noNote.body.details[0].path, "note");
});

test.run();
