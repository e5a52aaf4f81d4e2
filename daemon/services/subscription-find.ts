import { Plate } from "../../common/api/parts.ts";
import { credentialName, type Subscription } from "../../common/api/subscriptions.ts";
import { refuse, refuseInput } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { checkInput } from "../../common/node/input.ts";
import { type SubscriptionRow, subscriptionById, subscriptionOf, type Terms, termsOf } from "./subscription-rows.ts";

/**
 * A subscription by its id, or by a plate or credential that only one has; one that was cancelled counts only where
 * there is no other. Refuses with `not_found`, and with `invalid_input` where several have it.
 */
export function subscriptionNamed(db: Db, name: string): SubscriptionRow {
  const known = sql<SubscriptionRow>(db, "SELECT * FROM subscriptions WHERE id = ?").get(name);
  if (known) return known;
  const found = withMember(db, name);
  const going = found.filter(({ status }) => status !== "cancelled");
  const [only, other] = going.length > 0 ? going : found;
  if (!only) refuse("not_found", `no subscription has the id, the plate or the card ${name}`);
  if (other) refuseInput("subscription", `${name} is in ${found.length} of them; name one by its id: ${ids(found)}`);
  return only;
}

const ids = (rows: readonly SubscriptionRow[]) => rows.map(({ id }) => id).join(", ");

function withMember(db: Db, name: string): SubscriptionRow[] {
  const plate = checkInput(Plate, name);
  return sql<SubscriptionRow>(
    db,
    `SELECT * FROM subscriptions WHERE id IN (SELECT subscription_id FROM subscription_texts
       WHERE (kind = 'plate' AND value = ?) OR (kind = 'credential' AND value = ?)) ORDER BY created_seq`,
  ).all("output" in plate ? plate.output : "", credentialName(name));
}

/** A subscription that was agreed in just these terms, if there is one: to ask for it twice makes no second. */
export function subscriptionLike(db: Db, terms: Terms): Subscription | null {
  const rows = sql<{ subscription_id: string }>(
    db,
    "SELECT DISTINCT subscription_id FROM subscription_members WHERE ref = ?",
  ).all(terms.plateRefs[0] ?? terms.credentialRefs[0]);
  const wanted = JSON.stringify({ ...terms, subscriptionId: "" });
  const same = rows
    .map(({ subscription_id }) => subscriptionById(db, subscription_id))
    .find((row) => JSON.stringify({ ...termsOf(db, row), subscriptionId: "" }) === wanted);
  return same ? subscriptionOf(db, same) : null;
}

/** The stays with which cars of a subscription are inside, the first to come first. */
export function carsInsideOf(db: Db, id: string): { sessionId: string; plate: string | null; enteredAt: string }[] {
  return sql<{ sessionId: string; plate: string | null; enteredAt: string }>(
    db,
    `SELECT s.id AS sessionId, p.plate, s.entered_at AS enteredAt FROM sessions s LEFT JOIN plates p ON p.ref = s.plate_ref
     WHERE s.subscription_id = ? AND s.state IN ('open', 'paid') ORDER BY s.opened_seq`,
  ).all(id);
}
