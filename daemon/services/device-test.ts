import type { Assignment, DeviceTest } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES, type DeviceCategory } from "../../common/drivers.ts";
import type { Needs } from "../context.ts";
import { findDriver } from "../devices/catalog.ts";
import { sentenceOf, withDeadline } from "../devices/deadline.ts";
import type { DriverConfig } from "../devices/driver-config.ts";
import type { Device } from "../devices/interfaces.ts";
import { readLane } from "../devices/lane-rows.ts";
import { openDriver } from "../devices/open-device.ts";
import { planAssignments, storedConfig } from "./setup-plan.ts";

/** The whole test answers within 8 s (contract §5): the probing, and then a moment for the devices to close. */
const PROBE_MS = 6000;
const CLOSE_MS = 1500;

type TestBooth = Needs<"db" | "clock" | "log">;
type Candidate = { category: DeviceCategory; driver: string; config: DriverConfig };

function openCandidate(booth: TestBooth, lane: string, { category, driver, config }: Candidate): Device {
  const found = findDriver(category, driver);
  if (!found) throw new Error(`this program has no ${category} driver "${driver}"`);
  return openDriver(found, config, {
    lane,
    clock: booth.clock,
    log: booth.log,
    testing: true,
    onRead() {},
    onChange() {},
  });
}

async function testOne(booth: TestBooth, lane: string, candidate: Candidate): Promise<DeviceTest> {
  const { category, driver } = candidate;
  const started = booth.clock.monotonic();
  const answer = (ok: boolean, message: string): DeviceTest => ({
    category,
    driver,
    ok,
    message,
    tookMs: Math.round(booth.clock.monotonic() - started),
  });
  let device: Device | null = null;
  try {
    device = openCandidate(booth, lane, candidate);
    return answer(true, await withDeadline(device.probe(), PROBE_MS, `no answer within ${PROBE_MS / 1000} s`));
  } catch (error) {
    return answer(false, sentenceOf(error));
  } finally {
    if (device) await withDeadline(device.close(), CLOSE_MS, "late").catch(() => undefined);
  }
}

/**
 * Opens the devices of an assignment for a moment and asks each whether it is there: stores nothing, moves no barrier.
 * Refuses like `assignLane`. A category that is stored already is tested with its stored secrets; an assignment
 * without devices tests all that the lane has.
 */
export async function testDevices(booth: TestBooth, assignment: Assignment): Promise<DeviceTest[]> {
  const [plan] = planAssignments(booth.db, [assignment]);
  const stored = readLane(booth.db, assignment.lane)?.devices ?? [];
  const named = Object.keys(assignment.devices);
  const candidates = DEVICE_CATEGORIES.flatMap((category): Candidate[] => {
    if (named.length > 0 && !assignment.devices[category]) return [];
    const after = plan?.devices.find((change) => change.category === category)?.after;
    if (after) return [{ category, ...after }];
    const row = stored.find((device) => device.category === category);
    return row ? [{ category, driver: row.driver_id, config: storedConfig(row) }] : [];
  });
  return Promise.all(candidates.map((candidate) => testOne(booth, assignment.lane, candidate)));
}
