import { credentialName } from "../../common/api/subscriptions.ts";
import type { SubscriberPass } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Direction, RefusalCause } from "../../common/words.ts";
import { credentialRefOf, type LedgerKeys } from "../ledger/keys.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { endOfHours } from "./cover.ts";
import { SESSION_SELECT, type SessionRow } from "./session-rows.ts";
import type { SubscriptionRow } from "./subscription-rows.ts";

/** A plate or credential that belongs to a subscription, and where it was last seen. */
export interface Member {
  subscription: SubscriptionRow;
  ref: string;
  kind: "plate" | "credential";
  side: "in" | "out" | "neutral";
  /** The stay it came in with. */
  sessionId: string | null;
}

/** What becomes of a subscriber's passage: let through, perhaps with a violation to record, or not and why. */
export type Passage = { violation?: NonNullable<SubscriberPass["violation"]> } | { cause: RefusalCause };

interface Seen {
  plateRef: string | null;
  code: string | null;
}

/** Whose plate or credential a read shows, if it is a subscriber's: of several subscriptions the one that is valid. */
export function memberOf(db: Db, keys: LedgerKeys, { plateRef, code }: Seen, at: string): Member | null {
  const ref = code === null ? plateRef : credentialRefOf(keys, credentialName(code));
  if (ref === null) return null;
  const kind = code === null ? "plate" : "credential";
  const subscription = sql<SubscriptionRow>(
    db,
    `SELECT s.* FROM subscription_members m JOIN subscriptions s ON s.id = m.subscription_id
     WHERE m.ref = ? AND m.kind = ?
     ORDER BY s.status = 'cancelled', (s.valid_from <= ? AND s.valid_to > ?) DESC, s.valid_to DESC, s.id LIMIT 1`,
  ).get(ref, kind, at, at);
  if (!subscription) return null;
  const pass = sql<{ side: Member["side"]; session_id: string | null }>(
    db,
    "SELECT side, session_id FROM passes WHERE subscription_id = ? AND ref = ?",
  ).get(subscription.id, ref);
  return { subscription, ref, kind, side: pass?.side ?? "neutral", sessionId: pass?.session_id ?? null };
}

/** Why a subscription lets nobody in, or out without a stay, at an instant; null if it does. */
function standingOf({ status, valid_from, valid_to }: SubscriptionRow, at: string): RefusalCause | null {
  if (status === "cancelled" || at >= valid_to) return "expired";
  // A block is part of what it blocks: who was a subscriber once may come as a visitor.
  if (status === "blocked") return "blocked";
  return at < valid_from ? "not_yet_valid" : null;
}

/** Why a subscription does not hold for a car that comes in: all but who is inside already. Without a lane, at any. */
export function reasonAgainstEntry(db: Db, row: SubscriptionRow, lane: string | null, at: string): RefusalCause | null {
  const standing = standingOf(row, at);
  if (standing) return standing;
  if (lane !== null && !mayUse(db, row, lane, "entry")) return "lane_not_allowed";
  return endOfHours(db, row, at) === null ? "outside_hours" : null;
}

/** Lanes that are named bind their own direction: who names entries only may leave anywhere. */
function mayUse(db: Db, row: SubscriptionRow, lane: string, direction: "entry" | "exit"): boolean {
  const named = row.lanes === null ? [] : (JSON.parse(row.lanes) as string[]);
  if (named.includes(lane)) return true;
  const find = sql<{ direction: Direction }>(db, "SELECT direction FROM lanes WHERE id = ?");
  return !named.some((id) => ["both", direction].includes(find.get(id)?.direction ?? ""));
}

/** Judges a subscriber that comes in. `former` is the stay it is still inside with, by what the booth knows. */
export function judgeEntry(tx: Transaction, member: Member, lane: string, former: SessionRow | null): Passage {
  const { subscription } = member;
  const against = reasonAgainstEntry(tx.db, subscription, lane, tx.at);
  if (against) return { cause: against };
  const again = member.side === "in" && subscription.anti_passback !== "off";
  if (again && subscription.anti_passback === "hard") return { cause: "anti_passback" };
  if (othersInside(tx.db, subscription, former) >= subscription.cars_inside) return { cause: "cars_inside" };
  return again ? { violation: "in_in" } : {};
}

/** How many of a subscription's cars are inside, but for one stay. */
export function othersInside(db: Db, { id }: SubscriptionRow, except: SessionRow | null): number {
  const text = "SELECT count(*) AS n FROM sessions WHERE subscription_id = ? AND state IN ('open', 'paid') AND id <> ?";
  return sql<{ n: number }>(db, text).get(id, except?.id ?? "")?.n ?? 0;
}

/** Judges a subscriber that leaves with its stay, or without one where none is known. */
export function judgeExit(tx: Transaction, row: SubscriptionRow, lane: string, session: SessionRow): Passage {
  const paid = session.paid_until !== null && tx.at <= session.paid_until;
  if (row.status === "blocked" && !paid) return { cause: "blocked" };
  return mayUse(tx.db, row, lane, "exit") ? {} : { cause: "lane_not_allowed" };
}

/** Judges a subscriber that leaves and of whom no stay is known. */
export function judgeExitWithoutStay(tx: Transaction, { subscription, side }: Member, lane: string): Passage {
  const standing = standingOf(subscription, tx.at);
  if (standing) return { cause: standing };
  if (!mayUse(tx.db, subscription, lane, "exit")) return { cause: "lane_not_allowed" };
  const again = side === "out" && subscription.anti_passback !== "off";
  if (again && subscription.anti_passback === "hard") return { cause: "anti_passback" };
  return again ? { violation: "out_out" } : {};
}

/**
 * The stay of a subscriber that leaves: the one it came in with; else, as cards and cameras take turns, the only one of
 * its subscription that was opened by the other means. Never a choice among several.
 */
export function stayOfMember(db: Db, { subscription, kind, sessionId }: Member): SessionRow | null {
  const inside = sql<SessionRow>(
    db,
    `${SESSION_SELECT} WHERE s.subscription_id = ? AND s.state IN ('open', 'paid') ORDER BY s.opened_seq`,
  ).all(subscription.id);
  const own = inside.find(({ id }) => id === sessionId);
  if (own) return own;
  const others = inside.filter(({ plate_ref }) => (plate_ref === null) === (kind === "plate"));
  return others.length === 1 ? (others[0] ?? null) : null;
}

/** The subscription to which a stay belongs by its plate, as it would at an entry then; null for a visitor's. */
export function subscriptionOfStay(
  db: Db,
  keys: LedgerKeys,
  plateRef: string | null,
  lane: string | null,
  enteredAt: string,
  except: SessionRow | null,
): string | null {
  const member = memberOf(db, keys, { plateRef, code: null }, enteredAt);
  if (!member || reasonAgainstEntry(db, member.subscription, lane, enteredAt)) return null;
  const { subscription } = member;
  return othersInside(db, subscription, except) < subscription.cars_inside ? subscription.id : null;
}
