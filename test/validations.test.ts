import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Session } from "../common/api/sessions.ts";
import { cliActor } from "../daemon/services/actors.ts";
import { validateStay } from "../daemon/services/validations.ts";
import { openBeside } from "./helpers/booth.ts";
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

const test = suite<ValidationBooth>("validations");

test.before.each(async (context) => {
  Object.assign(context, await openValidationBooth());
});
test.after.each(async ({ running }) => {
  await running.close();
});

test("a validation by ticket, by plate or by stay is one signed event and its own line of the next quote", async (context) => {
  const { running, cashier } = context;
  const stays: Session[] = [];
  for (const plate of ["KX482BD", "LM901TR", "B7741QK"]) stays.push(await carInside(running, cashier, plate));
  running.clock.advance(2.5 * HOUR);
  const keys = [{ ticket: stays[0]!.ticket.toLowerCase() }, { plate: "lm-901 tr" }, { sessionId: stays[2]!.id }];
  for (const [at, key] of keys.entries()) {
    const stay = stays[at]!;
    const head = running.booth.ledger.head()?.seq ?? 0;
    assert.equal((await quoteOf(cashier, stay.id)).amount, 750);
    const given = await validate(cashier, key);
    assert.equal(given.status, 201, given.text);
    const { seq, at: time, ...rest } = given.body;
    const { id: sessionId, plate } = stay;
    const ticket = stay.ticket.split("-")[0];
    assert.deepEqual(rest, { sessionId, ticket, plate, station: "bar", rule: { freeMinutes: 60 } });
    assert.deepEqual([seq, time, running.booth.ledger.head()?.seq], [head + 1, "2026-11-20T11:30:00.000Z", head + 1]);

    const quote = await quoteOf(cashier, sessionId);
    assert.equal(quote.amount, 500);
    assert.deepEqual(
      validationLines(quote.lines).map(({ label, amount }) => [label, amount]),
      [["Validation bar", -250]],
    );
    const { timeline } = (await cashier.get(`/api/sessions/${sessionId}`)).body;
    assert.deepEqual(timeline.at(-1).data, {
      sessionId,
      station: "bar",
      tariffId: quote.tariffId,
      rule: { freeMinutes: 60 },
    });
  }
  await assertSound(context);
});

test("the number on a ticket is enough; one with a wrong check, or of nobody, is not a ticket", async ({
  running,
  cashier,
}) => {
  const stay = await carInside(running, cashier, "KX482BD");
  const [number = "", check = ""] = stay.ticket.split("-");
  const forged = `${number}-${check.startsWith("A") ? "B" : "A"}${check.slice(1)}`;
  for (const ticket of [forged, "99999"]) {
    const refused = await validate(cashier, { ticket });
    assert.deepEqual([refused.status, refused.body.error], [404, "not_found"], ticket);
  }
  assert.match((await validate(cashier, { plate: "NOBODY1" })).body.message, /no car with this plate is inside/);
  const given = await validate(cashier, { ticket: number });
  assert.equal(given.status, 201);
  const again = await validate(cashier, { ticket: String(Number(number)) });
  assert.equal(again.status, 409);
  for (const { text } of [given, again])
    assert.ok(!text.includes(check), "a number that was counted up to gives no code");
});

test("what does not say which stay, or names another station, is refused at its field", async ({
  running,
  cashier,
}) => {
  const stay = await carInside(running, cashier, "KX482BD");
  const wrong: [body: object, path: string][] = [
    [{ station: "bar" }, "ticket"],
    [{ station: "bar", ticket: stay.ticket, plate: "KX482BD" }, "ticket"],
    [{ station: "bar", ticket: "=1+1" }, "ticket"],
    [{ station: "spa", sessionId: stay.id }, "station"],
    [{ sessionId: stay.id }, "station"],
    [{ station: "bar", sessionId: stay.id, note: "x" }, "note"],
  ];
  for (const [body, path] of wrong) {
    const refused = await cashier.post(PATH, body);
    assert.deepEqual([refused.status, refused.body.details?.[0]?.path], [400, path], refused.text);
  }
  assert.equal((await quoteOf(cashier, stay.id)).lines.length, 1);
});

