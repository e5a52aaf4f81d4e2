import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { suite } from "uvu";
import type { ReplayedStay } from "../common/api/tariffs.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { publishTariff } from "../daemon/services/tariff-publishing.ts";
import { openReplay } from "../daemon/services/tariff-replay.ts";
import type { Client } from "./helpers/booth.ts";
import { collection, daily, started, table } from "./helpers/published-tariffs.ts";
import { openReportBooth, type ReportBooth, takeFor } from "./helpers/report-day.ts";
import { carAt, carInside, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  site: ReportBooth;
  admin: Client;
}

const replay = suite<Context>("tariffs replay");

/** 3.00 for the first started hour, 1.50 for each further one, 5 minutes free. */
const DRAFT = table(
  [collection([started(300, "PT1H", { durationEnd: "PT1H" }), started(150, "PT1H", { durationStart: "PT1H" })])],
  { freeMinutes: 5, name: "Draft" },
);

// The default tariff: 2.50 a started hour by day, 15 minutes free. 10:00 in Berlin.
replay.before.each(async (context) => {
  context.site = await openReportBooth("2026-11-20T09:00:00.000Z", "Europe/Berlin");
  context.admin = await context.site.booth.signIn("admin");
});
replay.after.each(async ({ site }) => {
  await site.booth.close();
});

