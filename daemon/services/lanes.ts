import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { HandIntent } from "../../common/api/lanes.ts";
import type { DeviceCategory } from "../../common/drivers.ts";
import { refuse, refuseInput } from "../../common/errors.ts";
import type { LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Direction } from "../../common/words.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { keepPicture } from "./pictures.ts";
import { picturePath } from "./session-rows.ts";
import { within } from "./within.ts";

/** Whoever opens by hand waits so long for the picture, which a slow camera may give later. */
const PICTURE_MS = 1000;

export interface LaneRow {
  id: string;
  name: string;
  direction: Direction;
}

/** A lane by its id. Refuses with `not_found`. */
export function laneById(db: Db, id: string): LaneRow {
  return (
    sql<LaneRow>(db, "SELECT id, name, direction FROM lanes WHERE id = ?").get(id) ??
    refuse("not_found", "there is no lane with this id")
  );
}

/** A lane that serves this direction. */
export function laneFor(db: Db, id: string, direction: "entry" | "exit"): LaneRow {
  const lane = laneById(db, id);
  if (lane.direction !== "both" && lane.direction !== direction) refuseInput("lane", `expected an ${direction} lane`);
  return lane;
}

/** Refuses with `no_such_device` unless the lane has a device of this category. */
export function requireDevice(db: Db, laneId: string, category: DeviceCategory): void {
  const found = sql(db, "SELECT 1 FROM lane_devices WHERE lane_id = ? AND category = ?").get(laneId, category);
  if (!found) refuse("no_such_device", `this lane has no ${category} device`);
}

/**
 * Records an intent given by hand; the barrier gets it once the ledger has it. A picture of the lane is kept with it, for
 * which nobody waits longer than a second.
 */
export async function giveIntentByHand(
  booth: Needs<"db" | "ledger" | "devices" | "config" | "log">,
  actor: Actor,
  laneId: string,
  input: HandIntent,
): Promise<LedgerEvent<"barrier_intent">> {
  const give = (tx: Transaction) => {
    laneById(tx.db, laneId);
    requireDevice(tx.db, laneId, "access");
    const { intent, reason, note } = input;
    const sessionId = booth.devices.lane(laneId)?.waiting?.sessionId ?? null;
    return tx.append(
      "barrier_intent",
      { intent, cause: "hand", sessionId, reason, ...(note === undefined ? {} : { note }) },
      laneId,
    );
  };
  const event = await booth.ledger.commit(actor, give, { urgent: true });
  const name = `intent-${event.seq}`;
  // A request that came twice keeps the picture of the first.
  if (!existsSync(picturePath(booth.config.dataDir, name))) await within(photograph(booth, laneId, name), PICTURE_MS);
  return event;
}

/** Keeps a picture of a lane as it stands now, where its camera gives one. Never rejects. */
async function photograph(
  booth: Needs<"db" | "ledger" | "devices" | "config" | "log">,
  laneId: string,
  name: string,
): Promise<void> {
  const picture = await booth.devices.snapshot(laneId);
  if (picture) await keepPicture(booth, name, picture.jpeg);
}

/** The picture kept with an intent given by hand at this lane, or null. */
export async function intentPicture(
  { db, config }: Needs<"db" | "config">,
  laneId: string,
  seq: number,
): Promise<Buffer | null> {
  const given = sql(db, "SELECT 1 FROM events WHERE seq = ? AND kind = 'barrier_intent' AND lane = ?").get(seq, laneId);
  if (!given) return null;
  return readFile(picturePath(config.dataDir, `intent-${seq}`)).catch(() => null);
}
