import type { Page } from "../../common/api/parts.ts";
import type { Subscription, SubscriptionQuery } from "../../common/api/subscriptions.ts";
import { refuseInput } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import type { Needs } from "../context.ts";
import { type SubscriptionRow, subscriptionOf } from "./subscription-rows.ts";

/** Subscriptions, the newest first; those that end soon by their end. */
export function listSubscriptions(booth: Needs<"db" | "clock">, query: SubscriptionQuery): Page<Subscription> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, ...given: unknown[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (query.status) where("status = ?", query.status);
  if (query.q) addSearch(query.q, where);
  if (query.ended !== undefined) where(`valid_to ${query.ended ? "<=" : ">"} ?`, instant(booth.clock.now()));
  const expiring = query.expiringWithinDays;
  const [after, seq] = cursorOf(query.cursor);
  if (expiring === undefined) {
    if (query.cursor) where("created_seq < ?", seq);
  } else {
    const now = booth.clock.now();
    where("status = 'active' AND valid_to > ? AND valid_to <= ?", instant(now), instant(now + expiring * 86_400_000));
    if (query.cursor) where("(valid_to, created_seq) > (?, ?)", after, seq);
  }
  const filter = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const order = expiring === undefined ? "created_seq DESC" : "valid_to, created_seq";
  const rows = sql<SubscriptionRow>(booth.db, `SELECT * FROM subscriptions ${filter} ORDER BY ${order} LIMIT ?`).all(
    ...values,
    query.limit + 1,
  );
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => subscriptionOf(booth.db, row)),
    next: rows.length > query.limit && last ? `${last.valid_to}_${last.created_seq}` : null,
  };
}

function cursorOf(cursor = ""): [after: string, seq: number] {
  const [after = "", seq = ""] = cursor.split("_");
  if (cursor !== "" && !/^\d{1,15}$/.test(seq)) refuseInput("cursor", "expected a cursor this list gave out");
  return [after, Number(seq)];
}

function addSearch(text: string, where: (condition: string, ...given: unknown[]) => void): void {
  const pattern = (value: string) => `%${value.replace(/[\\%_]/g, "\\$&")}%`;
  // A plate or credential is found as it is kept, however it is typed.
  const kept = text.normalize("NFKC").toUpperCase();
  where(
    `id IN (SELECT subscription_id FROM subscription_texts WHERE (kind = 'holder' AND value LIKE ? ESCAPE '\\')
       OR (kind = 'plate' AND ? <> '%%' AND value LIKE ? ESCAPE '\\') OR (kind = 'credential' AND value LIKE ? ESCAPE '\\'))`,
    pattern(text),
    ...[kept.replace(/[^\p{L}\p{N}]/gu, "")].flatMap((plate) => [pattern(plate), pattern(plate)]),
    pattern(kept.replace(/\s/g, "")),
  );
}
