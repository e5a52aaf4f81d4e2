import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Log } from "../common/node/log.ts";
import { type DriverParts, defineDriver } from "../daemon/devices/define-driver.ts";
import { simulatedCamera } from "../daemon/devices/drivers/simulated-camera.ts";
import type { CameraDevice, ReaderDevice } from "../daemon/devices/interfaces.ts";
import type { DeviceRow } from "../daemon/devices/lane-rows.ts";
import { type OpenDevice, openDevice } from "../daemon/devices/open-device.ts";
import { openTestClock, type TestClock } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

interface Context {
  clock: TestClock;
  log: string[];
  parts: DriverParts;
}
const supervised = suite<Context>("a supervised device");

supervised.before.each((context) => {
  const lines: string[] = [];
  const say = (about: object, text: string) => void lines.push(`${text} ${JSON.stringify(about)}`);
  context.clock = openTestClock();
  context.log = lines;
  const log = { info: say, warn: say } as unknown as Log;
  context.parts = { lane: "exit-1", clock: context.clock, log, onRead() {}, onChange() {} };
});

const rowOf = (category: DeviceRow["category"], config: object = {}): DeviceRow => ({
  lane_id: "exit-1",
  category,
  driver_id: "fake",
  config_json: JSON.stringify(config),
  assigned_at: "",
  assigned_by: "",
});

/** A reader that is as the test says, and notes what is asked of it. */
function fakeReader() {
  const now = { answers: true, knows: false, opened: 0, probes: 0, closed: 0, parts: null as DriverParts | null };
  const driver = defineDriver({
    kind: "reader",
    id: "fake",
    label: "",
    summary: "",
    status: "real",
    capabilities: [],
    caveats: [],
    fields: [],
    open(_config, parts): ReaderDevice {
      now.opened += 1;
      now.parts = parts;
      return {
        status: () => (now.knows ? { state: "ready", message: null } : { state: "offline", message: "not seen yet" }),
        async probe() {
          now.probes += 1;
          now.knows = now.answers;
          if (!now.answers) throw new Error("nobody answers");
          return "here";
        },
        async close() {
          now.closed += 1;
        },
      };
    },
  });
  return { now, driver };
}

async function closing(device: OpenDevice, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } finally {
    await device.close();
  }
}

supervised("is found to be back though nobody asks anything of it", async ({ parts, log }) => {
  const { now, driver } = fakeReader();
  now.answers = false;
  const device = openDevice("reader", rowOf("reader"), parts, driver);
  await closing(device, async () => {
    await until(() => now.probes >= 2, "two checks");
    assert.equal(device.describe().state, "offline");
    now.answers = true;
    await until(() => device.describe().state === "ready", "the device to be ready");
    assert.equal(device.describe().message, null);
    assert.equal(log.filter((line) => line.startsWith("a device is ready")).length, 1);
  });
});

supervised("that its driver gives up is closed, shown as offline, and opened anew after a pause", async ({ parts }) => {
  const { now, driver } = fakeReader();
  now.knows = true;
  const device = openDevice("reader", rowOf("reader"), parts, driver);
  await closing(device, async () => {
    assert.equal(device.describe().state, "ready");
    const first = now.parts;
    first?.onLost?.("the line went dead");
    first?.onLost?.("and is dead still");
    assert.deepEqual([device.describe().state, device.describe().message], ["offline", "the line went dead"]);
    assert.equal(device.device(), null);
    await until(() => now.opened === 2 && device.describe().state === "ready", "the second opening");
    first?.onLost?.("an echo of the first opening");
    assert.equal(device.describe().state, "ready");
    assert.equal(now.closed, 1);
  });
  now.parts?.onLost?.("after the end");
  assert.equal(now.closed, 2);
});

supervised(
  "that refused what was asked of it stays a fault, though it answers when it is checked",
  async ({ parts }) => {
    const { now, driver } = fakeReader();
    now.knows = true;
    const device = openDevice("reader", rowOf("reader"), parts, driver);
    await closing(device, async () => {
      const refused = device.use(() => Promise.reject(new Error("jammed")), 1000, "the opening");
      await assert.rejects(refused, /^Error: jammed$/);
      await until(() => now.probes >= 1, "a check", 8000);
      assert.deepEqual([device.describe().state, device.describe().message], ["fault", "the opening failed: jammed"]);
      await device.use(async () => {}, 1000, "the opening");
      assert.equal(device.describe().state, "ready");
    });
  },
);

const isSynced = (line: string) => line.includes("clock synced");

supervised("camera has its clock set once it is there, and again a day later", async ({ parts, log, clock }) => {
  const device = openDevice("camera", rowOf("camera", { latencyMs: 0, driftMs: 3200 }), parts, simulatedCamera);
  await closing(device, async () => {
    await until(() => log.some(isSynced), "the first setting");
    assert.match(log.find(isSynced) ?? "", /"driftMs":3200/);
    assert.equal(device.describe().state, "ready");
    await until(() => device.describe().message !== null, "the drift to be shown");
    assert.equal(device.describe().message, "its clock was 3.2 s fast and has been set");
    clock.advance(86_399_999);
    await device.use((camera) => camera.snapshot(), 1000, "the picture");
    assert.equal(log.filter(isSynced).length, 1);
    clock.advance(1);
    await device.use((camera) => camera.snapshot(), 1000, "the picture");
    await until(() => log.filter(isSynced).length === 2, "the second setting");
    await until(() => device.describe().message === null, "the drift to be forgotten");
  });
});

supervised("camera that comes back has its clock set again", async ({ parts, log }) => {
  const state = { ready: true, change: () => {} };
  const { label, summary, capabilities, caveats } = simulatedCamera;
  const driver = defineDriver({
    ...{ kind: "camera", id: "fake", label, summary, status: "real", capabilities, caveats, fields: [] },
    open(_config, { onChange }): CameraDevice {
      state.change = onChange;
      return {
        snapshot: () => Promise.reject(new Error("no picture")),
        probe: async () => "here",
        syncClock: async () => ({ driftMs: -2001 }),
        status: () => ({ state: state.ready ? "ready" : "offline", message: state.ready ? null : "gone" }),
        async close() {},
      };
    },
  });
  const device = openDevice("camera", rowOf("camera"), parts, driver);
  await closing(device, async () => {
    await until(() => log.some(isSynced), "the first setting");
    for (const ready of [false, true]) {
      state.ready = ready;
      state.change();
    }
    await until(() => log.filter(isSynced).length === 2, "the second setting");
    assert.match(device.describe().message ?? "", /2\.0 s slow/);
  });
});

supervised.run();
