import type { RateCase, RateTable } from "./pricing/model.ts";
import { parseInstant, zoneOf } from "./pricing/zone.ts";
import { isPriceable, price } from "./pricing.ts";

/** A case of a rate table, tried: what the table asks, in minor units, and whether that is what was expected. */
export interface CaseResult extends RateCase {
  ok: boolean;
  /** Null where the case is no stay that can be priced. */
  got: number | null;
  /** What is wrong, for a case that is not ok: the member concerned, and one sentence. */
  problem?: { member: "exit" | "expect"; message: string };
}

/** Prices every case that travels with the table, and says for each what was expected and what came out. */
export function runCases(table: RateTable, currency: string, timezone: string): CaseResult[] {
  return (table.cases ?? []).map((one, i) => runCase(table, one, `case ${i + 1}`, currency, timezone));
}

function runCase(table: RateTable, one: RateCase, name: string, currency: string, timezone: string): CaseResult {
  const zone = zoneOf(timezone);
  const [entered, exited] = [parseInstant(zone, one.enter), parseInstant(zone, one.exit)];
  const notAStay = (message: string): CaseResult => ({
    ...one,
    ok: false,
    got: null,
    problem: { member: "exit", message },
  });
  if (exited < entered) return notAStay(`${name} exits before it enters`);
  if (!isPriceable(entered, exited)) return notAStay(`${name} is longer than five years`);
  const stay = { enteredAt: new Date(entered).toISOString(), exitedAt: new Date(exited).toISOString() };
  const { amount: got } = price(table, { ...stay, vehicleClass: one.vehicleClass, timezone, currency });
  if (got === one.expect) return { ...one, ok: true, got };
  const message = `${name} (${one.enter} to ${one.exit}, ${one.vehicleClass}): expected ${one.expect}, got ${got}`;
  return { ...one, ok: false, got, problem: { member: "expect", message } };
}
