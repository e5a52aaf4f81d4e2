import assert from "node:assert/strict";
import { suite } from "uvu";
import { DEVICE_CATEGORIES, type Field } from "../common/drivers.ts";
import { systemClock } from "../common/node/clock.ts";
import { openLog } from "../common/node/log.ts";
import { catalogPayload, DRIVERS } from "../daemon/devices/catalog.ts";
import { withDeadline } from "../daemon/devices/deadline.ts";
import type { AnyDriver, DriverParts } from "../daemon/devices/define-driver.ts";
import { checkConfig } from "../daemon/devices/driver-config.ts";
import { simulatedAccess } from "../daemon/devices/drivers/simulated-access.ts";
import { SCENES, simulatedCamera } from "../daemon/devices/drivers/simulated-camera.ts";
import { simulatedPrinter } from "../daemon/devices/drivers/simulated-printer.ts";
import type { AccessControlDevice, CameraDevice, Device, PrinterDevice } from "../daemon/devices/interfaces.ts";
import { openDriver } from "../daemon/devices/open-device.ts";
import { documentOf } from "../daemon/devices/print-document.ts";
import { until } from "./helpers/until.ts";

const drivers = suite("drivers");
const STATES = ["ready", "offline", "fault"];
const BARRIERS = ["closed", "open", "held", "moving", "fault", "unknown"];

const parts = (onChange = () => {}): DriverParts => ({
  lane: "exit-1",
  clock: systemClock,
  log: openLog({ level: "silent", format: "json" }),
  onRead() {},
  onChange,
});

/** A value that fits a field, for settings that have no default. */
function exampleOf(field: Field): string | number | boolean {
  const numeric = Math.max(field.min ?? 1, 1);
  const examples = {
    text: field.pattern?.startsWith("^/") ? "/gate" : "gate",
    host: "127.0.0.1",
    url: "http://127.0.0.1:9/",
    secret: "example",
    bool: true,
    enum: field.options?.[0] ?? "",
    port: 9,
    int: numeric,
    number: numeric,
    duration: numeric,
  };
  return field.default ?? examples[field.type];
}

/** The settings a technician would begin with: what is required, and the defaults. */
function firstConfig(driver: AnyDriver) {
  const given = Object.fromEntries(
    driver.fields.filter(({ required }) => required).map((field) => [field.name, exampleOf(field)]),
  );
  const checked = checkConfig(driver, given);
  assert.ok(checked.ok, JSON.stringify(checked));
  return checked.config;
}

async function act(device: Device, kind: AnyDriver["kind"]): Promise<void> {
  if (kind === "access") {
    const access = device as AccessControlDevice;
    assert.ok(BARRIERS.includes(access.barrier()));
    assert.ok([true, false, null].includes(access.presence()));
    for (const intent of ["open", "hold", "release", "close"] as const)
      await access.signal(intent).catch(assertIsError);
  }
  if (kind === "camera")
    await (device as CameraDevice).snapshot().then(({ jpeg }) => assertIsJpeg(jpeg), assertIsError);
  if (kind === "printer") await (device as PrinterDevice).print(documentOf("a line\n", "en")).catch(assertIsError);
}

function assertIsError(error: unknown): void {
  assert.ok(
    error instanceof Error && error.message.length > 0,
    "a device rejects with an error that says what is wrong",
  );
}

function assertIsJpeg(jpeg: Buffer): void {
  assert.deepEqual([...jpeg.subarray(0, 3)], [0xff, 0xd8, 0xff]);
  assert.deepEqual([...jpeg.subarray(-2)], [0xff, 0xd9]);
  assert.ok(jpeg.length <= 2 * 1024 * 1024);
}

for (const driver of DRIVERS) {
  drivers(`the ${driver.kind} driver ${driver.id} keeps the contract of its kind`, async () => {
    const began = systemClock.monotonic();
    const device = openDriver(driver, firstConfig(driver), parts());
    assert.ok(systemClock.monotonic() - began < 200, "open returns at once");
    try {
      const { state, message } = device.status();
      assert.ok(STATES.includes(state));
      assert.ok(message === null || message.length > 0);
      const found = await withDeadline(
        device.probe().catch((error: Error) => error.message),
        8000,
        "the probe took more than 8 s",
      );
      assert.match(found, /\w+ \w+/);
      await withDeadline(act(device, driver.kind), 20_000, "an action took more than its deadline");
    } finally {
      await withDeadline(device.close(), 2000, "closing took more than 2 s");
    }
    await withDeadline(device.close(), 2000, "closing again took more than 2 s");
  });
}

