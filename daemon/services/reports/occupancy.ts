import type { OccupancyQuery, OccupancyReport, OccupancyRow } from "../../../common/api/reports.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { Needs } from "../../context.ts";
import { QUARTER_MS } from "../../read-models/quarters.ts";
import { siteOf } from "../sites.ts";
import { type Bucket, bucketsOf, rangeOf, type Stretch, shownRange } from "./range.ts";

type QuarterRow = [quarter: number, entries: number, exits: number, staySeconds: number, inside: number, peak: number];

interface Count {
  entries: number;
  exits: number;
  staySeconds: number;
  inside: number;
  peak: number;
}

function insideAt(db: Db, quarter: number): number {
  const text = "SELECT inside FROM occupancy_quarters WHERE quarter < ? ORDER BY quarter DESC LIMIT 1";
  return sql<{ inside: number }>(db, text).get(quarter)?.inside ?? 0;
}

/** Walks the quarters of consecutive stretches once; where nothing moved, as many are inside as before. */
function countStretches(db: Db, stretches: readonly Stretch[]): Count[] {
  const [first, last] = [stretches[0], stretches.at(-1)];
  if (!first || !last) return [];
  const text = `SELECT quarter, entries, exits, stay_seconds, inside, peak FROM occupancy_quarters
    WHERE quarter >= ? AND quarter < ? ORDER BY quarter`;
  const rows = sql(db, text)
    .raw()
    .all(first.from / QUARTER_MS, last.to / QUARTER_MS) as QuarterRow[];
  let inside = insideAt(db, first.from / QUARTER_MS);
  let index = 0;
  return stretches.map(({ to }) => {
    const count: Count = { entries: 0, exits: 0, staySeconds: 0, inside, peak: inside };
    for (let row = rows[index]; row && row[0] * QUARTER_MS < to; row = rows[index]) {
      const [, entries, exits, staySeconds, insideThen, peak] = row;
      count.entries += entries;
      count.exits += exits;
      count.staySeconds += staySeconds;
      count.peak = Math.max(count.peak, peak);
      inside = insideThen;
      index += 1;
    }
    count.inside = inside;
    return count;
  });
}

const averageOf = ({ exits, staySeconds }: Count) => (exits === 0 ? null : Math.round(staySeconds / exits));

/** Cars that came and went in a stretch, and how many were inside. */
export function sumOccupancy(db: Db, stretch: Stretch): Count & { averageStaySeconds: number | null } {
  const count = countStretches(db, [stretch])[0] ?? { entries: 0, exits: 0, staySeconds: 0, inside: 0, peak: 0 };
  return { ...count, averageStaySeconds: averageOf(count) };
}

/** The occupancy curve by quarter hour, hour or day. A car entered by hand counts when that was recorded. */
export function reportOccupancy(booth: Needs<"db" | "clock">, query: OccupancyQuery): OccupancyReport {
  const { db } = booth;
  const stretch = rangeOf(db, booth.clock.now(), query);
  const buckets = bucketsOf(db, stretch, query.by);
  const counts = countStretches(db, buckets);
  const rows = buckets.flatMap((bucket, index) => {
    const count = counts[index];
    return count ? [rowOf(bucket, count)] : [];
  });
  const { entries, exits, peak, averageStaySeconds } = sumOccupancy(db, stretch);
  const total = { entries, exits, peak, averageStaySeconds };
  return { ...shownRange(db, stretch), by: query.by, capacity: siteOf(db).capacity, rows, total };
}

function rowOf({ key, name, from, to }: Bucket, count: Count): OccupancyRow {
  const { entries, exits, inside, peak } = count;
  const averageStaySeconds = averageOf(count);
  return { key, name, from: instant(from), to: instant(to), entries, exits, inside, peak, averageStaySeconds };
}
