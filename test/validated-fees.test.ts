import assert from "node:assert/strict";
import { suite } from "uvu";
import { carInside, pay, quoteOf } from "./helpers/stay.ts";
import {
  assertSound,
  HOUR,
  openValidationBooth,
  PATH,
  type ValidationBooth,
  validate,
  validationLines,
} from "./helpers/validations.ts";

const test = suite<ValidationBooth>("fees of validated stays");

test.before.each(async (context) => {
  Object.assign(context, await openValidationBooth());
});
test.after.each(async ({ running }) => {
  await running.close();
});

/** The newest tariff with other validations, in force from a minute from now on. */
async function publish({ running, admin }: ValidationBooth, validations: object): Promise<void> {
  const [newest] = (await admin.get("/api/tariffs")).body.items;
  const effectiveFrom = new Date(running.clock.now() + 60_000).toISOString();
  const answer = await admin.post("/api/tariffs", { rateTable: { ...newest.rateTable, validations }, effectiveFrom });
  assert.equal(answer.status, 201, answer.text);
  running.clock.advance(60_000);
}

test("a payment at the fee from before a validation is refused with the new quote, never taken", async (context) => {
  const { running, cashier } = context;
  const stay = await carInside(running, cashier, "KX482BD");
  running.clock.advance(2.5 * HOUR);
  const before = await quoteOf(cashier, stay.id);
  running.clock.advance(20_000);
  await validate(cashier, { sessionId: stay.id });
  const refused = await pay(cashier, before);
  assert.deepEqual([refused.status, refused.body.error], [409, "quote_expired"]);
  assert.deepEqual([before.amount, refused.body.quote.amount], [750, 500]);
  const paid = await pay(cashier, refused.body.quote);
  assert.deepEqual([paid.status, paid.body.amount], [201, 500]);
  await assertSound(context);
});

test("the tariff that prices the stay decides: its rule, or that there is none", async (context) => {
  const { running, cashier } = context;
  const early = await carInside(running, cashier, "KX482BD");
  await publish(context, { bar: { percent: "50" } });
  const half = await carInside(running, cashier, "LM901TR");
  await publish(context, { bar: { amount: 100 } });
  const euro = await carInside(running, cashier, "B7741QK");
  await publish(context, {});
  const none = await carInside(running, cashier, "MTK2208");
  running.clock.advance(2.5 * HOUR);

  for (const [stay, rule, amount] of [
    [early, { freeMinutes: 60 }, 500],
    [half, { percent: "50" }, 375],
    [euro, { amount: 100 }, 650],
  ] as const) {
    const stations = await cashier.get(`${PATH}/stations?session=${stay.id}`);
    assert.deepEqual(stations.body.items, [{ id: "bar", rule, givenAt: null }]);
    assert.deepEqual((await validate(cashier, { sessionId: stay.id })).body.rule, rule);
    const quote = await quoteOf(cashier, stay.id);
    assert.equal(quote.amount, amount);
    assert.equal((await pay(cashier, quote)).status, 201);
  }
  assert.deepEqual((await cashier.get(`${PATH}/stations?session=${none.id}`)).body.items, [
    { id: "bar", rule: null, givenAt: null },
  ]);
  const refused = await validate(cashier, { sessionId: none.id });
  assert.deepEqual([refused.status, refused.body.details[0].path], [400, "station"]);
  assert.match(refused.body.message, /the tariff of this stay has a rule for/);
  await assertSound(context);
});

test("a lost ticket costs its flat fee, validated or not", async (context) => {
  const { running, cashier } = context;
  const stay = await carInside(running, cashier, "KX482BD");
  await validate(cashier, { sessionId: stay.id });
  running.clock.advance(2.5 * HOUR);
  const quote = await quoteOf(cashier, stay.id, "?lost=flat");
  assert.deepEqual([quote.amount, validationLines(quote.lines).length], [2500, 0]);
  assert.equal((await pay(cashier, quote, { lost: "flat" })).status, 201);
  await assertSound(context);
});

test("of a subscriber's stay it takes off what the subscription does not cover", async (context) => {
  const { running, cashier, admin } = context;
  const subscription = {
    holder: "Ada",
    plates: ["SUB1"],
    credentials: [],
    validFrom: "2026-11-01T00:00:00Z",
    validTo: "2026-11-20T10:00:00Z",
    carsInside: 1,
    antiPassback: "off",
  };
  assert.equal((await admin.post("/api/subscriptions", subscription)).status, 201);
  const stay = await carInside(running, cashier, "SUB1");
  assert.equal((await validate(cashier, { sessionId: stay.id })).status, 201);
  running.clock.advance(0.5 * HOUR);
  assert.equal((await quoteOf(cashier, stay.id)).amount, 0);
  // Three hours more, of which half an hour is covered: 2.5 hours, less the hour of the bar.
  running.clock.advance(3 * HOUR);
  const quote = await quoteOf(cashier, stay.id);
  assert.equal(quote.amount, 500);
  assert.equal((await pay(cashier, quote)).status, 201);
  await assertSound(context);
});

test("it keeps counting after the payment: what is owed after the grace is the price with it, less what was paid", async (context) => {
  const { running, cashier } = context;
  const stay = await carInside(running, cashier, "KX482BD");
  await validate(cashier, { sessionId: stay.id });
  running.clock.advance(2.5 * HOUR);
  const paid = await pay(cashier, await quoteOf(cashier, stay.id));
  running.clock.advance(HOUR);
  const quote = await quoteOf(cashier, stay.id);
  assert.equal(quote.amount, 250);
  const again = await pay(cashier, quote);

  const textOf = async (id: string) => (await cashier.get(`/api/payments/${id}/receipt`)).text;
  const rows = (text: string) =>
    text
      .split("\n")
      .flatMap(
        (line) => /^(Parking|Validation|Paid before|Total)\D*?\s+(-?[^\s\d]*[\d.]+)$/.exec(line)?.slice(1) ?? [],
      );
  assert.deepEqual(rows(await textOf(paid.body.id)), ["Parking", "€7.50", "Validation", "-€2.50", "Total", "€5.00"]);
  assert.deepEqual(rows(await textOf(again.body.id)), [
    ...["Parking", "€10.00", "Validation", "-€2.50", "Paid before", "-€5.00", "Total", "€2.50"],
  ]);
  await assertSound(context);
});

test("switching the module off closes its routes; what was given stays given", async (context) => {
  const { running, cashier, admin } = context;
  const stay = await carInside(running, cashier, "KX482BD");
  await validate(cashier, { sessionId: stay.id });
  await admin.put("/api/site-config", { modules: ["parking"] });
  const bare = await running.signIn("readonly");
  for (const answer of [
    await cashier.get(`${PATH}/stations`),
    await validate(cashier, { sessionId: stay.id }),
    await validate(bare, { sessionId: stay.id }),
    await admin.get(PATH),
    await cashier.get(PATH),
  ])
    assert.deepEqual([answer.status, answer.body.error], [403, "module_disabled"]);
  running.clock.advance(2.5 * HOUR);
  const quote = await quoteOf(cashier, stay.id);
  assert.equal(quote.amount, 500);
  assert.equal((await pay(cashier, quote)).status, 201);
  await assertSound(context);
});

test.run();
