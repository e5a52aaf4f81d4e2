import assert from "node:assert/strict";
import { suite } from "uvu";
import type { LedgerEvent } from "../common/events.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
}

const test = suite<Context>("the list of the ledger");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const seqs = (events: readonly LedgerEvent[]) => events.map(({ seq }) => seq);

async function paidStay({ booth, operator }: Context, plate = "KX482BD") {
  const stay = await carInside(booth, operator, plate);
  booth.clock.advance(3_600_000);
  const paid = await pay(operator, await quoteOf(operator, stay.id));
  assert.equal(paid.status, 201, paid.text);
  return { stay, paid: paid.body as { seq: number; amount: number } };
}

test("a day holds what was recorded from its first instant until before the next day's", async (context) => {
  const { booth, operator } = context;
  const yesterday = (await operator.get("/api/events/head")).body.seq as number;
  booth.clock.set("2026-11-21T00:00:00.000Z");
  await openShift(operator);
  await paidStay(context);
  booth.clock.set("2026-11-22T00:00:00.000Z");
  const { paid } = await paidStay(context, "LM901TR");
  const all = (await operator.get("/api/events?limit=500")).body.items as LedgerEvent[];
  const from = "2026-11-21T00:00:00.000Z";
  const to = "2026-11-22T00:00:00.000Z";
  const day = (await operator.get(`/api/events?limit=500&from=${from}&to=${to}`)).body.items as LedgerEvent[];
  assert.deepEqual(seqs(day), seqs(all.filter(({ at }) => at >= from && at < to)));
  assert.ok(day.length > 3 && day.every(({ seq }) => seq > yesterday && seq < paid.seq));
  const payments = (await operator.get(`/api/events?kind=payment&from=${from}&to=${to}`)).body.items as LedgerEvent[];
  assert.equal(payments.length, 1);
  assert.deepEqual((await operator.get(`/api/events?from=2027-01-01T00:00:00Z`)).body.items, []);
  const wrong = await operator.get("/api/events?from=yesterday");
  assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, "from"]);
});

test("beside the entries stand names, plates and what voided them; the entries are as they were signed", async (context) => {
  const { operator, booth } = context;
  await openShift(operator);
  const { stay, paid } = await paidStay(context);
  const voided = await operator.post(`/api/events/${paid.seq}/void`, { reason: "refund" });
  const answer = await operator.get(`/api/events?after=${paid.seq - 1}&before=${paid.seq + 1}`);
  const [event] = answer.body.items as LedgerEvent[];
  assert.deepEqual(event, (await operator.get(`/api/events/${paid.seq}`)).body);
  const { context: beside } = answer.body;
  assert.deepEqual(beside.voidedBy, { [paid.seq]: voided.body.seq });
  assert.deepEqual(beside.plates, { [stay.id]: "KX482BD" });
  assert.deepEqual(Object.values(beside.people), ["operator"]);
  const other = await carInside(booth, operator, "WRONG1");
  const opening = (await operator.get("/api/events?kind=session_open")).body;
  assert.equal(opening.context.plates[opening.items[0].data.plateRef], "WRONG1");
  const undone = await operator.post(`/api/events/${opening.items[0].seq}/void`, { reason: "test" });
  assert.equal(undone.body.data.sessionId, other.id);
  const after = (await operator.get("/api/events?kind=session_open")).body;
  assert.equal(after.context.voidedBy[opening.items[0].seq], undone.body.seq);
});

test("who may not look up stays sees no plates in the ledger", async ({ booth, operator }) => {
  await carInside(booth, operator, "KX482BD");
  const admin = await booth.signIn("admin");
  await admin.post("/api/roles", { id: "auditor", name: "Auditor", permissions: ["event:read"] });
  const person = { username: "ada", displayName: "Ada", roleId: "auditor", language: "en", password: "ada-pass" };
  assert.equal((await admin.post("/api/users", person)).status, 201);
  const ada = await booth.signIn("ada");
  const answer = await ada.get("/api/events?kind=session_open");
  assert.equal(answer.body.items.length, 1);
  assert.deepEqual(answer.body.context.plates, {});
  assert.equal(answer.text.includes("KX482BD"), false);
});

test("everybody and everything the ledger names is listed once, people by name", async ({ booth, operator }) => {
  await carInside(booth, operator, "KX482BD");
  const { items } = (await operator.get("/api/events/actors")).body as {
    items: { type: string; id: string; name: string }[];
  };
  assert.deepEqual(new Set(items.map(({ id }) => id)).size, items.length);
  assert.ok(items.some(({ type, name }) => type === "user" && name === "operator"));
  assert.ok(items.some(({ type, id }) => type === "device" && id.startsWith("entry-1")));
  assert.ok(items.some(({ type, id, name }) => type === "cli" && id === "test" && name === null));
  const anonymous = await booth.anonymous.get("/api/events/actors");
  assert.equal(anonymous.status, 401);
});

test.run();
