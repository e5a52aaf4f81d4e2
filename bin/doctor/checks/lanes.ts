import { sql } from "../../../common/node/db.ts";
import { openLog } from "../../../common/node/log.ts";
import { type LaneWithDevices, readLanes } from "../../../daemon/devices/lane-rows.ts";
import { NO_DEVICES } from "../../../daemon/devices/no-devices.ts";
import { testDevices } from "../../../daemon/services/device-test.ts";
import { agoText } from "../../cli/text.ts";
import { type DoctorCheck, failed, NO_DATABASE, type Outcome, passed, skipped, warning } from "../finding.ts";
import type { Patient } from "../patient.ts";

/** A camera's clock that is off by more makes reads look late. */
const LIMIT_SECONDS = 2;
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
  look({ daemon }) {
    const drifts = daemon?.samples?.get("booth_camera_clock_drift_seconds");
    if (!drifts) return skipped("cameras' clocks are kept by the booth, which does not answer");
    if (drifts.length === 0) return skipped("no camera's clock was set yet");
    const wrong = drifts.filter(({ value }) => Math.abs(value) > LIMIT_SECONDS);
    if (wrong.length === 0) return passed("their clocks are right");
    return wrong.map(({ labels: { lane = "" }, value }) =>
      warning(
        `${lane} clock ${Math.abs(value).toFixed(1)} s ${value > 0 ? "ahead" : "behind"} (limit ${LIMIT_SECONDS} s)`,
        `boothctl setup test ${lane} --only camera`,
      ),
    );
  },
};

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
