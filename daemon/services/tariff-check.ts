import { BoothError } from "../../common/errors.ts";
import type { Db } from "../../common/node/db.ts";
import { checkRateTable, type RateTable } from "../../common/rate-table.ts";
import { siteOf } from "./sites.ts";

/** Refuses a table that leaves time without a price, contradicts itself, or fails one of its own cases. */
export function assertComplete(db: Db, rateTable: RateTable): void {
  const { currency, timezone } = siteOf(db);
  const details = checkRateTable(rateTable, currency, timezone).map((found) => ({
    ...found,
    path: `rateTable.${found.path}`,
  }));
  if (details[0]) throw new BoothError("invalid_input", `the rate table: ${details[0].message}`, { details });
}

/** Refuses what `assertComplete` refuses, but for the cases: a draft may still be at odds with them. */
export function assertSound(db: Db, rateTable: RateTable): void {
  assertComplete(db, { ...rateTable, cases: [] });
}