test("a station validates a stay once: the second time says when it was", async ({ running, cashier, admin }) => {
  const stay = await carInside(running, cashier, "KX482BD");
  const given = await validate(cashier, { sessionId: stay.id });
  running.clock.advance(60_000);
  const again = await Promise.all([validate(cashier, { ticket: stay.ticket }), validate(admin, { plate: "KX482BD" })]);
  for (const { status, body } of again) {
    assert.deepEqual([status, body.error, body.validation], [409, "already_validated", given.body]);
    assert.match(body.message, /^bar validated this stay at 2026-11-20T09:00:00.000Z already$/);
  }
  assert.equal((await admin.get("/api/events?kind=validation")).body.items.length, 1);
});

test("of many that validate one stay at once, one does", async ({ running, cashier, admin }) => {
  const stay = await carInside(running, cashier, "KX482BD");
  const all = await Promise.all(Array.from({ length: 8 }, () => validate(cashier, { sessionId: stay.id })));
  assert.deepEqual(all.map(({ status }) => status).sort(), [201, ...Array(7).fill(409)]);
  assert.equal((await admin.get("/api/events?kind=validation")).body.items.length, 1);
});

test("a program beside the booth validates nothing twice and nothing that is paid, nor does the booth after it", async ({
  running,
  cashier,
}) => {
  const beside = await openBeside(running);
  const validateBeside = (sessionId: string) => validateStay(beside, cliActor("kim"), { station: "bar", sessionId });
  try {
    const [one, two, three] = [
      await carInside(running, cashier, "KX482BD"),
      await carInside(running, cashier, "LM901TR"),
      await carInside(running, cashier, "B7741QK"),
    ];
    await validateBeside(one.id);
    assert.equal((await validate(cashier, { sessionId: one.id })).body.error, "already_validated");
    await validate(cashier, { sessionId: two.id });
    await assert.rejects(validateBeside(two.id), { code: "already_validated" });
    running.clock.advance(2.5 * HOUR);
    assert.equal((await pay(cashier, await quoteOf(cashier, three.id))).status, 201);
    await assert.rejects(validateBeside(three.id), { code: "session_closed" });
    // Both at once, on a stay of its own each time: exactly one of them.
    for (let n = 0; n < 10; n += 1) {
      const { id } = await carInside(running, cashier, `RACE${n}`);
      const here = validate(cashier, { sessionId: id }).then(({ status }) => status === 201);
      const there = validateBeside(id).then(
        () => true,
        () => false,
      );
      assert.equal(Number(await here) + Number(await there), 1);
    }
  } finally {
    beside.db.close();
  }
});

test("a stay that is paid or has left is not validated; one whose payment is voided is", async (context) => {
  const { running, cashier, admin } = context;
  const stay = await carInside(running, cashier, "KX482BD");
  running.clock.advance(2.5 * HOUR);
  const paid = await pay(cashier, await quoteOf(cashier, stay.id));
  const refused = await validate(cashier, { sessionId: stay.id });
  assert.deepEqual([refused.status, refused.body.error], [409, "session_closed"]);
  assert.match(refused.body.message, /a validation comes before the payment/);

  // Not even once the grace is over: what was paid was paid without it.
  running.clock.advance(HOUR);
  assert.equal((await quoteOf(cashier, stay.id)).amount, 250);
  assert.equal((await validate(cashier, { sessionId: stay.id })).body.error, "session_closed");

  assert.equal((await admin.post(`/api/events/${paid.body.seq}/void`, { reason: "test" })).status, 201);
  assert.equal((await validate(cashier, { sessionId: stay.id })).status, 201);
  assert.equal((await quoteOf(cashier, stay.id)).amount, 750);

  const left = await carInside(running, cashier, "LM901TR");
  await cashier.post(`/api/sessions/${left.id}/close`, { reason: "staff" });
  assert.match((await validate(cashier, { ticket: left.ticket })).body.message, /closed already/);
  assert.equal((await validate(cashier, { plate: "LM901TR" })).status, 404);
  await assertSound(context);
});

