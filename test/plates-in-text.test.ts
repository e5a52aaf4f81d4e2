import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Answer, type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside, openShift } from "./helpers/stay.ts";
import { asked, eventsOf, subscribe } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
  admin: Client;
  /** The stay of a car with the plate KX482BD. */
  stay: string;
  shift: string;
}

const test = suite<Context>("plates in what people write");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.admin = await context.booth.signIn("admin");
  context.operator = await context.booth.signIn("operator");
  context.stay = (await carInside(context.booth, context.operator, "KX482BD")).id;
  context.shift = (await openShift(context.operator)).id;
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const writings: [what: string, write: (context: Context, note: string) => Promise<Answer>][] = [
  [
    "an intent by hand",
    ({ operator }, note) => operator.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff", note }),
  ],
  [
    "a correction",
    ({ operator, stay }, note) =>
      operator.put(`/api/sessions/${stay}/plate`, { plate: "KX482BE", reason: "misread", note }),
  ],
  ["a close", ({ operator, stay }, note) => operator.post(`/api/sessions/${stay}/close`, { reason: "waived", note })],
  [
    "a cash movement",
    ({ operator, shift }, note) =>
      operator.post(`/api/shifts/${shift}/cash`, { type: "pay_in", amount: 100, reason: "change", note }),
  ],
  [
    "the close of a shift",
    ({ operator, shift }, note) => operator.post(`/api/shifts/${shift}/close`, { counted: {}, note }),
  ],
  [
    "a count of the cars",
    ({ operator }, note) => operator.post("/api/site/occupancy", { carsInside: 3, reason: "counted", note }),
  ],
  [
    "a tariff",
    async ({ admin }, note) => {
      const { rateTable } = (await admin.get("/api/tariffs")).body.items[0];
      return admin.post("/api/tariffs", { rateTable, effectiveFrom: "2027-01-01T00:00:00Z", note });
    },
  ],
];
for (const [what, write] of writings) {
  test(`the note of ${what} may not name a plate the booth knows, and nothing is done then`, async (context) => {
    const { booth } = context;
    const head = () => booth.booth.ledger.head()?.seq;
    const before = head();
    const refused = await write(context, "for kx 482-bd, as agreed");
    assert.equal(refused.status, 400, refused.text);
    assert.equal(refused.body.details[0].path, "note");
    assert.match(refused.body.details[0].message, /without the plate/);
    assert.equal(head(), before);
    const taken = await write(context, "for the blue van of unit 482, as agreed");
    assert.ok(taken.status < 300, taken.text);
  });
}

test("a void may not name a plate; a reason out of the list passes even where a car is called like it", async ({
  booth,
  operator,
}) => {
  const stay = await carInside(booth, operator, "TEST");
  const opened = (await operator.get("/api/events?kind=session_open")).body.items[0].seq;
  const refused = await operator.post(`/api/events/${opened}/void`, { reason: "test", note: "KX482BD" });
  assert.equal(refused.status, 400, refused.text);
  const voided = await operator.post(`/api/events/${opened}/void`, { reason: "test" });
  assert.equal(voided.status, 201, voided.text);
  assert.equal((await operator.get(`/api/sessions/${stay.id}`)).body.state, "voided");
});

test("a stay that is entered by hand says why without its own plate", async ({ booth, operator }) => {
  const body = { plate: "ZZ 9", vehicleClass: "sedan", enteredAt: new Date(booth.clock.now()).toISOString() };
  const refused = await operator.post("/api/sessions", { ...body, reason: "camera did not read ZZ9" });
  assert.equal(refused.status, 400, refused.text);
  assert.equal(refused.body.details[0].path, "reason");
  assert.equal((await operator.post("/api/sessions", { ...body, reason: "camera did not read it" })).status, 201);
});

test("the reason of a block may name neither the subscriber's plate nor another one", async ({ booth, operator }) => {
  const blocked = (blockedReason: string) =>
    operator.post("/api/subscriptions", asked({ plates: ["X2"], status: "blocked", blockedReason }));
  for (const reason of ["X2 did not pay", "(x-2): unpaid", "came in as KX 482 BD"]) {
    const refused = await blocked(reason);
    assert.equal(refused.status, 400, refused.text);
    assert.equal(refused.body.details[0].path, "blockedReason");
  }
  assert.deepEqual(eventsOf(booth, "subscription_create"), []);
  assert.equal((await blocked("2 months unpaid")).status, 201);
});

test("an anti-passback reset may not name the subscriber's plate", async ({ operator }) => {
  const { id } = await subscribe(operator, { plates: ["X2"] });
  const reset = (note: string) => operator.post(`/api/subscriptions/${id}/anti-passback-reset`, { note });
  assert.equal((await reset("X2 left behind a lorry")).status, 400);
  assert.ok((await reset("left behind a lorry")).status < 300);
});

test("an import names the row whose reason holds a plate", async ({ operator }) => {
  const csv = [
    "holder,plates,validFrom,validTo,status,blockedReason",
    "Anna,A1,2026-11-01,2026-11-30,blocked,unpaid",
    "Ben,B2,2026-11-01,2026-11-30,blocked,B2 did not pay",
  ].join("\n");
  const refused = await operator.post("/api/subscriptions/import", csv, { "content-type": "text/csv; charset=utf-8" });
  assert.equal(refused.status, 400, refused.text);
  assert.deepEqual(
    refused.body.details.map(({ path }: { path: string }) => path),
    ["csv.3.blockedReason"],
  );
});

test.run();
