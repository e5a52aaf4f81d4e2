import { IMPORT_COLUMNS, type Subscription } from "../../common/api/subscriptions.ts";
import { dayOfEdge, writeHours } from "../../common/hours.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { SubscriptionStatus } from "../../common/words.ts";
import { siteOf } from "./sites.ts";
import { type SubscriptionRow, subscriptionOf } from "./subscription-rows.ts";

/** Subscriptions as a file to import has them. */
export interface SubscriptionTable {
  columns: readonly string[];
  rows: string[][];
  /** How many were left out, because who had them is erased. */
  erased: number;
}

/** Every subscription, or those of a status, the oldest first, in the columns that an import reads. */
export function subscriptionTable(db: Db, status?: SubscriptionStatus): SubscriptionTable {
  const { timezone } = siteOf(db);
  const found = sql<SubscriptionRow>(
    db,
    "SELECT * FROM subscriptions WHERE status = ifnull(?, status) ORDER BY created_seq",
  )
    .all(status ?? null)
    .map((row) => subscriptionOf(db, row));
  const whole = found.filter(
    ({ holder, plates, credentials }) => holder !== null && plates.length + credentials.length > 0,
  );
  return {
    columns: IMPORT_COLUMNS,
    rows: whole.map((subscription) => IMPORT_COLUMNS.map((column) => cellOf(subscription, column, timezone))),
    erased: found.length - whole.length,
  };
}

function cellOf(subscription: Subscription, column: (typeof IMPORT_COLUMNS)[number], timezone: string): string {
  if (column === "validFrom") return shownEdge(subscription.validFrom, timezone, "start");
  if (column === "validTo") return shownEdge(subscription.validTo, timezone, "end");
  if (column === "hours") return subscription.hours ? writeHours(subscription.hours) : "";
  const value = subscription[column] ?? "";
  return Array.isArray(value) ? value.join("|") : String(value);
}

/** A day where a subscription begins or ends with one of the site, else the instant. As an end, the day is its last. */
export function shownEdge(instant: string, timezone: string, edge: "start" | "end"): string {
  return dayOfEdge(instant, timezone, edge) ?? instant;
}