const ask = async (client: Client, days = 30, rateTable: object = DRAFT) => {
  const answer = await client.post("/api/tariffs/replay", { rateTable, days });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

async function leaveFree({ booth, cashier }: ReportBooth, plate: string, minutes: number): Promise<void> {
  await carInside(booth, cashier, plate);
  booth.clock.advance(minutes * 60_000);
  await carAt(booth, "exit-1", plate);
}

/** 30 minutes (2.50, then 3.00), 90 minutes (5.00, then 4.50), 45 minutes (2.50, then 3.00), 10 minutes (0, then 3.00). */
async function someStays(site: ReportBooth): Promise<string[]> {
  const ids = [];
  for (const minutes of [30, 90, 45]) ids.push((await takeFor(site, minutes)).stay.id);
  await leaveFree(site, "FREE1", 10);
  return ids;
}

replay(
  "a draft is priced against the stays as they were, and the sums are those worked out by hand",
  async (context) => {
    const { site, admin } = context;
    const ids = await someStays(site);
    const { worst, ...sums } = await ask(admin);
    assert.deepEqual(sums, {
      from: "2026-10-21T11:55:00.000Z",
      to: "2026-11-20T11:55:00.000Z",
      days: 30,
      sessions: 4,
      before: 250 + 500 + 250 + 0,
      after: 300 + 450 + 300 + 300,
      difference: 350,
      dearer: 3,
      cheaper: 1,
      same: 0,
      skipped: { subscription: 0, lostTicket: 0, closedByHand: 0, tooLong: 0 },
    });
    assert.deepEqual(
      worst.map(({ before, after }: ReplayedStay) => [before, after]),
      [
        [0, 300],
        [250, 300],
        [500, 450],
        [250, 300],
      ],
    );
    assert.deepEqual(
      worst.slice(1).map(({ sessionId }: ReplayedStay) => sessionId),
      ids,
    );
    const { enteredAt, exitedAt, vehicleClass } = worst[1];
    assert.deepEqual(
      [enteredAt, exitedAt, vehicleClass],
      ["2026-11-20T09:00:00.000Z", "2026-11-20T09:30:00.000Z", "sedan"],
    );
  },
);

replay(
  "what no tariff decided is left out and counted: lost tickets, subscribers, stays closed by hand",
  async (context) => {
    const { site, admin } = context;
    const { booth, cashier } = site;
    await takeFor(site, 30, { lane: "exit-1", lost: "flat" }, "?lost=flat");
    const holder = {
      holder: "Ada",
      plates: ["SUB1"],
      credentials: [],
      validFrom: "2026-11-01T00:00:00Z",
      validTo: "2026-12-01T00:00:00Z",
      carsInside: 1,
      antiPassback: "off",
    };
    assert.equal((await admin.post("/api/subscriptions", holder)).status, 201);
    await leaveFree(site, "SUB1", 120);
    const towed = await carInside(booth, cashier, "TOW1");
    booth.clock.advance(3_600_000);
    assert.equal((await cashier.post(`/api/sessions/${towed.id}/close`, { reason: "towed" })).status, 200);
    await carInside(booth, cashier, "STILL1");
    const { sessions, skipped } = await ask(admin);
    assert.deepEqual([sessions, skipped], [0, { subscription: 1, lostTicket: 1, closedByHand: 1, tooLong: 0 }]);
  },
);

replay("a payment that was voided does not change what its stay would cost", async ({ site, admin }) => {
  const { paid } = await takeFor(site, 30);
  assert.equal((await admin.post(`/api/events/${paid.seq}/void`, { reason: "refund" })).status, 201);
  const { sessions, before, after } = await ask(admin);
  assert.deepEqual([sessions, before, after], [1, 250, 300]);
});

replay("only stays that ended in the days that were asked for count", async ({ site, admin }) => {
  await takeFor(site, 30);
  const long = await carInside(site.booth, site.cashier, "LONG1");
  site.booth.clock.advance(3 * 86_400_000);
  await takeFor(site, 90);
  assert.deepEqual([(await ask(admin, 1)).sessions, (await ask(admin, 4)).sessions], [1, 2]);
  assert.equal((await site.cashier.get(`/api/sessions/${long.id}`)).body.state, "open");
  assert.equal((await admin.post("/api/tariffs/replay", { rateTable: DRAFT })).body.days, 30);
  for (const days of [0, 367, 1.5, "7"]) {
    const answer = await admin.post("/api/tariffs/replay", { rateTable: DRAFT, days });
    assert.deepEqual([answer.status, answer.body.details[0].path], [400, "days"]);
  }
});

replay("the tariff in force at the entry is what a stay is compared with", async ({ site, admin }) => {
  const { booth, cashier } = site;
  const dear = table([collection([started(1000, "PT1H")])]);
  const publish = { rateTable: dear, effectiveFrom: "2026-11-20T09:30:00.000Z" };
  assert.equal((await admin.post("/api/tariffs", publish)).status, 201);
  await carInside(booth, cashier, "OLD1");
  booth.clock.advance(8 * 60_000);
  await carAt(booth, "exit-1", "OLD1");
  booth.clock.set("2026-11-20T09:30:00.000Z");
  await takeFor(site, 30);
  const { before, after, same } = await ask(admin, 1, dear);
  assert.deepEqual([before, after, same], [0 + 1000, 1000 + 1000, 1]);
});

replay("validations count in both prices, also of a stay that they made free", async ({ site, admin }) => {
  const { booth, cashier } = site;
  for (const [plate, minutes] of [
    ["BAR1", 90],
    ["BAR2", 50],
  ] as const) {
    const stay = await carInside(booth, cashier, plate);
    await cashier.post("/api/validation", { station: "bar", sessionId: stay.id });
    booth.clock.advance(minutes * 60_000);
    if (minutes > 60) await pay(cashier, await quoteOf(cashier, stay.id), { lane: "exit-1" });
    else await carAt(booth, "exit-1", plate);
  }
  const rateTable = { ...DRAFT, validations: { bar: { amount: 200 } } };
  const { sessions, before, after } = await ask(admin, 1, rateTable);
  // The default tariff takes an hour off 90 minutes and all of 50; the draft 2.00 off 4.50 and off 3.00.
  assert.deepEqual([sessions, before, after], [2, 250 + 0, 250 + 100]);
});

replay(
  "a draft that leaves time without a price is not replayed, one that fails its cases is",
  async ({ site, admin }) => {
    await takeFor(site, 30);
    const gap = table([collection([started(100, "PT1H")], { validPeriods: [daily("20:00", "08:00")] })]);
    const refused = await admin.post("/api/tariffs/replay", { rateTable: gap });
    assert.deepEqual([refused.status, refused.body.details[0].path], [400, "rateTable.collections"]);
    const cases = [{ enter: "2026-03-02T10:00", exit: "2026-03-02T11:30", vehicleClass: "sedan", expect: 1 }];
    assert.equal((await ask(admin, 1, { ...DRAFT, cases })).after, 300);
  },
);

replay(
  "publishing replays by itself and keeps the sums in the ledger, which still verifies",
  async ({ site, admin }) => {
    await someStays(site);
    const { worst: _, ...sums } = await ask(admin, 7);
    const effectiveFrom = "2026-12-01T00:00:00.000Z";
    const answer = await admin.post("/api/tariffs", { rateTable: DRAFT, effectiveFrom, replayDays: 7 });
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(answer.body.replay, sums);
    const [event] = (await admin.get("/api/events?kind=tariff_publish&limit=1")).body.items;
    assert.deepEqual(event.data.replay, sums);
    assert.doesNotMatch(JSON.stringify(event.data.replay), /session_?id/i);
    assert.deepEqual((await admin.get(`/api/tariffs/${answer.body.id}`)).body.replay, sums);
    assert.equal((await admin.post("/api/events/verify")).body.ok, true);
    assert.equal(compareReadModels(site.booth.booth.db), null);
  },
);

replay("one replay runs at a time, and others have their turn while it does", async ({ site }) => {
  for (let i = 0; i < 3; i += 1) await takeFor(site, 30);
  const { booth } = site.booth;
  let elapsed = 0;
  const clock = {
    now: () => booth.clock.now(),
    monotonic: () => {
      elapsed += 10;
      return elapsed;
    },
  };
  const told: number[][] = [];
  const run = openReplay({ db: booth.db, clock }, (done, total) => told.push([done, total]));
  let isDone = false;
  const first = run({ rateTable: DRAFT, days: 1 }).finally(() => {
    isDone = true;
  });
  await assert.rejects(run({ rateTable: DRAFT, days: 1 }), { code: "run_busy" });
  await nextTurn();
  assert.equal(isDone, false);
  assert.equal((await first).sessions, 3);
  assert.deepEqual(told.at(-1), [3, 3]);
  assert.equal((await run({ rateTable: DRAFT, days: 1 })).sessions, 3);
});

replay("who loses the right to publish while the booth replays publishes nothing", async ({ site, admin }) => {
  const { booth } = site;
  await admin.post("/api/roles", {
    id: "prices",
    name: "Prices",
    permissions: ["tariff:read", "tariff:update", "report:read"],
  });
  const person = { username: "paula", displayName: "Paula", language: "en", password: "a long password" };
  const { id } = (await admin.post("/api/users", { ...person, roleId: "prices" })).body;
  const run = openReplay(booth.booth);
  const replayAndLose: typeof run = async (request) => {
    const lost = await admin.put("/api/roles/prices", { name: "Prices", permissions: ["tariff:read"] });
    assert.equal(lost.status, 200, lost.text);
    return run(request);
  };
  const actor = { type: "user", id, permissions: ["tariff:read", "tariff:update", "report:read"] } as const;
  const input = { rateTable: DRAFT, effectiveFrom: "2026-12-01T00:00:00.000Z", replayDays: 1 };
  await assert.rejects(publishTariff(booth.booth, actor, input, replayAndLose), { code: "forbidden" });
  assert.equal((await admin.get("/api/tariffs")).body.items.length, 1);
});

replay("among many stays the ten that change most are told, the most changed first", async ({ site, admin }) => {
  for (let hours = 1; hours <= 12; hours += 1) {
    await takeFor(site, hours * 60);
    site.booth.clock.advance((24 - hours) * 3_600_000);
  }
  const { worst } = await ask(admin, 30, table([collection([started(100, "PT1H")])]));
  // By day, in Berlin: 10 hours at 2.50 and then 1.00 at night, at most 18.00; the draft asks 1.00 an hour.
  const changes = worst.map(({ before, after }: ReplayedStay) => before - after);
  assert.equal(changes.length, 10);
  assert.deepEqual(
    changes,
    [...changes].sort((a, b) => b - a),
  );
  assert.equal(worst.at(-1).after, 300);
});

replay.run();
