import { instant } from "../../common/node/clock.ts";
import { deviceActor } from "./actors.ts";
import type { LaneRow } from "./lanes.ts";
import type { Seen } from "./read-memory.ts";
import { correctPlate } from "./sessions.ts";
import type { Read, ReadBooth } from "./sighting.ts";

/** Gives a stay that was just opened the plate a later read of the burst is surer of. The ledger holds the correction. */
export async function takeBetterPlate(booth: ReadBooth, lane: LaneRow, seen: Seen, read: Read): Promise<void> {
  const { opened } = seen;
  const isBetter = seen.plate === null || (read.confidence ?? 0) > seen.confidence;
  if (opened === null || read.plate === null || read.plate === seen.plate || !isBetter) return;
  const reason = seen.plate === null ? ("no_read" as const) : ("misread" as const);
  try {
    const stay = await correctPlate(booth, deviceActor(`${lane.id}/camera`), opened, { plate: read.plate, reason });
    Object.assign(seen, { plate: read.plate, confidence: read.confidence ?? 0 });
    booth.devices.setLastRead(lane.id, { at: instant(booth.clock.now()), by: "camera", plate: read.plate });
    const { waiting } = booth.devices.lane(lane.id) ?? {};
    if (waiting?.sessionId !== opened) return;
    const { subscriptionId: _former, ...vehicle } = waiting;
    const member = stay.subscriptionId === undefined ? {} : { subscriptionId: stay.subscriptionId };
    booth.devices.setWaiting(lane.id, { ...vehicle, plate: read.plate, confidence: read.confidence, ...member });
  } catch (error) {
    // The plate of another car inside, or a stay that has ended: what was read first stands.
    booth.log.info({ err: error, lane: lane.id }, "a plate that was read better could not be taken");
  }
}
