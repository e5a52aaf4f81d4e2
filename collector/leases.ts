import type { LeasedItem } from "../common/api/collector.ts";
import { instant } from "../common/node/clock.ts";
import { sql } from "../common/node/db.ts";
import type { Needs } from "./context.ts";
import { conditionOf, type Filter, IS_WAITING, ITEM_COLUMNS, type ItemRow, itemView } from "./items.ts";

/** How long a crop is one client's without being asked for again. */
const LEASE_MS = 120_000;

/** Who asks for crops to label, for how many, and of which. */
export interface Ask {
  client: string;
  n: number;
  filter: Filter;
  /** The last of its own skips after which an item may be shown to it again. */
  skippedUpTo: number;
}

/** An item by its name. */
export interface ItemName {
  boothId: string;
  itemId: string;
}

/** What this client put off itself: for others now, and not for it. With the named parameters `client` and `skippedUpTo`. */
export const IS_PUT_OFF = `EXISTS (
  SELECT 1 FROM verdicts v
   WHERE v.booth_id = i.booth_id AND v.item_id = i.item_id AND v.verdict = 'skip' AND v.client = @client
     AND v.seq > @skippedUpTo AND NOT EXISTS (SELECT 1 FROM verdicts u WHERE u.undoes = v.seq))`;

/**
 * Leases the next crops to a client, and renews those it holds already: `first` comes first, then these, then the oldest
 * that wait, then those that were skipped, by others or long enough ago. To be called within a transaction.
 */
export function leaseNext({ db, clock }: Needs<"db" | "clock">, ask: Ask, first?: ItemName): LeasedItem[] {
  const now = instant(clock.now());
  const until = instant(clock.now() + LEASE_MS);
  const rows = waitingFor({ db }, ask, now, first);
  sql(db, "DELETE FROM leases WHERE until <= ?").run(now);
  const lease = sql(
    db,
    `INSERT INTO leases (booth_id, item_id, client, until) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET client = excluded.client, until = excluded.until`,
  );
  for (const { booth_id, item_id } of rows) lease.run(booth_id, item_id, ask.client, until);
  return rows.map((row) => ({ ...itemView(row), leaseUntil: until }));
}

function waitingFor({ db }: Needs<"db">, ask: Ask, now: string, first?: ItemName): ItemRow[] {
  const { client, n, filter, skippedUpTo } = ask;
  const { where, values } = conditionOf(filter);
  // CROSS: the leases are few, the items many.
  const own = sql<ItemRow>(
    db,
    `SELECT ${ITEM_COLUMNS} FROM leases l CROSS JOIN items i ON i.booth_id = l.booth_id AND i.item_id = l.item_id
      WHERE l.client = @client AND l.until > @now AND ${IS_WAITING}${where}
      ORDER BY i.state = 'skipped', i.waits_since, i.rowid LIMIT @most`,
  ).all({ ...values, client, now, most: n });
  const isFirst = (row: ItemRow) => row.booth_id === first?.boothId && row.item_id === first.itemId;
  const found = [...named({ db }, first), ...own.filter((row) => !isFirst(row))];
  for (const condition of ["i.state = 'pending'", `i.state = 'skipped' AND NOT ${IS_PUT_OFF}`]) {
    if (found.length >= n) break;
    const free = sql<ItemRow>(
      db,
      `SELECT ${ITEM_COLUMNS} FROM items i
        WHERE ${IS_WAITING} AND ${condition}${where}
          AND NOT EXISTS (SELECT 1 FROM leases l
                           WHERE l.booth_id = i.booth_id AND l.item_id = i.item_id AND l.until > @now)
        ORDER BY i.waits_since, i.rowid LIMIT @most`,
    ).all({ ...values, client, skippedUpTo, now, most: n });
    found.push(...free.filter((row) => !isFirst(row)));
  }
  return found.slice(0, n);
}

function named({ db }: Needs<"db">, name: ItemName | undefined): ItemRow[] {
  if (!name) return [];
  return sql<ItemRow>(db, `SELECT ${ITEM_COLUMNS} FROM items i WHERE booth_id = ? AND item_id = ?`).all(
    name.boothId,
    name.itemId,
  );
}

/** Who holds an item now, or null. */
export function holderOf(
  { db, clock }: Needs<"db" | "clock">,
  { boothId, itemId }: ItemName,
): { client: string; until: string } | null {
  const held = sql<{ client: string; until: string }>(
    db,
    "SELECT client, until FROM leases WHERE booth_id = ? AND item_id = ? AND until > ?",
  ).get(boothId, itemId, instant(clock.now()));
  return held ?? null;
}
