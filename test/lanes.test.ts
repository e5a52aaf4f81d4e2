import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { Lane } from "../common/api/lanes.ts";
import type { LedgerEvent } from "../common/events.ts";
import type { Intent } from "../common/words.ts";
import { documentOf } from "../daemon/devices/print-document.ts";
import { BOOTH_ACTOR } from "../daemon/services/actors.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

interface Context {
  running: TestBooth;
  /** Lanes as the bus announced them, one after the other. */
  seen: Lane[];
}
const lanes = suite<Context>("lanes");

lanes.before.each(async (context) => {
  context.running = await startBooth();
  context.seen = [];
  context.running.booth.bus.on("lane", (lane) => void context.seen.push(lane));
});
lanes.after.each(async ({ running }) => {
  await running.close();
});

const FAST = { driver: "simulated", config: { latencyMs: 0, moveMs: 2, openMs: 2 } };

async function recordIntent(
  { booth }: TestBooth,
  lane: string,
  intent: Intent,
): Promise<LedgerEvent<"barrier_intent">> {
  return booth.ledger.commit(BOOTH_ACTOR, (tx) =>
    tx.append("barrier_intent", { intent, cause: "payment", sessionId: null }, lane),
  );
}

lanes("lanes come in their order with their devices, for who may read devices", async ({ running }) => {
  const cashier = await running.signIn("cashier");
  const { status, body } = await cashier.get("/api/lanes");
  assert.equal(status, 200);
  assert.equal(body.next, null);
  assert.deepEqual(
    body.items.map(({ id }: Lane) => id),
    ["entry-1", "exit-1"],
  );
  assert.deepEqual(body.items[1], {
    id: "exit-1",
    name: "Exit 1",
    direction: "exit",
    position: 2,
    devices: ["access", "reader", "camera"].map((category) => ({
      category,
      driver: "simulated",
      simulated: true,
      state: "ready",
      message: null,
    })),
    state: "ready",
    barrier: "closed",
    intent: null,
    presence: null,
    waiting: null,
    lastRead: null,
    pictureAt: null,
  });
  assert.equal((await running.anonymous.get("/api/lanes")).status, 401);
  const admin = await running.signIn("admin");
  await admin.post("/api/roles", { id: "bare", name: "Bare", permissions: ["session:read"] });
  await admin.post("/api/users", {
    username: "nobody",
    displayName: "Nobody",
    roleId: "bare",
    language: "en",
    password: "nobody-pass",
  });
  assert.equal((await (await running.signIn("nobody")).get("/api/lanes")).status, 403);
});

lanes(
  "a recorded intent shows at its lane, moves the barrier, and each step is announced",
  async ({ running, seen }) => {
    const admin = await running.signIn("admin");
    await admin.post("/api/setup/assign", { lane: "exit-1", devices: { access: FAST } });
    const event = await recordIntent(running, "exit-1", "open");
    await until(
      () => seen.some(({ barrier }) => barrier === "open") && seen.at(-1)?.barrier === "closed",
      "the barrier to open and close",
    );
    const steps = seen.filter(({ id, intent }) => id === "exit-1" && intent).map(({ barrier }) => barrier);
    assert.deepEqual(steps.slice(0, 5), ["closed", "moving", "open", "moving", "closed"]);
    assert.deepEqual(running.booth.devices.lane("exit-1")?.intent, {
      intent: "open",
      at: event.at,
      seq: event.seq,
      by: "booth",
    });
    assert.equal(running.booth.devices.lane("entry-1")?.barrier, "closed", "the other lane is left alone");
  },
);

lanes("a barrier that refuses shows as the device's fault, and delivering does not reject", async ({ running }) => {
  const admin = await running.signIn("admin");
  await admin.post("/api/setup/assign", {
    lane: "exit-1",
    devices: { access: { driver: "simulated", config: { answers: "refuses", latencyMs: 0 } } },
  });
  const access = () => running.booth.devices.lane("exit-1")?.devices[0];
  assert.equal(access()?.state, "fault");
  await running.booth.devices.deliver(await recordIntent(running, "exit-1", "open"));
  assert.equal(access()?.state, "fault");
  assert.match(access()?.message ?? "", /refuses/);
  assert.equal(running.booth.devices.lane("exit-1")?.intent?.intent, "open");
});

