import assert from "node:assert/strict";
import { suite } from "uvu";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { checkRateTable } from "../common/rate-table.ts";
import { type Answer, type Client, openTestClock, startBooth, type TestBooth } from "./helpers/booth.ts";
import { collection, daily, started, table } from "./helpers/published-tariffs.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
}

const tariffs = suite<Context>("tariffs");

const DECEMBER = "2026-12-01T00:00:00.000Z";
const HOURLY = table([collection([started(300, "PT1H")])], { name: "Hourly" });

tariffs.before.each(async (context) => {
  context.booth = await startBooth({ clock: openTestClock("2026-11-20T12:00:00.000Z"), lanes: false });
  context.admin = await context.booth.signIn("admin");
});
tariffs.after.each(async ({ booth }) => {
  await booth.close();
});

const publish = (client: Client, more: object = {}): Promise<Answer> =>
  client.post("/api/tariffs", { rateTable: HOURLY, effectiveFrom: DECEMBER, ...more });

tariffs("a version is published, listed newest first, and never changes", async ({ admin }) => {
  const published = await publish(admin, { note: "from December on" });
  assert.deepEqual([published.status, published.body.version, published.body.name], [201, 2, "Hourly"]);
  assert.deepEqual(published.body.rateTable, HOURLY);
  assert.equal("replay" in published.body, false);
  const list = (await admin.get("/api/tariffs")).body.items;
  assert.deepEqual(
    list.map(({ version, note }: { version: number; note: string }) => [version, note]),
    [
      [2, "from December on"],
      [1, "default tariff of a new booth"],
    ],
  );
  assert.deepEqual((await admin.get(`/api/tariffs/${published.body.id}`)).body, published.body);
  assert.equal((await admin.put(`/api/tariffs/${published.body.id}`, {})).status, 405);
});

tariffs(
  "what must not be published is refused with one sentence and its place, and nothing is stored",
  async (context) => {
    const { admin } = context;
    const head = (await admin.get("/api/events/head")).body.seq;
    const night = collection([started(100, "PT1H")], { validPeriods: [daily("20:00", "08:00")] });
    const wrongCase = { enter: "2026-03-02T10:00", exit: "2026-03-02T11:30", vehicleClass: "sedan", expect: 300 };
    const refused: [change: object, path: string, message: RegExp][] = [
      [{ rateTable: table([night]) }, "rateTable.collections", /no price for any class .*Monday 08:00–20:00/],
      [{ rateTable: { ...HOURLY, cases: [wrongCase] } }, "rateTable.cases.0.expect", /expected 300, got 600/],
      [{ effectiveFrom: "2026-11-20T11:59:59.999Z" }, "effectiveFrom", /not in the past/],
      [{ rateTable: { ...HOURLY, taxRate: 2 } }, "rateTable.taxRate", /rateTable.taxRate: expected/],
      [{ replayDays: 0 }, "replayDays", /1 to 366/],
      [{ replayDays: 367 }, "replayDays", /1 to 366/],
      [{ basedOn: 9 }, "basedOn", /no such version/],
      [{ basedOn: "nobody" }, "basedOn", /no such version/],
      [{ replay: { before: 1 } }, "replay", /not a member/],
    ];
    for (const [change, path, message] of refused) {
      const answer = await publish(admin, change);
      assert.deepEqual([answer.status, answer.body.error], [400, "invalid_input"], path);
      assert.equal(answer.body.details[0].path, path);
      assert.match(answer.body.message, message);
    }
    assert.equal((await admin.get("/api/tariffs")).body.items.length, 1);
    assert.equal((await admin.get("/api/events/head")).body.seq, head);
  },
);

tariffs("of two people who publish at once, the second is told of the first one's version", async ({ admin }) => {
  const [first] = (await admin.get("/api/tariffs")).body.items;
  const ours = await publish(admin, { basedOn: first.id });
  assert.equal(ours.status, 201);
  for (const basedOn of [first.id, first.version]) {
    const theirs = await publish(admin, { basedOn, rateTable: { ...HOURLY, name: "Theirs" } });
    assert.deepEqual([theirs.status, theirs.body.error], [412, "changed_meanwhile"]);
    assert.deepEqual(theirs.body.current, ours.body);
  }
  const atOnce = await Promise.all([publish(admin, { basedOn: 2 }), publish(admin, { basedOn: 2 })]);
  assert.deepEqual(atOnce.map(({ status }) => status).sort(), [201, 412]);
  assert.equal((await publish(admin, { basedOn: 3 })).status, 201);
  assert.equal((await publish(admin)).status, 201);
});

tariffs("who may not publish or read reports is refused", async ({ booth, admin }) => {
  const role = { id: "pricing", name: "Pricing", permissions: ["tariff:read", "tariff:update"] };
  assert.equal((await admin.post("/api/roles", role)).status, 201);
  const user = { username: "petra", displayName: "Petra", roleId: "pricing", language: "en", password: "petra-pass" };
  assert.equal((await admin.post("/api/users", user)).status, 201);
  const petra = await booth.signIn("petra");
  const cashier = await booth.signIn("cashier");
  const replay = { rateTable: HOURLY, days: 7 };
  for (const answer of [
    await publish(cashier),
    await cashier.post("/api/tariffs/replay", replay),
    await petra.post("/api/tariffs/replay", replay),
    await publish(petra, { replayDays: 7 }),
  ])
    assert.deepEqual([answer.status, answer.body.error], [403, "forbidden"], answer.text);
  assert.equal((await publish(petra)).status, 201);
  assert.equal((await admin.get("/api/tariffs")).body.items.length, 2);
});

tariffs("what a replay says of the revenue is shown to those who may read reports", async ({ booth, admin }) => {
  const { id, replay } = (await publish(admin, { replayDays: 7 })).body;
  assert.equal(replay.days, 7);
  for (const [name, sees] of [
    ["operator", true],
    ["readonly", true],
    ["cashier", false],
  ] as const) {
    const client = await booth.signIn(name);
    assert.equal("replay" in (await client.get(`/api/tariffs/${id}`)).body, sees, name);
    assert.equal("replay" in (await client.get("/api/tariffs")).body.items[0], sees, name);
  }
});

tariffs(
  "the stored table is the one that was sent, so that it can be edited and published again",
  async ({ admin }) => {
    const [first] = (await admin.get("/api/tariffs")).body.items;
    assert.deepEqual(first.rateTable, DEFAULT_RATE_TABLE);
    assert.deepEqual(checkRateTable(first.rateTable, "EUR", "Europe/Madrid"), []);
    assert.equal((await publish(admin, { rateTable: first.rateTable })).status, 201);
  },
);

tariffs.run();
