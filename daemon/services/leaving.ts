import { type Db, sql } from "../../common/node/db.ts";
import type { RefusalCause } from "../../common/words.ts";
import type { LedgerKeys } from "../ledger/keys.ts";
import { feeAt } from "./fees.ts";
import { describeNearMatch, plateShape } from "./plates.ts";
import { SESSION_SELECT, type SessionRow } from "./session-rows.ts";
import { sessionOfTicket } from "./sessions.ts";
import { type Outcome, refuseVehicle, type Sighting } from "./sighting.ts";
import { judgeExit, judgeExitWithoutStay, type Member, stayOfMember } from "./subscribers.ts";
import { subscriptionById } from "./subscription-rows.ts";
import { readTicketCode } from "./tickets.ts";

/** The stay a leaving vehicle belongs to, or why none was found. */
type Leaving = { session: SessionRow; nearMatch?: string } | { cause: RefusalCause; sessionId: string | null };

const none = (cause: RefusalCause, sessionId: string | null = null): Leaving => ({ cause, sessionId });

/** Decides about a vehicle that leaves: a subscriber's, a visitor's that owes nothing, or one that has to pay. */
export function leave(sighting: Sighting): Outcome {
  const { tx, lane, member } = sighting;
  const found = findLeaving(sighting);
  if ("cause" in found) {
    if (member && found.cause === "no_session") return leaveWithoutStay(sighting, member);
    return refuseVehicle(sighting, found.cause, undefined, found.sessionId);
  }
  const { session } = found;
  if (session.subscription_id !== null) {
    const passage = judgeExit(tx, subscriptionById(tx.db, session.subscription_id), lane.id, session);
    if ("cause" in passage) return refuseVehicle(sighting, passage.cause, session);
  }
  return letLeave(sighting, found);
}

/** A subscriber may have come in unseen, behind another car: it leaves all the same. */
function leaveWithoutStay(sighting: Sighting, member: Member): Outcome {
  const { tx, lane } = sighting;
  const passage = judgeExitWithoutStay(tx, member, lane.id);
  if ("cause" in passage) {
    const isVisitor = member.kind === "plate" && ["expired", "not_yet_valid"].includes(passage.cause);
    return refuseVehicle(sighting, isVisitor ? "no_session" : passage.cause);
  }
  const pass = { subscriptionId: member.subscription.id, ref: member.ref, ...passage };
  tx.append("barrier_intent", { intent: "open", cause: "exit", sessionId: null, pass }, lane.id);
  return { session: null, state: "subscriber", subscriptionId: member.subscription.id };
}

function letLeave({ tx, lane, member }: Sighting, found: Extract<Leaving, { session: SessionRow }>): Outcome {
  const { session, nearMatch } = found;
  const subscriptionId = session.subscription_id;
  const known = {
    ...(nearMatch === undefined ? {} : { nearMatch }),
    ...(subscriptionId === null ? {} : { subscriptionId }),
  };
  const { quote } = feeAt(tx.db, session, tx.at, false);
  if (quote.amount > 0) return { session, state: "due", quote, ...known };
  const how = session.paid > 0 ? "paid" : subscriptionId === null ? "free" : "subscription";
  tx.append("session_close", { sessionId: session.id, exitedAt: tx.at, how, owed: 0 }, lane.id);
  const shown = member !== null && member.subscription.id === subscriptionId;
  const pass = shown ? { pass: { subscriptionId: member.subscription.id, ref: member.ref } } : {};
  tx.append("barrier_intent", { intent: "open", cause: "exit", sessionId: session.id, ...pass }, lane.id);
  return { session, state: how === "subscription" ? "subscriber" : how, ...known };
}

/**
 * Finds the one matching stay: by ticket or credential, by the exact plate, by the subscription of the plate, else by
 * the only plate inside that differs in look-alike characters alone. Never a choice among several.
 */
function findLeaving({ booth, tx, read, inside, member }: Sighting): Leaving {
  const ofMember = inside ?? (member && stayOfMember(tx.db, member));
  if (ofMember) return { session: ofMember };
  if (member && read.code !== null) return none("no_session");
  if (read.code !== null) return byTicket(tx.db, booth.ledger.keys, read.code);
  return read.plate === null ? none("no_session") : byNearPlate(tx.db, read.plate);
}

function byTicket(db: Db, keys: LedgerKeys, code: string): Leaving {
  const number = readTicketCode(keys, code);
  if (number === null) return none("unknown_ticket");
  const session = sessionOfTicket(db, number);
  if (!session) return none("unknown_ticket");
  return session.state === "open" || session.state === "paid" ? { session } : none("session_closed", session.id);
}

function byNearPlate(db: Db, plate: string): Leaving {
  const shape = plateShape(plate);
  const inside = sql<SessionRow>(db, `${SESSION_SELECT} WHERE s.state IN ('open', 'paid') AND length(p.plate) = ?`).all(
    [...plate].length,
  );
  const near = inside.filter((session) => session.plate !== null && plateShape(session.plate) === shape);
  const [only] = near;
  if (!only?.plate) return none("no_session");
  if (near.length > 1) return none("ambiguous");
  return { session: only, nearMatch: describeNearMatch(plate, only.plate) };
}
