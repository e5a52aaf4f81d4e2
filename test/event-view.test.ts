import assert from "node:assert/strict";
import { suite } from "uvu";
import type { SeenEvent } from "../common/api/events.ts";
import type { LedgerEvent, Payload } from "../common/events.ts";
import { closeDueDays } from "../daemon/services/day-close.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { openLive } from "./helpers/live.ts";
import { openShift } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

interface Context {
  booth: TestBooth;
  /** Reads the ledger, and no reports. */
  watcher: Client;
  operator: Client;
}

const test = suite<Context>("event view");

test.before.each(async (context) => {
  const booth = await startBooth();
  context.booth = booth;
  const admin = await booth.signIn("admin");
  await admin.put("/api/site-config", { timezone: "UTC" });
  const role = { id: "watcher", name: "Watcher", permissions: ["event:read"] };
  assert.equal((await admin.post("/api/roles", role)).status, 201);
  const user = { username: "watcher", displayName: "Kim", roleId: "watcher", language: "en", password: "watcher-pass" };
  assert.equal((await admin.post("/api/users", user)).status, 201);
  context.watcher = await booth.signIn("watcher");
  context.operator = await booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

/** A drawer that is short, and the day on which it was counted. */
async function closeShiftAndDay(booth: TestBooth): Promise<void> {
  const cashier = await booth.signIn("cashier");
  const shift = await openShift(cashier, 10_000);
  assert.equal((await cashier.post(`/api/shifts/${shift.id}/close`, { counted: { 5000: 1 } })).status, 200);
  booth.clock.set("2026-11-21T00:00:30.000Z");
  assert.equal((await closeDueDays(booth.booth)).length, 1);
}

const KINDS = ["shift_close", "day_close"] as const;

function differencesIn(events: readonly LedgerEvent[]): unknown[] {
  const shift = events.find(({ kind }) => kind === "shift_close")?.data as Payload<"shift_close">;
  const day = events.find(({ kind }) => kind === "day_close")?.data as Payload<"day_close">;
  assert.ok("counted" in shift && Array.isArray(day.byReason));
  return [shift.expected, shift.overShort, ...day.byReason.map(({ kind, amount }) => `${kind} ${amount}`)];
}

async function listed(client: Client): Promise<SeenEvent[]> {
  const lists = await Promise.all(KINDS.map((kind) => client.get(`/api/events?kind=${kind}`)));
  return lists.flatMap(({ body }) => body.items as SeenEvent[]);
}

test("what a drawer should have held is in the ledger for who may read reports, and for nobody else", async ({
  booth,
  watcher,
  operator,
}) => {
  await closeShiftAndDay(booth);
  const all = await listed(operator);
  assert.deepEqual(differencesIn(all), [10_000, -5000, "over_short -5000"]);
  assert.deepEqual(differencesIn(await listed(watcher)), [undefined, undefined]);
  const one = async (client: Client) =>
    Promise.all(all.map(async ({ seq }) => (await client.get(`/api/events/${seq}`)).body as SeenEvent));
  assert.deepEqual(differencesIn(await one(operator)), [10_000, -5000, "over_short -5000"]);
  assert.deepEqual(differencesIn(await one(watcher)), [undefined, undefined]);
  assert.deepEqual(
    (await one(watcher)).map(({ partial }) => partial),
    [true, true],
  );
});

test("the live feed tells the same", async ({ booth, watcher, operator }) => {
  const lives = await Promise.all([watcher, operator].map((client) => openLive(booth.url, client)));
  await closeShiftAndDay(booth);
  for (const [index, expected] of [
    [undefined, undefined],
    [10_000, -5000, "over_short -5000"],
  ].entries()) {
    const live = lives[index]!;
    await until(() => live.events().some(({ kind }) => kind === "day_close"), "the close of the day");
    assert.deepEqual(differencesIn(live.events()), expected);
    live.socket.terminate();
  }
});

test.run();