test("each route wants its own permission, after the module", async ({ running, admin, cashier }) => {
  await admin.post("/api/roles", { id: "bar", name: "Bar", permissions: ["session:read", "session:update"] });
  const person = { username: "bar", displayName: "Bar", roleId: "bar", language: "en", password: "bar-pass" };
  await admin.post("/api/users", person);
  const stay = await carInside(running, cashier, "KX482BD");
  const bar = await running.signIn("bar");
  const readonly = await running.signIn("readonly");
  assert.equal((await bar.get(`${PATH}/stations`)).status, 200);
  assert.equal((await validate(readonly, { sessionId: stay.id })).body.error, "forbidden");
  assert.equal((await validate(bar, { sessionId: stay.id })).status, 201);
  assert.equal((await bar.get(PATH)).body.error, "forbidden");
  assert.equal((await cashier.get(PATH)).body.error, "forbidden");
  assert.equal((await readonly.get(PATH)).status, 200);
});

test("reports count by station, list page by page, and keep the rows of a retired station", async (context) => {
  const { running, admin, cashier } = context;
  const stays: Session[] = [];
  for (const plate of ["KX482BD", "LM901TR", "B7741QK"]) stays.push(await carInside(running, cashier, plate));
  for (const { id } of stays) {
    running.clock.advance(60_000);
    await validate(cashier, { sessionId: id });
  }
  // As an earlier version wrote it, whose list still had this station; its name would be a formula.
  const { tariffId } = await quoteOf(cashier, stays[0]!.id);
  await running.booth.ledger.commit(cliActor("test"), (tx) =>
    tx.append("validation", { sessionId: stays[0]!.id, station: "=kiosk", tariffId, rule: { amount: 150 } }),
  );
  const summary = [
    { station: "=kiosk", count: 1 },
    { station: "bar", count: 3 },
  ];
  const first = (await admin.get(`${PATH}?limit=3`)).body;
  assert.deepEqual(first.summary, summary);
  const second = (await admin.get(`${PATH}?limit=3&cursor=${first.next}`)).body;
  const all = [...first.items, ...second.items];
  assert.deepEqual([all.length, second.next], [4, null]);
  assert.deepEqual(
    all.map(({ station, ticket }) => [station, ticket]),
    [
      ["=kiosk", "00001"],
      ["bar", "00003"],
      ["bar", "00002"],
      ["bar", "00001"],
    ],
  );
  assert.deepEqual(all[1].actor.name, "cashier");
  const ofBar = (await admin.get(`${PATH}?station=bar`)).body;
  assert.deepEqual([ofBar.summary.length, ofBar.items.length], [1, 3]);
  assert.equal((await admin.get(`${PATH}?from=2026-11-18&to=2026-11-19`)).body.items.length, 0);

  const csv = await admin.get(`${PATH}?format=csv`);
  assert.match(csv.headers.get("content-type") ?? "", /^text\/csv/);
  const lines = csv.text.trimEnd().split("\r\n");
  assert.equal(lines[0], "seq,at,station,ticket,freeMinutes,percentOff,amountOff,currency,actor,actorName,sessionId");
  assert.match(lines[1] ?? "", /,'=kiosk,00001,,,150,EUR,test,test,/);
  assert.match(lines[2] ?? "", /,bar,00003,60,,,EUR,[\w-]+,cashier,/);
  assert.equal(lines.length, 5);
  assert.match((await admin.get(`${PATH}?format=html&language=de`)).text, /Validierungen/);

  const day = (await admin.get("/api/reports/day")).body;
  assert.deepEqual(day.validations, summary);
  assert.match(day.text, /Validation bar +3\n/);
  const dayCsv = (await admin.get("/api/reports/day?format=csv")).text;
  assert.match(dayCsv, /\r\nvalidation,'=kiosk,1,/);
  assert.match(dayCsv, /\r\nvalidation,bar,3,/);
  await assertSound(context);
});

test.run();
