import { parseInstant, zoneOf } from "../../common/pricing/zone.ts";
import { type Price, price, type Stay } from "../../common/pricing.ts";
import type { RateTable } from "../../common/rate-table.ts";

export const ZONE = "Europe/Berlin";

/** Prices a stay given in wall-clock times of the zone (or instants with `Z`). */
export function priceOf(table: RateTable, enter: string, exit: string, rest: Partial<Stay> = {}): Price {
  const timezone = rest.timezone ?? ZONE;
  const instant = (text: string) => new Date(parseInstant(zoneOf(timezone), text)).toISOString();
  const stay = { vehicleClass: "sedan", timezone, currency: "EUR", ...rest } as const;
  return price(table, { ...stay, enteredAt: instant(enter), exitedAt: instant(exit) });
}

/** The fee of so many minutes from Friday 2026-01-16 10:00 on (a week without a clock change). */
export function feeOf(table: RateTable, minutes: number, rest: Partial<Stay> = {}): number {
  return priceFor(table, minutes, rest).amount;
}

/** The price of so many minutes from Friday 2026-01-16 10:00 on. */
export function priceFor(table: RateTable, minutes: number, rest: Partial<Stay> = {}): Price {
  const exit = new Date(Date.parse("2026-01-16T09:00:00Z") + minutes * 60_000).toISOString();
  return priceOf(table, "2026-01-16T09:00:00Z", exit, rest);
}
