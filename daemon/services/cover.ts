import { hoursUntil } from "../../common/hours.ts";
import type { Db } from "../../common/node/db.ts";
import type { ValidPeriod } from "../../common/pricing/model.ts";
import type { SessionRow } from "./session-rows.ts";
import { siteOf } from "./sites.ts";
import { type SubscriptionRow, subscriptionById } from "./subscription-rows.ts";

/**
 * Until when a subscriber's stay costs nothing, or null if it is no subscriber's. The subscription covers the stay from
 * its entry to the first of: its end, the moment it was blocked or cancelled, and the end of its hours. What comes
 * after is by the tariff of the entry, from then on.
 */
export function coveredUntil(db: Db, session: SessionRow): string | null {
  if (session.subscription_id === null) return null;
  const subscription = subscriptionById(db, session.subscription_id);
  if (session.entered_at < subscription.valid_from) return null;
  const hours = endOfHours(db, subscription, session.entered_at);
  if (hours === null) return null;
  const until = [subscription.valid_to, subscription.stopped_at ?? subscription.valid_to, hours].sort()[0] ?? "";
  return until > session.entered_at ? until : null;
}

/** When the hours that hold at an instant end; null if they do not hold. */
export function endOfHours(db: Db, subscription: SubscriptionRow, at: string): string | null {
  if (subscription.hours === null) return subscription.valid_to;
  const hours = JSON.parse(subscription.hours) as ValidPeriod[];
  const end = hoursUntil(hours, siteOf(db).timezone, Date.parse(at));
  if (end === null) return null;
  return end === Number.POSITIVE_INFINITY ? subscription.valid_to : new Date(end).toISOString();
}
