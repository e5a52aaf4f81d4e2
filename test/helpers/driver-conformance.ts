import assert from "node:assert/strict";
import type { Test } from "uvu";
import type { Hardware } from "../../bin/demo/hardware/switchable.ts";
import { systemClock } from "../../common/node/clock.ts";
import { openLog } from "../../common/node/log.ts";
import { withDeadline } from "../../daemon/devices/deadline.ts";
import type { DriverParts } from "../../daemon/devices/define-driver.ts";
import type { Device } from "../../daemon/devices/interfaces.ts";
import { until } from "./until.ts";

/** What a device told its lane while it was open. */
export interface Told {
  parts: DriverParts;
  reads: string[];
  badReads: string[];
  transcript: string[];
  changes(): number;
}

/** The parts of a driver that stands at a lane of its own, or, to be probed, beside it. */
export function tell(testing = false): Told {
  const told = { reads: [] as string[], badReads: [] as string[], transcript: [] as string[] };
  let changes = 0;
  const parts: DriverParts = {
    lane: "exit-1",
    clock: systemClock,
    log: openLog({ level: "silent", format: "json" }),
    testing,
    onRead: (credential) => void told.reads.push(credential),
    onBadRead: (reason) => void told.badReads.push(reason),
    onTranscript: (line) => void told.transcript.push(line),
    onChange: () => {
      changes += 1;
    },
  };
  return { parts, ...told, changes: () => changes };
}

/** What a driver does with `hardware` to be looked at; `D` and `H` are the kinds of both. */
export interface Bench<D extends Device, H extends Hardware> {
  /** The suite of the file. */
  tests: Test;
  hardware(): Promise<H>;
  open(hardware: H, parts: DriverParts): D;
  /** Does once what the device is for, and fails where that does not come about. */
  act(device: D, hardware: H, told: Told): Promise<void>;
  /** Fails, with the hardware unplugged, where the device does as if it worked. */
  actDead?(device: D): Promise<void>;
  /** What of the hardware a probe must leave as it is. */
  stateOf?(hardware: H): unknown;
  /** Whether the device sends by itself only, so that one that is slow or silent looks like one with nothing to say. */
  speaksFirst?: boolean;
  /** Whether it connects for each exchange, so that no connection stays. */
  connectsEachTime?: boolean;
  /** Text of the config that nobody may see. */
  secrets?: readonly string[];
}

const SENTENCE = /\S+ \S+/;
const PROBE_MS = 6000;
const CLOSE_MS = 2000;
/** Longer than the longest pause between two attempts. */
const BACK_MS = 20_000;

const isReady = (device: Device) => device.status().state === "ready";
const probed = (device: Device) => withDeadline(device.probe(), PROBE_MS, "the probe took more than 6 s");

/** Opens a device for a while, and closes it twice. */
async function withDevice<D extends Device, H extends Hardware>(
  { open }: Bench<D, H>,
  hardware: H,
  told: Told,
  use: (device: D) => Promise<void>,
): Promise<void> {
  const device = open(hardware, told.parts);
  try {
    await use(device);
  } finally {
    await withDeadline(device.close(), CLOSE_MS, "closing took more than 2 s");
    await withDeadline(device.close(), CLOSE_MS, "closing again took more than 2 s");
  }
}

function assertTroubled(device: Device): void {
  const { state, message } = device.status();
  assert.notEqual(state, "ready");
  assert.match(message ?? "", SENTENCE, "a sentence for a technician");
}

function assertNoSecrets(lines: readonly string[], secrets: readonly string[] = []): void {
  for (const secret of secrets) assert.ok(!lines.join("\n").includes(secret), "a transcript tells no secret");
}

type Step = <D extends Device, H extends Hardware>(bench: Bench<D, H>, hardware: H) => Promise<void>;

/** Rejects in time, with a sentence that is the driver's own. */
const probeFails: Step = async (bench, hardware) => {
  const told = tell(true);
  await withDevice(bench, hardware, told, async (device) => {
    const isOwn = (error: Error) => SENTENCE.test(error.message) && !error.message.includes("took more than");
    await assert.rejects(probed(device), isOwn);
  });
  assert.ok(told.transcript.length > 0, "what was tried");
  assertNoSecrets(told.transcript, bench.secrets);
};

