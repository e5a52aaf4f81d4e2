import type { EventKind } from "../../common/events.ts";
import { listEvents } from "../../daemon/ledger/read.ts";
import type { TestBooth } from "./booth.ts";

export const simulated = { driver: "simulated", config: {} };

/** A lane with a barrier and a reader, to be assigned. */
export const fullLane = {
  lane: "exit-1",
  direction: "exit",
  devices: { access: { driver: "simulated", config: { openMs: 4000 } }, reader: simulated },
};

/** What events of a kind hold, oldest first. */
export function recorded(running: TestBooth, kind: EventKind): unknown[] {
  return listEvents(running.booth.db, { kind }, 500)
    .map(({ data }) => data)
    .reverse();
}

/** All that assigning may store: nothing of it differs if nothing was stored. */
export function storedIn({ booth }: TestBooth): unknown {
  return ["lanes", "lane_devices", "setup_state"]
    .map((table) => booth.db.prepare(`SELECT * FROM ${table}`).all())
    .concat([[booth.ledger.head()?.seq]]);
}
