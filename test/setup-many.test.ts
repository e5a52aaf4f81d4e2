import assert from "node:assert/strict";
import { suite } from "uvu";
import { BoothError } from "../common/errors.ts";
import { cliActor } from "../daemon/services/actors.ts";
import { assignMany, exportSetup, previewAssignments } from "../daemon/services/setup.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { fullLane, recorded, simulated, storedIn } from "./helpers/setup.ts";

interface Context {
  running: TestBooth;
  admin: Client;
}
const setup = suite<Context>("setup of many lanes, and tests of devices");

setup.before.each(async (context) => {
  context.running = await startBooth({ lanes: false });
  context.admin = await context.running.signIn("admin");
});
setup.after.each(async ({ running }) => {
  await running.close();
});

setup("a test asks each device, tells what it found, and leaves everything as it was", async ({ running, admin }) => {
  const before = storedIn(running);
  const devices = {
    access: { driver: "simulated", config: { answers: "silent", latencyMs: 1 } },
    camera: simulated,
    reader: simulated,
  };
  const { status, body } = await admin.post("/api/setup/test", { ...fullLane, devices });
  assert.equal(status, 200);
  assert.deepEqual(
    body.items.map(({ category, ok }: { category: string; ok: boolean }) => [category, ok]),
    [
      ["access", false],
      ["reader", true],
      ["camera", true],
    ],
  );
  assert.match(body.items[0].message, /does not answer/);
  assert.match(body.items[2].message, /picture of \d+ kB/);
  const refused = await admin.post("/api/setup/test", {
    ...fullLane,
    devices: { access: { driver: "no-such", config: {} } },
  });
  assert.equal(refused.body.error, "unknown_driver");
  assert.deepEqual(storedIn(running), before);
});

setup("a test without devices asks those the lane has, and moves no barrier", async ({ running, admin }) => {
  await admin.post("/api/setup/assign", fullLane);
  const { body } = await admin.post("/api/setup/test", { lane: "exit-1" });
  assert.deepEqual(
    body.items.map(({ category, driver, ok }: Record<string, unknown>) => [category, driver, ok]),
    [
      ["access", "simulated", true],
      ["reader", "simulated", true],
    ],
  );
  const only = await admin.post("/api/setup/test", { lane: "exit-1", devices: { reader: simulated } });
  assert.deepEqual(
    only.body.items.map(({ category }: Record<string, unknown>) => category),
    ["reader"],
    "only what is named is asked",
  );
  assert.equal(running.booth.devices.lane("exit-1")?.barrier, "closed");
  assert.equal(recorded(running, "barrier_intent").length, 0);
});

setup("many lanes are stored together or not at all, and details name the lane", async ({ running }) => {
  const { booth } = running;
  const actor = cliActor("technician");
  const lane = (name: string, driver = "simulated") => ({
    lane: name,
    direction: "entry" as const,
    devices: { access: { driver, config: {} } },
  });
  const before = storedIn(running);
  const refusal = await assignMany(booth, actor, [lane("a"), lane("b", "nothing"), { lane: "c", devices: {} }]).then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(refusal instanceof BoothError);
  assert.equal(refusal.code, "unknown_driver");
  assert.deepEqual(
    refusal.extras.details?.map(({ path }) => path),
    ["b.devices.access.driver", "c.direction"],
  );
  await assert.rejects(assignMany(booth, actor, [lane("a"), lane("a")]), /given twice/);
  assert.deepEqual(storedIn(running), before);

  assert.deepEqual(
    previewAssignments(booth, [lane("a"), lane("b")]).map((plan) => [plan.lane, plan.before, plan.devices.length]),
    [
      ["a", null, 1],
      ["b", null, 1],
    ],
  );
  assert.deepEqual(storedIn(running), before);
  await assignMany(booth, actor, [lane("a"), lane("b")]);
  assert.deepEqual(
    booth.devices.lanes().map(({ id }) => id),
    ["a", "b"],
  );
});

setup("what is exported can be assigned again and changes nothing", async ({ running, admin }) => {
  await admin.post("/api/setup/assign", fullLane);
  const exported = exportSetup(running.booth);
  assert.deepEqual(
    exported.map(({ lane, direction, devices }) => [lane, direction, Object.keys(devices)]),
    [["exit-1", "exit", ["access", "reader"]]],
  );
  const before = storedIn(running);
  await assignMany(running.booth, cliActor("technician"), exported);
  assert.deepEqual(storedIn(running), before);
});

setup.run();
