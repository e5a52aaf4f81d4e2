import { sql } from "../../../common/node/db.ts";
import { openLog } from "../../../common/node/log.ts";
import { type LaneWithDevices, readLanes } from "../../../daemon/devices/lane-rows.ts";
import { NO_DEVICES } from "../../../daemon/devices/no-devices.ts";
import { testDevices } from "../../../daemon/services/device-test.ts";
import { agoText } from "../../cli/text.ts";
import { type DoctorCheck, failed, NO_DATABASE, type Outcome, passed, skipped, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** A clock is set once a day. */
const CLOCK_PATIENCE_MS = 2 * 86_400_000;
/** A print that waits longer waits for somebody. */
const PATIENCE_MS = 5 * 60_000;

const devices: DoctorCheck = {
  id: "lane",
  subject: "Lane",
  async look(patient) {
    if (!patient.db) return NO_DATABASE;
    const lanes = readLanes(patient.db);
    if (lanes.length === 0) return warning("no lane is assigned yet", "boothctl setup assign --help");
    if (patient.silentAt !== null) return skipped("a booth that does not answer may have the devices in use");
    if (patient.daemon?.samples === null) return skipped("the booth does not tell how its devices are");
    const found = await Promise.all(lanes.map((lane) => lookAtLane(patient, lane)));
    return found.flat();
  },
};

/**
 * As the running booth sees its devices; where none runs, each is asked over a connection of its own, which one that is
 * in use may not bear.
 */
async function lookAtLane(patient: Patient, lane: LaneWithDevices): Promise<Outcome[]> {
  const { db, daemon, clock } = patient;
  const seen = daemon?.samples?.get("booth_device_up");
  const outcome = (category: string, isWell: boolean, message: string): Outcome => ({
    ...(isWell ? passed(message) : failed(message, `boothctl setup test ${lane.id} --only ${category}`)),
    id: `lane.${lane.id}.${category}`,
  });
  if (seen)
    return lane.devices.map(({ category }) => {
      const isUp = seen.find(({ labels }) => labels.lane === lane.id && labels.category === category)?.value === 1;
      return outcome(category, isUp, `${lane.id} ${category} is ${isUp ? "ready" : "not ready"}`);
    });
  if (!db) return [];
  const log = openLog({ level: "silent", format: "text" });
  const tests = await testDevices({ db, clock, log, devices: NO_DEVICES }, { lane: lane.id, devices: {} });
  return tests.map(({ category, ok, message }) => outcome(category, ok, `${lane.id} ${category}: ${message}`));
}

const cameraClock: DoctorCheck = {
  id: "clock.camera",
  subject: "Camera",
  look({ daemon, clock }) {
    const samples = daemon?.samples;
    if (!samples) return skipped("the booth keeps the cameras' clocks, and tells nothing of them");
    const tried = samples.get("booth_camera_clock_set") ?? [];
    if (tried.length === 0) return skipped("no camera's clock was set yet");
    const setAt = samples.get("booth_camera_clock_synced_timestamp_seconds") ?? [];
    const outcomes = tried.flatMap(({ labels: { lane = "" }, value }) => {
      const at = setAt.find(({ labels }) => labels.lane === lane)?.value;
      const agoMs = at === undefined ? null : clock.now() - at * 1000;
      return clockTrouble(lane, value === 1, agoMs) ?? [];
    });
    return outcomes.length > 0 ? outcomes : passed("the booth sets their clocks");
  },
};

/** What is wrong with a camera's clock, which is set whenever the camera comes back and once a day; null when nothing. */
function clockTrouble(lane: string, isSet: boolean, agoMs: number | null): Outcome | null {
  if (isSet && (agoMs ?? 0) < CLOCK_PATIENCE_MS) return null;
  const last = agoMs === null ? "" : `, last set ${agoText(agoMs)}`;
  return warning(
    `${lane} clock ${isSet ? "is not set any more" : "could not be set"}${last}`,
    `boothctl setup test ${lane} --only camera`,
    "The user of the booth at the camera must be allowed to set its clock.",
  );
}

const printer: DoctorCheck = {
  id: "printer",
  subject: "Printer",
  look({ db, clock }) {
    if (!db) return NO_DATABASE;
    const lane = readLanes(db).find((each) => each.devices.some(({ category }) => category === "printer"));
    if (!lane) return skipped("no lane has a printer");
    const text = "SELECT count(*) AS count, min(asked_at) AS since FROM print_jobs";
    const { count, since } = sql<{ count: number; since: string | null }>(db, text).get() ?? { count: 0, since: null };
    const waitedMs = since === null ? 0 : clock.now() - Date.parse(since);
    if (waitedMs <= PATIENCE_MS) return passed("nothing waits for paper");
    return warning(
      `papers that wait: ${count}, the oldest asked for ${agoText(waitedMs)}`,
      `boothctl setup test ${lane.id} --only printer`,
    );
  },
};

/** The hardware. */
export const LANE_CHECKS: readonly DoctorCheck[] = [devices, cameraClock, printer];
