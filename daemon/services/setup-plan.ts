import type { Assignment } from "../../common/api/setup.ts";
import { DEVICE_CATEGORIES, type DeviceCategory } from "../../common/drivers.ts";
import { BoothError, type ErrorDetail } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { DIRECTIONS, type Direction } from "../../common/words.ts";
import { DRIVERS, findDriver } from "../devices/catalog.ts";
import { checkConfig, type DriverConfig, redactConfig } from "../devices/driver-config.ts";
import { type DeviceRow, type LaneWithDevices, readLane } from "../devices/lane-rows.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { recallTest } from "./known-tests.ts";

/** One device of a lane that will be another, or none, afterwards. */
export interface DeviceChange {
  category: DeviceCategory;
  before: { driver: string } | null;
  after: { driver: string; config: DriverConfig } | null;
}

interface LaneFacts {
  name: string;
  direction: Direction;
  position: number;
}

/** What an assignment changes at a lane; a lane that is new has no `before`. */
export interface LanePlan {
  lane: string;
  before: LaneFacts | null;
  /** Without a position, a new lane comes last. */
  after: Omit<LaneFacts, "position"> & { position: number | null };
  devices: DeviceChange[];
}

type Choice = NonNullable<Assignment["devices"][DeviceCategory]>;

class Problems {
  readonly details: ErrorDetail[] = [];
  unknownDriver = false;
}

/** The config of a stored device. */
export function storedConfig(row: DeviceRow): DriverConfig {
  return JSON.parse(row.config_json) as DriverConfig;
}

function planDevice(
  category: DeviceCategory,
  choice: Choice | null,
  row: DeviceRow | undefined,
  problems: Problems,
): DeviceChange | null {
  const before = row ? { driver: row.driver_id } : null;
  if (choice === null) return before && { category, before, after: null };
  const driver = findDriver(category, choice.driver);
  if (!driver) {
    const known = DRIVERS.filter(({ kind }) => kind === category).map(({ id }) => id);
    problems.unknownDriver = true;
    problems.details.push({
      path: `devices.${category}.driver`,
      message: `"${choice.driver}" is not a driver; expected one of ${known.join(", ")}`,
    });
    return null;
  }
  const checked = checkConfig(driver, choice.config, row?.driver_id === driver.id ? storedConfig(row) : {});
  if (!checked.ok) {
    problems.details.push(...checked.details);
    return null;
  }
  const isSame = row?.driver_id === driver.id && row.config_json === JSON.stringify(checked.config);
  return isSame ? null : { category, before, after: { driver: driver.id, config: checked.config } };
}

function planLane(stored: LaneWithDevices | null, assignment: Assignment, problems: Problems): LanePlan {
  const { lane, devices } = assignment;
  const direction = assignment.direction ?? stored?.direction;
  if (!direction)
    problems.details.push({
      path: "direction",
      message: `is missing; a new lane needs one of ${DIRECTIONS.join(", ")}`,
    });
  const changes = DEVICE_CATEGORIES.flatMap((category) => {
    const choice = devices[category];
    if (choice === undefined) return [];
    return (
      planDevice(
        category,
        choice,
        stored?.devices.find((row) => row.category === category),
        problems,
      ) ?? []
    );
  });
  return {
    lane,
    before: stored && { name: stored.name, direction: stored.direction, position: stored.position },
    after: {
      name: assignment.name ?? stored?.name ?? lane,
      direction: direction ?? "both",
      position: assignment.position ?? stored?.position ?? null,
    },
    devices: changes,
  };
}

/**
 * Checks assignments against the catalog and what is stored, all of them before any is refused: `unknown_driver`, or
 * `invalid_input` with a detail for each field. With several, a detail's path begins with its lane.
 */
export function planAssignments(db: Db, assignments: readonly Assignment[]): LanePlan[] {
  const details: ErrorDetail[] = [];
  let unknownDriver = false;
  const plans = assignments.map((assignment, index) => {
    const problems = new Problems();
    const plan = planLane(readLane(db, assignment.lane), assignment, problems);
    if (assignments.findIndex(({ lane }) => lane === assignment.lane) < index)
      problems.details.push({ path: "lane", message: "is given twice" });
    const prefix = assignments.length > 1 ? `${assignment.lane}.` : "";
    details.push(...problems.details.map(({ path, message }) => ({ path: prefix + path, message })));
    unknownDriver ||= problems.unknownDriver;
    return plan;
  });
  if (details.length === 0) return plans;
  const first = details[0];
  throw new BoothError(
    unknownDriver ? "unknown_driver" : "invalid_input",
    `nothing was assigned: ${first?.path} ${first?.message}`,
    { details },
  );
}

function writeDevice(tx: Transaction, by: string, lane: string, { category, before, after }: DeviceChange): void {
  if (after) {
    sql(
      tx.db,
      `INSERT INTO lane_devices (lane_id, category, driver_id, config_json, assigned_at, assigned_by) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET driver_id = excluded.driver_id, config_json = excluded.config_json,
         assigned_at = excluded.assigned_at, assigned_by = excluded.assigned_by`,
    ).run(lane, category, after.driver, JSON.stringify(after.config), tx.at, by);
    const config = redactConfig(findDriver(category, after.driver), after.config);
    const test = recallTest(tx.db, { lane, category, ...after }, tx.now);
    tx.append("device_assign", { lane, category, driver: after.driver, config, ...(test ? { test } : {}) }, lane);
  } else if (before) {
    sql(tx.db, "DELETE FROM lane_devices WHERE lane_id = ? AND category = ?").run(lane, category);
    tx.append("device_unassign", { lane, category, driver: before.driver }, lane);
  }
}

function isMoved(before: LaneFacts, after: LanePlan["after"]): boolean {
  return before.name !== after.name || before.direction !== after.direction || before.position !== after.position;
}

/** What an event says of a lane; its place only where that is what changes. */
function told({ name, direction, position }: LanePlan["after"], isShifted: boolean) {
  return { name, direction, ...(isShifted ? { position } : {}) };
}

/** Stores a plan; each device that changes is an event, and so is a lane that changes its name or direction. */
export function writePlan(tx: Transaction, by: string, { lane, before, after, devices }: LanePlan): void {
  if (!before) {
    sql(
      tx.db,
      `INSERT INTO lanes (id, site_id, name, direction, position)
       VALUES (?, (SELECT id FROM sites LIMIT 1), ?, ?, coalesce(?, (SELECT coalesce(max(position), 0) + 1 FROM lanes)))`,
    ).run(lane, after.name, after.direction, after.position);
  } else if (isMoved(before, after)) {
    const { name, direction, position } = after;
    const isShifted = before.position !== position;
    sql(tx.db, "UPDATE lanes SET name = ?, direction = ?, position = ? WHERE id = ?").run(
      name,
      direction,
      position,
      lane,
    );
    tx.append(
      "site_change",
      { before: { lane, ...told(before, isShifted) }, after: { lane, ...told(after, isShifted) } },
      lane,
    );
  }
  for (const change of devices) writeDevice(tx, by, lane, change);
}

/** Whether storing a plan would change anything. */
export function changesAnything({ before, after, devices }: LanePlan): boolean {
  return before === null || isMoved(before, after) || devices.length > 0;
}
