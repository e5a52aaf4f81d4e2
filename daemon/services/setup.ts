import type { AssignedDevice, AssignedLane, Assignment, SetupState } from "../../common/api/setup.ts";
import { BoothError, type ErrorDetail, refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { changedMeanwhile, isTagged, type Seen, tagOf } from "../../common/node/etag.ts";
import { type SetupNeed, setupNeeds } from "../../common/setup-needs.ts";
import type { Actor, Needs } from "../context.ts";
import { findDriver } from "../devices/catalog.ts";
import { redactConfig } from "../devices/driver-config.ts";
import { type DeviceRow, type LaneWithDevices, readLane, readLanes } from "../devices/lane-rows.ts";
import { changesAnything, type LanePlan, planAssignments, storedConfig, writePlan } from "./setup-plan.ts";

type SetupBooth = Needs<"ledger" | "devices" | "bus">;

function deviceOf(row: DeviceRow): AssignedDevice {
  const config = redactConfig(findDriver(row.category, row.driver_id), storedConfig(row));
  return { driver: row.driver_id, config, assignedAt: row.assigned_at, assignedBy: row.assigned_by };
}

function assignedOf({ id, name, direction, position, devices }: LaneWithDevices): AssignedLane {
  return {
    lane: id,
    name,
    direction,
    position,
    devices: Object.fromEntries(devices.map((row) => [row.category, deviceOf(row)])),
  };
}

/** A lane as it is assigned; refuses with `not_found`. */
export function readAssignedLane(db: Db, id: string): AssignedLane {
  return assignedOf(readLane(db, id) ?? refuse("not_found", "there is no lane with this id"));
}

/**
 * Refuses what was decided on sight of another state than the lane's now. The tag of the whole setup's state will do
 * for `ifMatch` too; `ifNoneMatch` `*` is for a lane that is to be new.
 */
function assertSeen(db: Db, id: string, { ifMatch, ifNoneMatch }: Seen): void {
  const row = readLane(db, id);
  const current = row && assignedOf(row);
  if (ifNoneMatch !== undefined && current !== null && isTagged(ifNoneMatch, current))
    throw changedMeanwhile(current, `there is a lane "${id}" by now; here is how it stands`, [
      { path: "lane", message: "expected an id that no lane has yet" },
    ]);
  if (ifMatch === undefined || (current !== null && isTagged(ifMatch, current))) return;
  const isOfState = ifMatch === tagOf(readSetupState({ db }));
  if (!isOfState) throw changedMeanwhile(current);
}

/**
 * Assigns several lanes at once: all are stored, or, where one is refused, none. Merges by category; what is assigned
 * already stays as it is. Then the devices are opened. With `seen`, each lane must be as it was seen.
 */
export async function assignMany(
  booth: SetupBooth,
  actor: Actor,
  assignments: readonly Assignment[],
  seen: Seen = {},
): Promise<AssignedLane[]> {
  const { lanes, changed } = await booth.ledger.commit(actor, (tx) => {
    for (const { lane } of assignments) assertSeen(tx.db, lane, seen);
    const plans = planAssignments(tx.db, assignments);
    for (const plan of plans) writePlan(tx, actor.id, plan);
    return { lanes: plans.map(({ lane }) => readAssignedLane(tx.db, lane)), changed: plans.some(changesAnything) };
  });
  if (changed) {
    await booth.devices.reload();
    booth.bus.announce("lanesChanged", null);
  }
  return lanes;
}

/**
 * Assigns one lane; refuses with `unknown_driver`, `invalid_input` or, on sight of another state than the lane's now,
 * `changed_meanwhile`, and stores nothing then.
 */
export async function assignLane(
  booth: SetupBooth,
  actor: Actor,
  assignment: Assignment,
  seen: Seen = {},
): Promise<AssignedLane> {
  const [lane] = await assignMany(booth, actor, [assignment], seen);
  return lane ?? refuse("internal", "the assigned lane is missing");
}

/** What assigning would change, with nothing stored; refuses as `assignMany` would. */
export function previewAssignments(booth: Needs<"db">, assignments: readonly Assignment[]): LanePlan[] {
  return planAssignments(booth.db, assignments).filter(changesAnything);
}

/** All lanes in the form `assignMany` takes; a secret is `{"set":true}`, which keeps the stored one. */
export function exportSetup(booth: Needs<"db">): Assignment[] {
  return readLanes(booth.db)
    .map(assignedOf)
    .map(({ lane, name, direction, position, devices }) => ({
      lane,
      name,
      direction,
      position,
      devices: Object.fromEntries(
        Object.entries(devices).map(([category, { driver, config }]) => [category, { driver, config }]),
      ),
    }));
}

interface SetupRow {
  completed_at: string | null;
}

const NEED_WORDS: Readonly<Record<SetupNeed["what"], string>> = {
  lane: "no lane is assigned yet",
  access: "has no access device",
  reader: "has neither a reader nor a camera",
};

function detailOf({ lane, what }: SetupNeed): ErrorDetail {
  return { path: what === "lane" ? "lanes" : `lanes.${lane}.${what}`, message: NEED_WORDS[what] };
}

/** How far first-run setup has come. */
export function readSetupState(booth: Needs<"db">): SetupState {
  const lanes = readLanes(booth.db).map(assignedOf);
  const row = sql<SetupRow>(booth.db, "SELECT completed_at FROM setup_state WHERE id = 1").get();
  const completedAt = row?.completed_at ?? null;
  return {
    lanes,
    completed: completedAt !== null,
    completedAt,
    missing: setupNeeds(lanes).map(({ lane, what }) => ({ lane, message: NEED_WORDS[what] })),
  };
}

/**
 * Marks setup complete; done already, it stays as it was. Refuses with `setup_incomplete` and what is missing, also of a
 * lane that came later.
 */
export async function completeSetup(booth: Needs<"ledger">, actor: Actor): Promise<SetupState> {
  return booth.ledger.commit(actor, (tx) => {
    const state = readSetupState(tx);
    const details = setupNeeds(state.lanes).map(detailOf);
    if (details.length > 0)
      throw new BoothError(
        "setup_incomplete",
        "setup is not complete yet: a lane needs its access device, and a reader or a camera",
        { details },
      );
    if (state.completed) return state;
    sql(
      tx.db,
      `INSERT INTO setup_state (id, started_at, completed_at, completed_by) VALUES (1, ?, ?, ?)
       ON CONFLICT DO UPDATE SET completed_at = excluded.completed_at, completed_by = excluded.completed_by`,
    ).run(tx.at, tx.at, actor.id);
    tx.append("setup_complete", { lanes: state.lanes.map(({ lane }) => lane) });
    return readSetupState(tx);
  });
}
