import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { send } from "./helpers/raw.ts";
import { carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
}

const test = suite<Context>("bad input");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.admin = await context.booth.signIn("admin");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

test("a path that leaves the kiosk's folder, and a method that no path takes, are refused like any other", async ({
  booth,
}) => {
  for (const [method, path, status] of [
    ["GET", "/..%2f..%2fpackage.json", 404],
    ["GET", "/%2e%2e%5c..%5cpackage.json", 404],
    ["GET", "/%00", 400],
    ["PROPFIND", "/nowhere", 404],
    ["PROPFIND", "/api/users", 405],
    ["TRACE", "/api/auth/login", 405],
  ] as const) {
    const answer = await send(`${booth.url}/`, method, `${booth.url}${path}`);
    assert.equal(answer.status, status, `${method} ${path}`);
    assert.ok(answer.body.error && answer.body.message && answer.body.requestId, `${method} ${path}`);
    if (status === 405) assert.ok(answer.headers.allow, path);
  }
});

test("JSON that has no canonical form is malformed, and never an accident", async ({ booth, admin }) => {
  const deep = `{"float":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
  for (const body of [deep, '{"float":1e400}', '{"float":"\\ud800"}', '{"\\udfff":1}']) {
    const answer = await admin.post("/api/shifts", body);
    assert.deepEqual([answer.status, answer.body?.error], [400, "malformed_json"], body.slice(0, 40));
  }
  const entry = '{"enteredAt":"2026-11-20T10:00:00.000Z","reason":"half a letter \\ud83d"}';
  assert.equal((await admin.post("/api/sessions", entry)).body.error, "malformed_json");
  const read = await booth.anonymous.post("/api/ingress/qr/exit-1", '{"code":"\\ud800"}');
  assert.equal(read.body.error, "malformed_json");
  assert.equal((await admin.post("/api/shifts", '{"float":5,"constructor":1}')).body.details[0].path, "constructor");
  const headers = { "content-type": "application/json; charset=utf-16" };
  assert.equal((await admin.put("/api/site-config", "{}", headers)).status, 415);
});

test("a list is not taken for an object that may be empty", async ({ admin }) => {
  const { id } = await openShift(admin);
  const answers = [
    await admin.post(`/api/shifts/${id}/close`, { counted: [] }),
    await admin.put("/api/site-config", []),
    await admin.post("/api/setup/assign", { lane: "exit-1", devices: [] }),
  ];
  for (const { status, body } of answers) assert.deepEqual([status, body.error], [400, "invalid_input"]);
  assert.match(answers[0]?.body.message, /counted: expected Object/);
  assert.equal((await admin.get(`/api/shifts/${id}`)).body.closedAt, undefined);
});

test("a cursor or a limit that no list gave out is refused", async ({ admin }) => {
  for (const list of ["sessions", "shifts", "payments", "tariffs", "events"]) {
    for (const query of ["cursor=abc", "cursor=NaN", "cursor=1.5", "cursor=-1", "limit=0", "limit=1000", "limit=1.5"]) {
      const answer = await admin.get(`/api/${list}?${query}`);
      assert.equal(answer.status, 400, `${list} ${query}`);
      assert.equal(answer.body.details[0].path, query.split("=")[0]);
    }
  }
  assert.equal((await admin.get("/api/tariffs?limit=1000")).body.details[0].message, "expected 1 to 500");
});

test("a list goes on from the cursor it gave out", async ({ booth, admin }) => {
  for (const plate of ["A1", "B2", "C3"]) await carInside(booth, admin, plate);
  const first = (await admin.get("/api/sessions?limit=2")).body;
  const second = (await admin.get(`/api/sessions?limit=2&cursor=${first.next}`)).body;
  const plates = [...first.items, ...second.items].map(({ plate }: { plate: string }) => plate);
  assert.deepEqual([plates, second.next], [["C3", "B2", "A1"], null]);
});

test("only days that are in the calendar, of years with four digits, are instants", async ({ admin }) => {
  for (const from of [
    "2026-02-30T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-02-20T24:00:00Z",
    "9999-12-31T23:59:59-14:00",
    "0000-01-01T00:00:00%2B14:00",
    "2026-13-01T00:00:00Z",
  ])
    assert.equal((await admin.get(`/api/sessions?from=${from}`)).status, 400, from);
  for (const from of ["2024-02-29T00:00:00Z", "9999-12-31T23:59:59.999Z", "2026-11-20T12:00:00%2B01:00"])
    assert.equal((await admin.get(`/api/sessions?from=${from}`)).status, 200, from);
});

test("a search for what no plate can hold finds nothing", async ({ booth, admin }) => {
  await carInside(booth, admin, "AB123");
  for (const [q, found] of [
    ["%25", 0],
    ["--", 0],
    ["🚗", 0],
    ["b１2", 1],
    ["_", 0],
  ] as const)
    assert.equal((await admin.get(`/api/sessions?q=${q}`)).body.items.length, found, q);
});

test("a stay of thousands of years is refused before anybody counts its hours", async ({ admin }) => {
  const tariff = (await admin.get("/api/tariffs?limit=1")).body.items[0];
  const stay = { enteredAt: "0001-01-01T00:00:00Z", exitedAt: "9999-12-31T00:00:00Z" };
  const quote = await admin.post("/api/tariffs/quote", { tariffId: tariff.id, ...stay });
  assert.equal(quote.status, 400);
  assert.match(quote.body.message, /at most five years/);
  const entry = await admin.post("/api/sessions", { enteredAt: stay.enteredAt, reason: "typed the year wrong" });
  assert.deepEqual([entry.status, entry.body.details?.[0].path], [400, "enteredAt"]);
  const sample = { enter: stay.enteredAt, exit: stay.exitedAt, vehicleClass: "sedan", expect: 0 };
  const effectiveFrom = "2026-12-01T00:00:00Z";
  const table = { ...tariff.rateTable, cases: [sample] };
  const published = await admin.post("/api/tariffs", { rateTable: table, effectiveFrom });
  assert.deepEqual([published.status, published.body.details?.[0].path], [400, "rateTable.cases.0.exit"]);
  const forEver = { ...tariff.rateTable, graceAfterPaymentMinutes: Number.MAX_SAFE_INTEGER };
  assert.equal((await admin.post("/api/tariffs", { rateTable: forEver, effectiveFrom })).status, 400);
});

test("a quote with more lines than the booth can write at once is refused, a shorter stay is priced", async ({
  admin,
}) => {
  const tariff = (await admin.get("/api/tariffs?limit=1")).body.items[0];
  const hour = (n: number) => `${String(n).padStart(2, "0")}:00`;
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
  const collections = Array.from({ length: 24 }, (_, n) => ({
    sequence: n + 1,
    name: `from ${n}`,
    crossing: "split",
    resetMode: "session",
    validPeriods: [{ days, from: hour(n), to: hour(n + 1) }],
    lines: [{ sequence: 1, type: "incrementingRate", incrementPeriod: "PT1M", value: 1 }],
  }));
  const quote = (exitedAt: string) =>
    admin.post("/api/tariffs/quote", {
      rateTable: { ...tariff.rateTable, collections, cases: [] },
      enteredAt: "2020-01-01T00:00:00Z",
      exitedAt,
    });
  const long = await quote("2024-12-31T00:00:00Z");
  assert.deepEqual([long.status, long.body.details?.[0].path], [400, "exitedAt"], long.text.slice(0, 200));
  const short = await quote("2020-02-01T00:00:00Z");
  assert.equal(short.status, 200, short.text);
  assert.equal(short.body.lines.length, 31 * 24);
});

test("a clock that jumps thousands of years ahead still gives a quote", async ({ booth, admin }) => {
  const stay = await carInside(booth, admin, "AB123");
  booth.clock.set("9998-01-01T00:00:00.000Z");
  assert.ok((await quoteOf(admin, stay.id)).amount > 0);
});

test("what the booth decides against by itself says where, too", async ({ booth, admin }) => {
  await openShift(admin);
  const stay = await carInside(booth, admin, "AB123");
  booth.clock.advance(3_600_000);
  const quote = await quoteOf(admin, stay.id);
  const enteredAt = "2026-11-20T10:00:00.000Z";
  const shift = (await admin.get("/api/shifts/current")).body.id;
  const refused = [
    [await admin.post("/api/sessions", { enteredAt: "2027-01-01T00:00:00Z", reason: "x" }), "enteredAt"],
    [await admin.post("/api/sessions", { enteredAt, reason: "x", plate: "ab-123" }), "plate"],
    [await admin.post("/api/sessions", { enteredAt, reason: "x", lane: "exit-1" }), "lane"],
    [await pay(admin, quote, { quotedAt: "2027-01-01T00:00:00Z" }), "quotedAt"],
    [await pay(admin, quote, { tendered: 1 }), "tendered"],
    [await pay(admin, quote, { method: "card", tendered: quote.amount + 1 }), "tendered"],
    [await pay(admin, quote, { lane: "entry-1" }), "lane"],
    [await admin.post(`/api/shifts/${shift}/close`, { counted: { 3: 1 } }), "counted.3"],
    [await admin.put("/api/site-config", { receiptHeader: "\u001b[2J" }), "receiptHeader"],
  ] as const;
  for (const [answer, path] of refused) {
    assert.deepEqual([answer.status, answer.body.error], [400, "invalid_input"], path);
    assert.equal(answer.body.details[0].path, path);
  }
});

test.run();
