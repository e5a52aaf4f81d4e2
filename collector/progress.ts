import type { NextItems, ReviewProgress } from "../common/api/collector.ts";
import { instant } from "../common/node/clock.ts";
import { sql } from "../common/node/db.ts";
import type { Needs } from "./context.ts";
import { conditionOf, IS_WAITING } from "./items.ts";
import { type Ask, IS_PUT_OFF, type ItemName, leaseNext } from "./leases.ts";

const MINUTE_MS = 60_000;
/** Over how much of the past the pace is taken. */
const PACE_MINUTES = 10;

/** What to show next, how the work goes on, and which booths there are to choose from. */
export function nextItems(collector: Needs<"db" | "clock">, ask: Ask, first?: ItemName): NextItems {
  return {
    items: leaseNext(collector, ask, first),
    progress: progressOf(collector, ask),
    booths: boothsWithItems(collector),
  };
}

function progressOf({ db, clock }: Needs<"db" | "clock">, ask: Ask): ReviewProgress {
  const { client } = ask;
  const now = clock.now();
  const { waiting, skipped } = countWaiting({ db }, ask);
  const labelled = sql<{ n: number; first: string | null }>(
    db,
    `SELECT count(*) AS n, min(at) AS first FROM verdicts v
      WHERE at >= @since AND verdict <> 'skip' AND client = ifnull(@client, client)
        AND NOT EXISTS (SELECT 1 FROM verdicts u WHERE u.undoes = v.seq)`,
  );
  const today = labelled.get({ since: instant(now).slice(0, 10), client: null });
  const lately = labelled.get({ since: instant(now - PACE_MINUTES * MINUTE_MS), client });
  const minutes = lately?.first ? (now - Date.parse(lately.first)) / MINUTE_MS : PACE_MINUTES;
  return {
    pending: waiting - skipped,
    skipped,
    labelledToday: today?.n ?? 0,
    perMinute: Math.round(((lately?.n ?? 0) / Math.min(PACE_MINUTES, Math.max(1, minutes))) * 10) / 10,
    seq: sql<{ seq: number | null }>(db, "SELECT max(seq) AS seq FROM verdicts").get()?.seq ?? 0,
  };
}

/** What waits under the filter, and how much of it the client put off itself. */
function countWaiting({ db }: Needs<"db">, { client, filter, skippedUpTo }: Ask): { waiting: number; skipped: number } {
  const { where, values } = conditionOf(filter);
  const count = (condition: string, more: Record<string, string | number> = {}) =>
    sql<{ n: number }>(db, `SELECT count(*) AS n FROM items i WHERE ${IS_WAITING}${condition}${where}`).get({
      ...values,
      ...more,
    })?.n ?? 0;
  return {
    waiting: count(""),
    skipped: count(` AND i.state = 'skipped' AND ${IS_PUT_OFF}`, { client, skippedUpTo }),
  };
}

/** The booths that ever sent something, by name; jumps from one to the next instead of reading every row. */
function boothsWithItems({ db }: Needs<"db">): string[] {
  return sql<{ id: string }>(
    db,
    `WITH RECURSIVE booth(id) AS (
       SELECT min(booth_id) FROM items
       UNION ALL
       SELECT (SELECT min(booth_id) FROM items WHERE booth_id > booth.id) FROM booth WHERE id IS NOT NULL)
     SELECT id FROM booth WHERE id IS NOT NULL`,
  )
    .all()
    .map(({ id }) => id);
}
