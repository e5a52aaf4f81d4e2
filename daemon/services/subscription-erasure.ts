import { refuseInput } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { lastSeqBefore } from "../ledger/read.ts";
import type { SubscriptionRow, Terms } from "./subscription-rows.ts";

/**
 * Erases holder, plates and credentials of up to `limit` subscriptions that ended before an instant, were not changed
 * since, and have no car inside. Answers how many; what was agreed stays, by its references.
 */
export function eraseLapsed(db: Db, before: string, limit: number): number {
  const rows = lapsedBefore(db, before, limit);
  for (const { id } of rows) sql(db, "DELETE FROM subscription_texts WHERE subscription_id = ?").run(id);
  return rows.length;
}

/**
 * Who cancels, or moves an end into the past, has the retention to think better of it. The changes since are read once:
 * looked up for each subscription, some thousand cancelled ones hold up the booth for seconds.
 */
function lapsedBefore(db: Db, before: string, limit: number): { id: string }[] {
  return sql<{ id: string }>(
    db,
    `SELECT id FROM subscriptions s WHERE (s.valid_to < @before OR s.status = 'cancelled')
       AND EXISTS (SELECT 1 FROM subscription_texts t WHERE t.subscription_id = s.id)
       AND s.created_seq <= @seq AND s.id NOT IN (SELECT e.data ->> 'subscriptionId' FROM events e
         WHERE e.kind = 'subscription_update' AND e.seq > @seq)
       AND NOT EXISTS (SELECT 1 FROM sessions x WHERE x.subscription_id = s.id AND x.state IN ('open', 'paid'))
     LIMIT @limit`,
  ).all({ before, seq: lastSeqBefore(db, before), limit });
}

/**
 * Whether a plate is kept as part of a subscription. Refuses with `invalid_input` while that subscription goes on: its
 * plate is what it is for, and comes back at the next entry.
 */
export function isKeptBySubscriptions(db: Db, plateRef: string, at: string): boolean {
  const rows = sql<SubscriptionRow>(
    db,
    `SELECT s.* FROM subscription_texts t JOIN subscriptions s ON s.id = t.subscription_id
     WHERE t.kind = 'plate' AND t.ref = ? ORDER BY s.created_seq`,
  ).all(plateRef);
  const current = rows.find(({ status, valid_to }) => status !== "cancelled" && valid_to > at);
  if (current) refuseInput("plate", "this plate is in a subscription that goes on; take it out of that first");
  return rows.length > 0;
}

/** Takes a plate out of the clear texts of ended subscriptions. Answers of how many. */
export function forgetInSubscriptions(db: Db, plateRef: string): number {
  return sql(db, "DELETE FROM subscription_texts WHERE kind = 'plate' AND ref = ?").run(plateRef).changes;
}

/**
 * Refuses terms of which the clear text is gone in part: a plate that nobody can see any more, and so not take out,
 * would go on opening lanes.
 */
export function assertNotErased(db: Db, terms: Terms): void {
  const text = sql(db, "SELECT 1 FROM subscription_texts WHERE subscription_id = ? AND kind = ? AND ref = ?");
  const assertKept = (kind: string, path: string) => (ref: string) => {
    if (!text.get(terms.subscriptionId, kind, ref))
      refuseInput(path, "was erased after the subscription had ended; give holder, plates and credentials anew");
  };
  assertKept("holder", "holder")(terms.holderRef);
  terms.plateRefs.forEach(assertKept("plate", "plates"));
  terms.credentialRefs.forEach(assertKept("credential", "credentials"));
}