drivers("the catalog has the four kinds, and an entry and its fields have the members of the contract", () => {
  const { kinds } = catalogPayload();
  assert.deepEqual(Object.keys(kinds), [...DEVICE_CATEGORIES]);
  for (const category of DEVICE_CATEGORIES) {
    assert.ok(kinds[category].some(({ id, status }) => id === "simulated" && status === "simulated"));
    for (const entry of kinds[category]) {
      assert.deepEqual(Object.keys(entry), [
        "id",
        "kind",
        "label",
        "summary",
        "status",
        "capabilities",
        "caveats",
        "fields",
      ]);
      assert.equal(entry.kind, category);
      for (const { name, label, help, type, required, ...rest } of entry.fields) {
        assert.match(name, /^[a-z][A-Za-z0-9]*$/);
        for (const member of [label, help, type]) assert.equal(typeof member, "string");
        assert.equal(typeof required, "boolean");
        const optional = ["default", "min", "max", "options", "pattern", "unit", "advanced"];
        assert.deepEqual(
          Object.keys(rest).filter((key) => !optional.includes(key)),
          [],
        );
      }
    }
  }
});

drivers("the catalog's JSON names every setting of the simulated barrier with its bounds", () => {
  const [barrier] = catalogPayload().kinds.access.filter(({ id }) => id === "simulated");
  assert.deepEqual(JSON.parse(JSON.stringify(barrier?.fields[0])), {
    name: "openMs",
    label: "Stays open",
    help: "How long the barrier stays open before it closes by itself.",
    type: "duration",
    required: false,
    default: 6000,
    min: 0,
    max: 600_000,
    unit: "ms",
  });
});

function openBarrier(config: Record<string, number | string>) {
  const seen: string[] = [];
  const checked = checkConfig(simulatedAccess, { latencyMs: 1, moveMs: 5, openMs: 10, ...config });
  assert.ok(checked.ok);
  const device: AccessControlDevice = simulatedAccess.open(
    checked.config as Parameters<typeof simulatedAccess.open>[0],
    parts(() => void seen.push(device.barrier())),
  );
  return { device, seen };
}

drivers("the simulated barrier opens, closes by itself, and tells each step", async () => {
  const { device, seen } = openBarrier({});
  assert.equal(device.barrier(), "closed");
  await device.signal("open");
  await until(() => seen.length === 4, "four steps");
  assert.deepEqual(seen, ["moving", "open", "moving", "closed"]);
  await device.close();
});

drivers("the simulated barrier stays held over an open until it is released", async () => {
  const { device, seen } = openBarrier({ openMs: 0 });
  await device.signal("hold");
  await until(() => device.barrier() === "held", "held");
  await device.signal("open");
  assert.equal(device.barrier(), "held");
  await device.signal("release");
  await until(() => device.barrier() === "closed", "closed");
  assert.deepEqual(seen, ["moving", "held", "moving", "closed"]);
  await device.close();
});

drivers("a simulated barrier that refuses or says nothing rejects, and shows it", async () => {
  for (const [answers, state] of [
    ["refuses", "fault"],
    ["silent", "offline"],
  ] as const) {
    const { device } = openBarrier({ answers });
    await assert.rejects(device.signal("open"), /simulated barrier/);
    await assert.rejects(device.probe(), /simulated barrier/);
    assert.equal(device.status().state, state);
    assert.equal(device.barrier(), "unknown");
    await device.close();
  }
});

drivers("closing a simulated barrier ends what it was about to do", async () => {
  const { device, seen } = openBarrier({ latencyMs: 5000 });
  const asked = device.signal("open");
  await device.close();
  await assert.rejects(asked, /closed/);
  assert.deepEqual(seen, []);
});

drivers(
  "the simulated camera takes its scenes in turn, each a small JPEG, or always the one that is chosen",
  async () => {
    const turning = simulatedCamera.open({ scene: undefined, latencyMs: 0, driftMs: 0, answers: "ok" }, parts());
    const pictures = [];
    for (const _ of SCENES) pictures.push((await turning.snapshot()).jpeg);
    assert.equal(new Set(pictures.map((jpeg) => jpeg.toString("base64"))).size, SCENES.length);
    for (const jpeg of pictures) {
      assertIsJpeg(jpeg);
      assert.ok(jpeg.length <= 25_000);
    }
    const fixed = simulatedCamera.open({ scene: "suv-night", latencyMs: 0, driftMs: 0, answers: "ok" }, parts());
    const [first, second] = [await fixed.snapshot(), await fixed.snapshot()];
    assert.deepEqual(first.jpeg, second.jpeg);
    assert.deepEqual(first.jpeg, pictures[SCENES.indexOf("suv-night")]);
    await Promise.all([turning.close(), fixed.close()]);
  },
);

drivers("the simulated printer keeps the last prints, and none without paper", async () => {
  const printer = simulatedPrinter.open({ paper: "ok", latencyMs: 0 }, parts());
  for (let index = 1; index <= 25; index++) await printer.print(documentOf(`ticket ${index}`, "en"));
  assert.equal(printer.printed().length, 20);
  assert.deepEqual(printer.printed().at(-1)?.lines, ["ticket 25"]);
  const empty = simulatedPrinter.open({ paper: "out", latencyMs: 0 }, parts());
  await assert.rejects(empty.print(documentOf("ticket", "en")), /out of paper/);
  assert.deepEqual(empty.printed(), []);
  assert.equal(empty.status().state, "fault");
  await Promise.all([printer.close(), empty.close()]);
});

drivers.run();
