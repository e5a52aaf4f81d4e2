import type { RefusalCause } from "../../common/words.ts";
import { type SessionRow, sessionById } from "./session-rows.ts";
import { openSession } from "./sessions.ts";
import { type Outcome, refuseVehicle, type Sighting } from "./sighting.ts";
import { occupancyOf, siteOf } from "./sites.ts";
import { judgeEntry, type Member, type Passage } from "./subscribers.ts";

/** A plate whose subscription does not hold now comes in like anybody's; a card has nothing else to say for itself. */
const AS_VISITOR: readonly RefusalCause[] = [
  "expired",
  "not_yet_valid",
  "lane_not_allowed",
  "outside_hours",
  "cars_inside",
];

/** Decides about a vehicle that comes in: a subscriber by plate or credential, else a visitor by plate. */
export function enter(sighting: Sighting): Outcome {
  const { tx, lane, read, member, inside } = sighting;
  if (member) {
    const former = formerStay(sighting, member);
    const passage = judgeEntry(tx, member, lane.id, former);
    if (!("cause" in passage)) return enterAsSubscriber(sighting, member, former, passage.violation);
    if (member.kind === "credential" || !AS_VISITOR.includes(passage.cause))
      return refuseVehicle(sighting, passage.cause);
  }
  if (read.by === "qr") return refuseVehicle(sighting, "wrong_direction");
  if (read.by === "reader") return refuseVehicle(sighting, "unknown_credential");
  if (inside) return refuseVehicle(sighting, "already_inside", undefined, inside.id);
  if (isGateShut(sighting)) return refuseVehicle(sighting, "no_presence");
  if (occupancyOf(tx.db).full) return refuseVehicle(sighting, "site_full");
  const session = open(sighting, null);
  tx.append("barrier_intent", { intent: "open", cause: "entry", sessionId: session.id }, lane.id);
  return { session, state: "admitted" };
}

/** The stay a subscriber's plate or credential is still inside with, by what the booth knows. */
function formerStay({ tx, inside }: Sighting, { subscription, sessionId }: Member): SessionRow | null {
  if (sessionId !== null) return sessionById(tx.db, sessionId);
  return inside?.subscription_id === subscription.id ? inside : null;
}

/** Subscribers have their place: they come in when the site is full, too. */
function enterAsSubscriber(
  sighting: Sighting,
  { subscription, ref }: Member,
  former: SessionRow | null,
  violation: Extract<Passage, { violation?: unknown }>["violation"],
): Outcome {
  const { tx, lane, inside } = sighting;
  if (inside && inside.id !== former?.id) return refuseVehicle(sighting, "already_inside", undefined, inside.id);
  if (isGateShut(sighting)) return refuseVehicle(sighting, "no_presence");
  // It stands outside, so it has left unseen.
  if (former) {
    const ended = { exitedAt: tx.at, how: "subscription" as const, owed: 0, reason: "entered_again" };
    tx.append("session_close", { sessionId: former.id, ...ended });
  }
  const session = open(sighting, subscription.id);
  const pass = { subscriptionId: subscription.id, ref, ...(violation ? { violation } : {}) };
  tx.append("barrier_intent", { intent: "open", cause: "entry", sessionId: session.id, pass }, lane.id);
  return { session, state: "admitted", subscriptionId: subscription.id };
}

function open({ tx, lane, plateRef, read }: Sighting, subscriptionId: string | null): SessionRow {
  const { vehicleClass, cameraClass } = read;
  const seen = { vehicleClass, ...(cameraClass === null ? {} : { cameraClass }) };
  return openSession(tx, { lane: lane.id, plateRef, ...seen, enteredAt: tx.at, by: "read", subscriptionId });
}

/** Whether a vehicle must stand before the barrier and none does. A lane that cannot tell has no gate. */
function isGateShut({ booth, tx, lane }: Sighting): boolean {
  if (booth.devices.lane(lane.id)?.presence !== false) return false;
  const site = siteOf(tx.db);
  const until = site.entry_presence_bypass_until;
  return !(site.entry_presence_bypass === 1 && (until === null || tx.at < until));
}