lanes("a snapshot is the lane's picture, served fresh to who may read devices", async ({ running }) => {
  const cashier = await running.signIn("cashier");
  const path = "/api/lanes/exit-1/picture";
  assert.equal((await cashier.get(path)).status, 404);
  const picture = await running.booth.devices.snapshot("exit-1");
  assert.equal(picture?.takenAt, "2026-11-20T12:00:00.000Z");
  assert.equal(running.booth.devices.lane("exit-1")?.pictureAt, picture?.takenAt);
  const { status, headers } = await cashier.get(path);
  assert.deepEqual(
    [status, headers.get("content-type"), headers.get("cache-control")],
    [200, "image/jpeg", "no-store"],
  );
  assert.equal(Number(headers.get("content-length")), picture?.jpeg.length);
  assert.equal((await running.anonymous.get(path)).status, 401);
  assert.equal((await cashier.get("/api/lanes/nowhere/picture")).status, 404);
});

lanes("a silent camera gives no picture, shows it, and is well again after the next picture", async ({ running }) => {
  const admin = await running.signIn("admin");
  const camera = (answers: string) =>
    admin.post("/api/setup/assign", {
      lane: "exit-1",
      devices: { camera: { driver: "simulated", config: { answers, latencyMs: 0 } } },
    });
  const state = () =>
    running.booth.devices.lane("exit-1")?.devices.find(({ category }) => category === "camera")?.state;
  await camera("silent");
  assert.equal(await running.booth.devices.snapshot("exit-1"), null);
  assert.equal(state(), "offline");
  await camera("ok");
  assert.ok(await running.booth.devices.snapshot("exit-1"));
  assert.equal(state(), "ready");
  assert.equal(await running.booth.devices.snapshot("nowhere"), null);
});

lanes("what happens at a lane is announced when it changes and only then", async ({ running, seen }) => {
  const { devices } = running.booth;
  seen.length = 0;
  devices.setPresence("exit-1", true);
  devices.setPresence("exit-1", true);
  devices.setLastRead("exit-1", { at: "2026-11-20T12:00:00.000Z", by: "qr", plate: null });
  devices.setWaiting("exit-1", null);
  devices.setPresence("nowhere", true);
  assert.deepEqual(
    seen.map(({ id, presence, lastRead }) => [id, presence, lastRead?.by]),
    [
      ["exit-1", true, undefined],
      ["exit-1", true, "qr"],
    ],
  );
});

lanes("an assignment opens and closes only what changed", async ({ running }) => {
  const admin = await running.signIn("admin");
  await admin.post("/api/setup/assign", {
    lane: "exit-1",
    devices: { access: { driver: "simulated", config: { latencyMs: 0, moveMs: 0 } } },
  });
  await recordIntent(running, "exit-1", "hold");
  await until(() => running.booth.devices.lane("exit-1")?.barrier === "held", "the barrier to be held");
  await admin.post("/api/setup/assign", {
    lane: "exit-1",
    name: "North exit",
    devices: { camera: null, printer: { driver: "simulated", config: {} } },
  });
  const lane = running.booth.devices.lane("exit-1");
  assert.deepEqual(
    [lane?.name, lane?.barrier, lane?.intent?.intent],
    ["North exit", "held", "hold"],
    "the barrier was not opened anew",
  );
  assert.deepEqual(
    lane?.devices.map(({ category }) => category),
    ["access", "reader", "printer"],
  );
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { access: FAST } });
  assert.equal(running.booth.devices.lane("exit-1")?.barrier, "closed", "another config is another device");
});

lanes("a lane's own printer prints, or the first there is, or none", async ({ running }) => {
  const { devices } = running.booth;
  const receipt = documentOf("receipt", "en");
  const admin = await running.signIn("admin");
  assert.equal(await devices.print("exit-1", receipt), "no_printer");
  await admin.post("/api/setup/assign", {
    lane: "entry-1",
    devices: { printer: { driver: "simulated", config: { latencyMs: 0 } } },
  });
  assert.equal(await devices.print(null, receipt), "printed");
  assert.equal(await devices.print("exit-1", receipt), "printed");
  await admin.post("/api/setup/assign", {
    lane: "exit-1",
    devices: { printer: { driver: "simulated", config: { latencyMs: 0, paper: "out" } } },
  });
  assert.equal(await devices.print("exit-1", receipt), "nothing");
});

lanes("keeps the picture of an opening by hand, and not another one when the request comes twice", async (context) => {
  const { dataDir, signIn } = context.running;
  const cashier = await signIn("cashier");
  const open = () =>
    cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" }, { "idempotency-key": "once" });
  const first = await open();
  const path = join(dataDir, "pictures", `intent-${first.body.seq}.jpg`);
  assert.ok(existsSync(path));
  writeFileSync(path, "the first picture");
  assert.equal((await open()).body.seq, first.body.seq);
  assert.equal(readFileSync(path, "utf8"), "the first picture");
});

lanes.run();
