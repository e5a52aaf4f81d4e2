import type { Assignment, DeviceTest } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES, type DeviceCategory } from "../../common/drivers.ts";
import { instant } from "../../common/node/clock.ts";
import type { Needs } from "../context.ts";
import { findDriver } from "../devices/catalog.ts";
import { sentenceOf, withDeadline } from "../devices/deadline.ts";
import type { DriverConfig } from "../devices/driver-config.ts";
import type { Device } from "../devices/interfaces.ts";
import { readLane } from "../devices/lane-rows.ts";
import { openDriver } from "../devices/open-device.ts";
import { rememberTest } from "./known-tests.ts";
import { planAssignments, storedConfig } from "./setup-plan.ts";

/** The whole test answers within 8 s (contract §5): the probing, and then a moment for the devices to close. */
const PROBE_MS = 6000;
const CLOSE_MS = 1500;

type TestBooth = Needs<"db" | "clock" | "log" | "devices">;
type Candidate = { category: DeviceCategory; driver: string; config: DriverConfig };

/** A transcript is read by people and kept in the ledger: so many lines, of so many characters. */
const MOST_LINES = 40;
const LONGEST_LINE = 200;

/** Takes secrets out of a line, should a driver or a device have put one in. */
function openRedaction({ category, driver, config }: Candidate): (line: string) => string {
  const fields = findDriver(category, driver)?.fields ?? [];
  const secrets = fields.flatMap(({ name, type }) => (type === "secret" ? [String(config[name] ?? "")] : []));
  return (line) => secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, "…") : text), line);
}

function openCandidate(
  booth: TestBooth,
  lane: string,
  { category, driver, config }: Candidate,
  onTranscript: (line: string) => void,
): Device {
  const found = findDriver(category, driver);
  if (!found) throw new Error(`this program has no ${category} driver "${driver}"`);
  const { clock, log } = booth;
  return openDriver(found, config, { lane, clock, log, testing: true, onRead() {}, onChange() {}, onTranscript });
}

const inTime = (probe: Promise<string>) => withDeadline(probe, PROBE_MS, `no answer within ${PROBE_MS / 1000} s`);

async function probeOnce(...[booth, lane, candidate, onTranscript]: Parameters<typeof openCandidate>): Promise<string> {
  const opened = booth.devices.probe(lane, candidate);
  if (opened) {
    onTranscript("asked over the connection that the lane has open");
    return inTime(opened);
  }
  const device = openCandidate(booth, lane, candidate, onTranscript);
  try {
    return await inTime(device.probe());
  } finally {
    await withDeadline(device.close(), CLOSE_MS, "late").catch(() => undefined);
  }
}

async function testOne(booth: TestBooth, lane: string, candidate: Candidate): Promise<DeviceTest> {
  const { category, driver } = candidate;
  const started = booth.clock.monotonic();
  const redact = openRedaction(candidate);
  const transcript: string[] = [];
  const onTranscript = (line: string) => {
    if (transcript.length < MOST_LINES) transcript.push(redact(line).slice(0, LONGEST_LINE));
  };
  const answer = (ok: boolean, found: string): DeviceTest => {
    const test = { ok, message: redact(found), transcript: [...transcript] };
    rememberTest(booth.db, { lane, ...candidate }, { at: instant(booth.clock.now()), ...test });
    return { category, driver, ...test, tookMs: Math.round(booth.clock.monotonic() - started) };
  };
  try {
    return answer(true, await probeOnce(booth, lane, candidate, onTranscript));
  } catch (error) {
    return answer(false, sentenceOf(error));
  }
}

/**
 * Asks each device of an assignment whether it is there: over the connection that its lane has open, or by opening it
 * for a moment. Stores nothing, moves no barrier.
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
