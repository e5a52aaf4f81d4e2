import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import { type DemoHardware, startHardware } from "../bin/demo/hardware.ts";
import { planTraffic } from "../bin/demo/plan.ts";
import { assignHardware, setStage } from "../bin/demo/stage.ts";
import { runTraffic } from "../bin/demo/traffic.ts";
import type { Session } from "../common/api/sessions.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

interface Context {
  here: TestBooth;
  path: string;
  hardware: DemoHardware;
}
const traffic = suite<Context>("demo traffic");

const start = (path: string) => startHardware(path, join(path, "papers"));
const portsOf = ({ entry, exit }: DemoHardware) => [entry.ports, exit.ports];

traffic.before.each(async (context) => {
  context.here = await startBooth({ lanes: false });
  context.path = mkdtempSync(join(tmpdir(), "booth-demo-test-"));
  context.hardware = await start(context.path);
});
traffic.after.each(async ({ here, path, hardware }) => {
  await here.close();
  await hardware.stop();
  rmSync(path, { recursive: true });
});

traffic(
  "a subscriber whose plate cannot be read holds out a card at both lanes, and both arms go up",
  async (context) => {
    const { here, hardware } = context;
    const cars = planTraffic(7);
    await setStage(here.booth, () => cars.next().value);
    await assignHardware(here.booth, hardware);
    const ready = () => here.booth.devices.lanes().every(({ state }) => state === "ready");
    await until(ready, "all devices to be ready");
    const stop = new AbortController();
    const card = { ...cars.next().value, plate: "M6649GT", card: "118-1603", isBrief: true };
    const up = { entry: false, exit: false };
    const running = runTraffic({
      booth: here.booth,
      url: here.url,
      hardware,
      inside: [],
      next: () => card,
      rate: 100,
      signal: stop.signal,
    });
    const cashier = await here.signIn("cashier");
    const stays = async (state: string) => {
      const { items } = (await cashier.get(`/api/sessions?state=${state}&limit=500`)).body;
      return (items as Session[]).filter(({ plate }) => plate === null);
    };
    await until(async () => {
      up.entry ||= hardware.entry.isArmUp();
      return up.entry && (await stays("open")).length === 1;
    }, "the stay of the card to begin");
    await until(
      async () => {
        up.exit ||= hardware.exit.isArmUp();
        return up.exit && (await stays("closed")).length === 1;
      },
      "the stay of the card to end",
      15_000,
    );
    stop.abort();
    await running;
    assert.ok((await stays("closed"))[0]?.subscriptionId);
  },
);

traffic("a kept demo finds its hardware at the same ports, and none of it is assigned anew", async (context) => {
  const { here, path, hardware } = context;
  const cars = planTraffic(7);
  const next = () => cars.next().value;
  await setStage(here.booth, next);
  await assignHardware(here.booth, hardware);
  hardware.keepPorts();
  await hardware.stop();
  const again = await start(path);
  context.hardware = again;
  assert.deepEqual(portsOf(again), portsOf(hardware));
  const before = here.booth.ledger.head()?.seq;
  await setStage(here.booth, next);
  await assignHardware(here.booth, again);
  assert.equal(here.booth.ledger.head()?.seq, before);
});

traffic("hardware whose ports were taken meanwhile moves, and is assigned where it is now", async (context) => {
  const { here, path, hardware } = context;
  const cars = planTraffic(7);
  const next = () => cars.next().value;
  await setStage(here.booth, next);
  await assignHardware(here.booth, hardware);
  hardware.keepPorts();
  const moved = await start(path);
  try {
    await assignHardware(here.booth, moved);
    assert.notDeepEqual(portsOf(moved), portsOf(hardware));
    const ready = () => here.booth.devices.lanes().every(({ state }) => state === "ready");
    await until(ready, "all devices to be ready");
  } finally {
    await moved.stop();
  }
});

traffic.run();