const connects: Step = async (bench, hardware) => {
  const told = tell();
  await withDevice(bench, hardware, told, async (device) => {
    assert.notEqual(device.status().state, "fault", "it has only begun");
    await until(() => isReady(device), "the device to be ready");
    assert.ok(told.changes() > 0);
    assert.equal(device.status().message, null);
  });
};

const identifies: Step = async (bench, hardware) => {
  const told = tell(true);
  const state = () => JSON.stringify(bench.stateOf?.(hardware) ?? null);
  const before = state();
  await withDevice(bench, hardware, told, async (device) => {
    assert.match(await probed(device), /^[A-Z].*\w \w.*\.$/, "one sentence");
  });
  assert.equal(state(), before);
  assert.ok(told.transcript.length > 0, "what was asked and answered");
  assertNoSecrets(told.transcript, bench.secrets);
};

const acts: Step = async (bench, hardware) => {
  const told = tell();
  await withDevice(bench, hardware, told, async (device) => {
    await until(() => isReady(device), "the device to be ready");
    await bench.act(device, hardware, told);
  });
};

const standsDeadHost: Step = async (bench, hardware) => {
  await hardware.setDead(true);
  await withDevice(bench, hardware, tell(), async (device) => {
    await until(() => !/connecting/.test(device.status().message ?? ""), "the first attempt to fail");
    assertTroubled(device);
    await bench.actDead?.(device);
  });
  await probeFails(bench, hardware);
};

const standsSlowHost: Step = async (bench, hardware) => {
  hardware.setSlow(60_000);
  await withDevice(bench, hardware, tell(), async (device) => {
    await until(() => /not answer|no answer/.test(device.status().message ?? ""), "the first answer to be late");
    assertTroubled(device);
  });
  await probeFails(bench, hardware);
};

const standsGarbage: Step = async (bench, hardware) => {
  hardware.setGarbage(true);
  const told = tell();
  await withDevice(bench, hardware, told, async (device) => {
    const isNoticed = () => (bench.speaksFirst ? device.status().message !== null : device.status().state === "fault");
    await until(isNoticed, "the garbage to be noticed");
    assert.match(device.status().message ?? "", SENTENCE);
  });
  assert.deepEqual(told.reads, []);
  if (!bench.speaksFirst) await probeFails(bench, hardware);
};

const comesBack: Step = async (bench, hardware) => {
  const told = tell();
  await withDevice(bench, hardware, told, async (device) => {
    await until(() => isReady(device), "the device to be ready");
    await hardware.setDead(true);
    await until(() => !isReady(device), "the loss to be noticed");
    assertTroubled(device);
    await hardware.setDead(false);
    await until(() => isReady(device), "the device to be back", BACK_MS);
    await bench.act(device, hardware, told);
  });
};

const letsGo: Step = async (bench, hardware) => {
  await withDevice(bench, hardware, tell(), async (device) => {
    await until(() => isReady(device), "the device to be ready");
    assert.ok(bench.connectsEachTime || hardware.connections() > 0);
  });
  await until(() => hardware.connections() === 0, "the connection to end");
};

const COURSE: readonly (readonly [string, Step])[] = [
  ["connects by itself, and tells when it is ready", connects],
  ["says what it found when it is probed, and leaves the hardware as it is", identifies],
  ["does what it is for", acts],
  ["a dead host: the lane sees why, and a probe ends in time", standsDeadHost],
  ["a slow host: nothing waits for it, the lane sees why, and a probe ends in time", standsSlowHost],
  ["garbage is not taken for an answer or a read, and the lane sees it", standsGarbage],
  ["comes back by itself after the plug was pulled, and works as before", comesBack],
  ["lets go of the hardware when it is closed", letsGo],
];

/**
 * The course every driver of real hardware takes: connect, identify, act, dead host, slow host, garbage, reconnect,
 * close. Each step is a test of its own in the file's suite.
 */
export function conformanceOf<D extends Device, H extends Hardware>(name: string, bench: Bench<D, H>): void {
  for (const [what, run] of COURSE) {
    if (run === standsSlowHost && bench.speaksFirst) continue;
    bench.tests(`${name}: ${what}`, async () => {
      const hardware = await bench.hardware();
      try {
        await run(bench, hardware);
      } finally {
        await hardware.close();
      }
    });
  }
}
