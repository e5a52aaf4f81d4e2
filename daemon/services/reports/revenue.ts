import type { RevenueQuery, RevenueReport, RevenueRow, RevenueSums } from "../../../common/api/reports.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { Needs } from "../../context.ts";
import { QUARTER_MS } from "../../read-models/quarters.ts";
import { ALL_KEYS } from "../../read-models/revenue.ts";
import { siteOf } from "../sites.ts";
import { laneNames, personNames, tariffNames } from "./names.ts";
import { bucketsOf, rangeOf, type Stretch, shownRange } from "./range.ts";

const SUMS = `ifnull(sum(payments), 0) AS payments, ifnull(sum(taken), 0) AS taken, ifnull(sum(voids), 0) AS voids,
  ifnull(sum(voided), 0) AS voided, ifnull(sum(taken - voided), 0) AS amount, ifnull(sum(taken_tax - voided_tax), 0) AS tax`;

/** What a payment is told apart by, as the column of its key. */
const COLUMNS = { lane: "lane", method: "method", tariff: "tariff_id", person: "user_id" } as const;
export type Dimension = keyof typeof COLUMNS;

const quarters = ({ from, to }: Stretch) => [from / QUARTER_MS, to / QUARTER_MS];

/** What was taken and given back in a stretch of whole quarter hours. */
export function sumRevenue(db: Db, stretch: Stretch): RevenueSums {
  const text = `SELECT ${SUMS} FROM revenue_quarters WHERE key_id = ${ALL_KEYS} AND quarter >= ? AND quarter < ?`;
  return sql<RevenueSums>(db, text).get(...quarters(stretch)) ?? nothing();
}

/** The same by lane, method, tariff or person, those with the most money first. */
export function sumRevenueBy(db: Db, stretch: Stretch, by: Dimension): (RevenueSums & { key: string })[] {
  // First by the number of the key, as the rows lie, which sorts nothing, and only then by its text.
  const text = `WITH sums AS (
      SELECT k.id, sum(payments) AS payments, sum(taken) AS taken, sum(taken_tax) AS taken_tax,
        sum(voids) AS voids, sum(voided) AS voided, sum(voided_tax) AS voided_tax
      FROM revenue_keys k CROSS JOIN revenue_quarters q ON q.key_id = k.id AND q.quarter >= ? AND q.quarter < ?
      GROUP BY k.id)
    SELECT k.${COLUMNS[by]} AS key, ${SUMS} FROM sums JOIN revenue_keys k ON k.id = sums.id
    GROUP BY 1 ORDER BY amount DESC, key`;
  return sql<RevenueSums & { key: string }>(db, text).all(...quarters(stretch));
}

/** Revenue by hour, day, lane, method, tariff or person. Hours and days without any are there, with zeros. */
export function reportRevenue(booth: Needs<"db" | "clock">, query: RevenueQuery): RevenueReport {
  const { db } = booth;
  const stretch = rangeOf(db, booth.clock.now(), query);
  const { by } = query;
  const rows = by === "hour" || by === "day" ? rowsByTime(db, stretch, by) : rowsByKey(db, stretch, by);
  return { ...shownRange(db, stretch), by, currency: siteOf(db).currency, rows, total: sumRevenue(db, stretch) };
}

type QuarterRow = [quarter: number, payments: number, taken: number, voids: number, voided: number, tax: number];

const nothing = (): RevenueSums => ({ payments: 0, taken: 0, voids: 0, voided: 0, amount: 0, tax: 0 });

/** Walks the quarters once, and fills the hours or days in passing. */
function rowsByTime(db: Db, stretch: Stretch, by: "hour" | "day"): RevenueRow[] {
  const text = `SELECT quarter, payments, taken, voids, voided, taken_tax - voided_tax FROM revenue_quarters
    WHERE key_id = ${ALL_KEYS} AND quarter >= ? AND quarter < ? ORDER BY quarter`;
  const rows = sql(db, text)
    .raw()
    .all(...quarters(stretch)) as QuarterRow[];
  let index = 0;
  return bucketsOf(db, stretch, by).map(({ key, name, from, to }) => {
    const sums = nothing();
    for (let row = rows[index]; row && row[0] * QUARTER_MS < to; row = rows[index]) {
      addQuarter(sums, row);
      index += 1;
    }
    return { key, name, from: instant(from), to: instant(to), ...sums };
  });
}

function addQuarter(sums: RevenueSums, [, payments, taken, voids, voided, tax]: QuarterRow): void {
  sums.payments += payments;
  sums.taken += taken;
  sums.voids += voids;
  sums.voided += voided;
  sums.amount += taken - voided;
  sums.tax += tax;
}

function rowsByKey(db: Db, stretch: Stretch, by: Dimension): RevenueRow[] {
  const names = { lane: laneNames, method: () => new Map<string, string>(), tariff: tariffNames, person: personNames };
  const nameOf = names[by](db);
  return sumRevenueBy(db, stretch, by).map(({ key, ...sums }) => ({ key, name: nameOf.get(key) ?? key, ...sums }));
}
