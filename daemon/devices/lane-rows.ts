import type { Lane } from "../../common/api/lanes.ts";
import type { DeviceCategory } from "../../common/drivers.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Direction, Intent } from "../../common/words.ts";

export interface DeviceRow {
  lane_id: string;
  category: DeviceCategory;
  driver_id: string;
  config_json: string;
  assigned_at: string;
  assigned_by: string;
}

/** A lane with the devices that are assigned to it. */
export interface LaneWithDevices {
  id: string;
  name: string;
  direction: Direction;
  position: number;
  devices: DeviceRow[];
}

type LaneColumns = Omit<LaneWithDevices, "devices">;

const DEVICES = "SELECT lane_id, category, driver_id, config_json, assigned_at, assigned_by FROM lane_devices";

/** All lanes in their order, devices in the order of their categories. */
export function readLanes(db: Db): LaneWithDevices[] {
  const devices = sql<DeviceRow>(db, `${DEVICES} ORDER BY lane_id, category`).all();
  return sql<LaneColumns>(db, "SELECT id, name, direction, position FROM lanes ORDER BY position, id")
    .all()
    .map((lane) => ({ ...lane, devices: devices.filter((device) => device.lane_id === lane.id) }));
}

/** One lane with its devices, or null. */
export function readLane(db: Db, id: string): LaneWithDevices | null {
  const lane = sql<LaneColumns>(db, "SELECT id, name, direction, position FROM lanes WHERE id = ?").get(id);
  return lane
    ? { ...lane, devices: sql<DeviceRow>(db, `${DEVICES} WHERE lane_id = ? ORDER BY category`).all(id) }
    : null;
}

/** The last intent the ledger holds for a lane, or null. */
export function readLastIntent(db: Db, laneId: string): Lane["intent"] {
  return (
    sql<{ intent: Intent; at: string; seq: number; by: string }>(
      db,
      `SELECT data ->> 'intent' AS intent, at, seq, actor ->> 'id' AS by FROM events
       WHERE kind = 'barrier_intent' AND lane = ? ORDER BY seq DESC LIMIT 1`,
    ).get(laneId) ?? null
  );
}
