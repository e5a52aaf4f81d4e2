import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  cashier: Client;
  operator: Client;
}

const test = suite<Context>("shifts");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.cashier = await context.booth.signIn("cashier");
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

async function takeCash({ booth, cashier }: Context, plate: string, method = "cash"): Promise<number> {
  const stay = await carInside(booth, cashier, plate);
  booth.clock.advance(3_600_000);
  const paid = await pay(cashier, await quoteOf(cashier, stay.id), { method, lane: "exit-1" });
  assert.equal(paid.status, 201, paid.text);
  return paid.body.amount;
}

test("a person has one open shift at a time", async ({ cashier }) => {
  const shift = await openShift(cashier);
  assert.equal(shift.number, 1);
  const second = await cashier.post("/api/shifts", { float: 0 });
  assert.equal(second.status, 409);
  assert.equal(second.body.error, "shift_open");
  assert.equal((await cashier.get("/api/shifts/current")).body.id, shift.id);
});

test("without an open shift there is no current one", async ({ cashier }) => {
  assert.equal((await cashier.get("/api/shifts/current")).status, 404);
});

test("a blind count says what was over or short to who may see it, and to nobody else", async (context) => {
  const { cashier, operator } = context;
  const shift = await openShift(cashier, 10_000);
  const amount = await takeCash(context, "AB1");
  const own = (await cashier.get(`/api/shifts/${shift.id}`)).body;
  assert.equal(own.expected, undefined);
  const closed = await cashier.post(`/api/shifts/${shift.id}/close`, { counted: { 5000: 2, 200: 1 } });
  assert.equal(closed.status, 200, closed.text);
  assert.equal(closed.body.expected, undefined);
  assert.equal(closed.body.overShort, undefined);
  const seen = (await operator.get(`/api/shifts/${shift.id}`)).body;
  assert.equal(seen.expected, 10_000 + amount);
  assert.equal(seen.overShort, 10_200 - (10_000 + amount));
});

test("an operator does not see what their own drawer should hold before their own count", async (context) => {
  const { operator } = context;
  const shift = await openShift(operator, 7000);
  assert.equal((await operator.get("/api/shifts/current")).body.expected, undefined);
  const report = (await operator.get(`/api/shifts/${shift.id}/report`)).body;
  assert.equal(report.kind, "X");
  assert.equal(report.cash, undefined);
  assert.doesNotMatch(report.text, /Expected|Cash/);
  const closed = await operator.post(`/api/shifts/${shift.id}/close`, { counted: { 5000: 1, 2000: 1 } });
  assert.equal(closed.body.overShort, 0);
});

test("paying in and out and dropping move what the drawer should hold", async ({ cashier, operator }) => {
  const shift = await openShift(cashier, 10_000);
  const cash = (type: string, amount: number, reason = "change") =>
    cashier.post(`/api/shifts/${shift.id}/cash`, { type, amount, reason });
  assert.equal((await cash("pay_in", 2000, "float")).status, 201);
  assert.equal((await cash("pay_out", 500, "expense")).status, 201);
  assert.equal((await cash("drop", 3000, "bank_drop")).status, 201);
  assert.equal((await operator.get(`/api/shifts/${shift.id}`)).body.expected, 8500);
  assert.equal((await cash("pay_in", 0)).status, 400);
  assert.equal((await cash("pay_in", 1.5)).status, 400);
  assert.equal((await cash("pay_in", 100, "other")).body.details[0].path, "note");
});

test("the Z report adds up what the shift did", async (context) => {
  const { cashier, operator } = context;
  const shift = await openShift(cashier, 10_000);
  const first = await takeCash(context, "AB1");
  const second = await takeCash(context, "AB2", "card");
  await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "emergency" });
  await cashier.post(`/api/shifts/${shift.id}/close`, { counted: { 5000: 2 } });
  const report = (await operator.get(`/api/shifts/${shift.id}/report`)).body;
  assert.equal(report.kind, "Z");
  assert.deepEqual(report.cash, { count: 1, amount: first });
  assert.deepEqual(report.card, { count: 1, amount: second });
  assert.deepEqual(report.sales, { count: 2, amount: first + second });
  assert.equal(report.handOpenings, 1);
  assert.deepEqual(report.perpetual, { turnover: first + second, absolute: first + second });
  assert.match(report.text, /Z report, shift #1/);
});

