import type { OccupancyAdjustment, Site } from "../../common/api/site.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import type { Actor, Needs } from "../context.ts";
import { readSite } from "./site-config.ts";
import { occupancyOf } from "./sites.ts";

/**
 * Sets the number of cars inside to what somebody counted; the ledger holds by how much it was wrong. With `expected`,
 * the entity tag of the site that was seen, a car that came or went during the count is `changed_meanwhile`.
 */
export async function adjustOccupancy(
  booth: Needs<"ledger">,
  actor: Actor,
  input: OccupancyAdjustment,
  expected?: string,
): Promise<Site> {
  return booth.ledger.commit(actor, (tx) => {
    assertUnchanged(expected, readSite(tx));
    const before = occupancyOf(tx.db).carsInside;
    const { carsInside: after, reason, note } = input;
    const words = { reason, ...(note === undefined ? {} : { note }) };
    tx.append("occupancy_adjustment", { before, after, difference: after - before, ...words });
    return readSite(tx);
  });
}

/** Puts on the entries' signs whether the site is full. */
export function showOccupancy(booth: Needs<"db" | "devices">): void {
  booth.devices.setFull(occupancyOf(booth.db).full);
}
