import type { RevenueSums } from "../../../common/api/reports.ts";
import { type DayFigures, type LedgerEvent, MONEY_KINDS, type Totals } from "../../../common/events.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import { lastSeqBefore, readEvent } from "../../ledger/read.ts";
import type { SiteDay } from "../site-days.ts";
import { siteOf } from "../sites.ts";
import { sumReasons } from "./exceptions.ts";
import { sumOccupancy } from "./occupancy.ts";
import { sumRevenue, sumRevenueBy } from "./revenue.ts";

/** What a site day came to. Once a day has ended nothing is added to it: time never runs backwards in the chain. */
export function figuresOf(db: Db, day: SiteDay): DayFigures {
  const { entries, exits, inside, peak } = sumOccupancy(db, day);
  const byTariff = sumRevenueBy(db, day, "tariff");
  return {
    currency: siteOf(db).currency,
    lastSeq: lastSeqBefore(db, instant(day.to)),
    sums: sumRevenue(db, day),
    byMethod: sumRevenueBy(db, day, "method").map(({ key, ...sums }) => ({ method: key, ...sums })),
    byTariff: byTariff.map(({ key, ...sums }) => ({ tariffId: key, ...sums })),
    byTax: sumByRate(db, byTariff),
    byReason: sumReasons(db, day),
    entries,
    exits,
    inside,
    peak,
  };
}

const SUM_NAMES = ["payments", "taken", "voids", "voided", "amount", "tax"] as const;

/** The tariff of a payment says at which rate its tax was reckoned. */
function sumByRate(db: Db, byTariff: readonly (RevenueSums & { key: string })[]): DayFigures["byTax"] {
  const rates = new Map<string | null, DayFigures["byTax"][number]>();
  for (const { key, ...sums } of byTariff) {
    const rate =
      sql<{ rate: string }>(db, "SELECT rate_table ->> 'taxRate' AS rate FROM tariffs WHERE id = ?").get(key)?.rate ??
      null;
    const known = rates.get(rate) ?? { rate, payments: 0, taken: 0, voids: 0, voided: 0, amount: 0, tax: 0 };
    for (const name of SUM_NAMES) known[name] += sums[name];
    rates.set(rate, known);
  }
  return [...rates.values()];
}

/** The perpetual totals as they stood after an entry of the ledger: those of the last money event up to it. */
export function totalsAt(db: Db, seq: number): Totals {
  const seqs = MONEY_KINDS.map(
    (kind) =>
      sql<{ seq: number }>(db, "SELECT seq FROM events WHERE kind = ? AND seq <= ? ORDER BY seq DESC LIMIT 1").get(
        kind,
        seq,
      )?.seq ?? 0,
  );
  const event = readEvent(db, Math.max(...seqs)) as LedgerEvent<(typeof MONEY_KINDS)[number]> | null;
  return event?.data.totals ?? { perpetual: 0, absolute: 0 };
}