test("a drop is not held against what the drawer should hold: that would tell", async ({ cashier }) => {
  const shift = await openShift(cashier, 10_000);
  const drop = { type: "drop", amount: 10_001, reason: "bank_drop" };
  assert.equal((await cashier.post(`/api/shifts/${shift.id}/cash`, drop)).status, 201);
});

test("what is printed is in the site's language", async (context) => {
  const { booth, cashier, operator } = context;
  const admin = await booth.signIn("admin");
  assert.equal((await admin.put("/api/site-config", { language: "de" })).status, 200);
  const shift = await openShift(cashier, 10_000);
  await takeCash(context, "AB1");
  const [payment] = (await cashier.get("/api/payments")).body.items;
  const receipt = (await cashier.get(`/api/payments/${payment.id}/receipt`, { accept: "text/plain" })).text;
  assert.match(receipt, /^Beleg 1 /m);
  assert.match(receipt, /Rückgeld +0,00/);
  await cashier.post(`/api/shifts/${shift.id}/close`, { counted: {} });
  assert.match((await operator.get(`/api/shifts/${shift.id}/report`)).body.text, /^Z-Bericht, Schicht #1$/m);
});

test("somebody else's shift can be closed by who may void, and by no cashier", async ({ booth, cashier, operator }) => {
  const shift = await openShift(cashier);
  const admin = await booth.signIn("admin");
  const created = await admin.post("/api/users", {
    username: "second",
    displayName: "Second",
    roleId: "cashier",
    password: "second-pass",
  });
  assert.equal(created.status, 201, created.text);
  const other = await booth.signIn("second");
  assert.equal((await other.post(`/api/shifts/${shift.id}/close`, { counted: {} })).status, 403);
  assert.equal(
    (await other.post(`/api/shifts/${shift.id}/cash`, { type: "pay_in", amount: 1, reason: "change" })).status,
    403,
  );
  assert.equal((await operator.post(`/api/shifts/${shift.id}/close`, { counted: {} })).status, 200);
  assert.equal((await cashier.post(`/api/shifts/${shift.id}/close`, { counted: {} })).body.error, "shift_required");
});

test("a count of coins that do not exist, or of half a coin, is refused and closes nothing", async ({ cashier }) => {
  const shift = await openShift(cashier);
  for (const counted of [{ 3: 1 }, { 5000: 1.5 }, { 5000: -1 }, { x: 1 }]) {
    assert.equal((await cashier.post(`/api/shifts/${shift.id}/close`, { counted })).status, 400);
  }
  assert.equal((await cashier.get("/api/shifts/current")).status, 200);
});

test("shifts are listed from the last, page by page", async ({ cashier }) => {
  for (let number = 1; number <= 3; number += 1) {
    const shift = await openShift(cashier);
    await cashier.post(`/api/shifts/${shift.id}/close`, { counted: {} });
  }
  const first = (await cashier.get("/api/shifts?limit=2")).body;
  assert.deepEqual(
    first.items.map((shift: { number: number }) => shift.number),
    [3, 2],
  );
  const rest = (await cashier.get(`/api/shifts?limit=2&cursor=${first.next}`)).body;
  assert.deepEqual(
    rest.items.map((shift: { number: number }) => shift.number),
    [1],
  );
  assert.equal(rest.next, null);
});

test("sums that are withheld are absent from the report, and none of them is a wrong one", async (context) => {
  const shift = await openShift(context.cashier);
  await takeCash(context, "AB1");
  const report = (await context.cashier.get(`/api/shifts/${shift.id}/report`)).body;
  assert.deepEqual([report.sales, report.voids, report.cash], [{ count: 1 }, { count: 0 }, undefined]);
  assert.match(report.text, /^Sales 1 *$/m);
  const seen = (await context.operator.get(`/api/shifts/${shift.id}/report`)).body;
  assert.equal(seen.sales.amount, seen.cash.amount);
});

test.run();
