import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import { SAME_READ_MS } from "./read-memory.ts";
import { SESSION_SELECT, type SessionRow } from "./session-rows.ts";
import type { Outcome, Sighting } from "./sighting.ts";
import { readTicketCode } from "./tickets.ts";

/** When reads began to be taken: what the ledger held then, by a clock that never jumps. */
export interface Start {
  seq: number;
  at: number;
}

/**
 * Asks the barrier again for a vehicle that was let through just before the booth went down, and is read again just after
 * it came up: nobody knows whether the barrier ever got the intent, and the stay is not opened or ended twice.
 */
export function letThroughAgain(sighting: Sighting, start: Start): Outcome | null {
  const { booth, tx, lane } = sighting;
  if (booth.clock.monotonic() - start.at >= SAME_READ_MS) return null;
  const passing = passingStay(sighting, start.seq);
  if (!passing || booth.devices.lane(lane.id)?.presence === false) return null;
  const hasLeft = passing.closed_seq !== null;
  const cause = hasLeft ? "exit" : "entry";
  tx.append("barrier_intent", { intent: "open", cause, sessionId: passing.id }, lane.id);
  const { subscription_id } = passing;
  const known = subscription_id === null ? {} : { subscriptionId: subscription_id };
  if (!hasLeft) return { session: passing, state: "admitted", ...known };
  const state = subscription_id !== null ? "subscriber" : passing.paid > 0 ? "paid" : "free";
  return { session: passing, state, ...known };
}

/** The stay of this vehicle that began or ended at this lane a moment ago, before the start. */
function passingStay({ booth, tx, lane, read, plateRef, member }: Sighting, upTo: number): SessionRow | null {
  const ticket = read.code === null ? null : readTicketCode(booth.ledger.keys, read.code);
  const since = instant(tx.now - SAME_READ_MS);
  const text = `${SESSION_SELECT} WHERE (s.plate_ref = ? OR s.ticket_number = ? OR s.id = ?) AND (
      (s.entry_lane = ? AND s.state = 'open' AND s.entered_at > ? AND s.opened_seq <= ?)
      OR (s.exit_lane = ? AND s.state = 'closed' AND s.exited_at > ? AND s.closed_seq <= ?))
    ORDER BY s.opened_seq DESC LIMIT 1`;
  const at = [lane.id, since, upTo];
  return sql<SessionRow>(tx.db, text).get(plateRef, ticket, member?.sessionId ?? null, ...at, ...at) ?? null;
}
