import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { Lane } from "../common/api/lanes.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { beat } from "../daemon/services/heartbeat.ts";
import { openTestClock, startBooth, type TestBooth } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

const odd = suite<{ here: TestBooth }>("openings nobody asked for, and times the booth was away");

odd.before.each(async (context) => {
  context.here = await startBooth();
});
odd.after.each(async ({ here }) => {
  await here.close();
});

/** What the barrier's device reports, as a driver with arm inputs would. */
function report({ booth }: TestBooth, barrier: Lane["barrier"], lane = "exit-1"): void {
  const shown = booth.devices.lane(lane);
  assert.ok(shown);
  booth.bus.announce("lane", { ...shown, barrier });
}
const openings = ({ booth }: TestBooth) =>
  booth.db.prepare("SELECT lane, data ->> 'count' AS count FROM events WHERE kind = 'unexplained_open'").all();

odd("a barrier that goes up by itself is in the ledger and in the exceptions", async ({ here }) => {
  report(here, "moving");
  await until(() => openings(here).length === 1, "the event");
  report(here, "open");
  report(here, "closed");
  const operator = await here.signIn("operator");
  const { items } = (await operator.get("/api/reports/exceptions")).body;
  assert.deepEqual(
    items.map(({ kind, lane, actor }: { kind: string; lane: string; actor: object }) => [kind, lane, actor]),
    [["unexplained_open", "exit-1", { type: "system", id: "booth", name: "booth" }]],
  );
  assert.equal(compareReadModels(here.booth.db), null);
});

odd("an arm that flutters leaves one event a minute, and the next one counts the rest", async ({ here }) => {
  for (let times = 0; times < 5; times += 1) {
    report(here, "open");
    report(here, "closed");
  }
  here.clock.advance(60_000);
  report(here, "open");
  await until(() => openings(here).length === 2, "the second event");
  assert.deepEqual(openings(here), [
    { lane: "exit-1", count: 1 },
    { lane: "exit-1", count: 5 },
  ]);
});

odd(
  "an opening that was asked for explains one, at its own lane, and only just after it was asked for",
  async (context) => {
    const { here } = context;
    const cashier = await here.signIn("cashier");
    const open = () => cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" });
    assert.equal((await open()).status, 201);
    const barrier = () => here.booth.devices.lane("exit-1")?.barrier;
    await until(() => barrier() === "open", "the barrier to open");
    assert.deepEqual(openings(here), []);
    report(here, "closed");
    report(here, "open", "entry-1");
    await until(() => openings(here).length === 1, "the other lane's");
    report(here, "open");
    await until(() => openings(here).length === 2, "a second opening upon one intent");
  },
);

odd(
  "a device that falls silent accuses nobody, and one that comes back with its arm up is told of",
  async ({ here }) => {
    report(here, "unknown");
    report(here, "fault");
    await here.booth.ledger.commit({ type: "system", id: "booth" }, () => null);
    assert.deepEqual(openings(here), []);
    report(here, "unknown");
    report(here, "open");
    await until(() => openings(here).length === 1, "the arm that went up behind the booth's back");
  },
);

const boots = ({ booth }: TestBooth) =>
  booth.db
    .prepare("SELECT data FROM events WHERE kind = 'boot' ORDER BY seq")
    .pluck()
    .all()
    .map((data) => JSON.parse(String(data)));

odd("a boot says how long the booth was away, by its last sign of life", async () => {
  const clock = openTestClock();
  const first = await startBooth({ clock });
  assert.deepEqual(boots(first), [{ version: "test", cleanStop: false, downSeconds: null }]);
  clock.advance(300_000);
  await first.daemon.stop();
  clock.advance(90_000);
  const second = await startBooth({ clock, dataDir: first.dataDir });
  const stoppedAt = new Date(clock.now() - 90_000).toISOString();
  assert.deepEqual(boots(second)[1], { version: "test", cleanStop: true, downSeconds: 90, aliveAt: stoppedAt });

  // As if it had run on for an hour in which nothing happened, and had been killed.
  await second.daemon.stop();
  rmSync(join(first.dataDir, "stopped"));
  clock.advance(3_600_000);
  beat(second.booth);
  clock.advance(30_000);
  const third = await startBooth({ clock, dataDir: first.dataDir });
  const aliveAt = new Date(clock.now() - 30_000).toISOString();
  assert.deepEqual(boots(third)[2], { version: "test", cleanStop: false, downSeconds: 30, aliveAt });
  const operator = await third.signIn("operator");
  const { items } = (await operator.get("/api/reports/exceptions?kind=away")).body;
  assert.deepEqual(
    items.map(({ reason, note }: { reason: string; note: string }) => [reason, note]),
    [
      ["crashed", "30 s"],
      ["stopped", "1 min"],
    ],
  );
  assert.equal(compareReadModels(third.booth.db), null);
  await third.close();
  await first.close();
});

odd.run();
