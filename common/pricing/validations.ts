import { billStay, sumOf, type TimedStay } from "./bill.ts";
import { MINUTE } from "./duration.ts";
import { decimalFraction, type Fraction, sumOfTwo } from "./fraction.ts";
import type { RateTable, Validation } from "./model.ts";

/** What a validation takes off: its row of the bill, exact, as a fraction of a minor unit. */
export interface Discount {
  label: string;
  off: Fraction;
}

/** What a table takes off for a station; null where it has no rule for it. */
export function ruleOf(table: Pick<RateTable, "validations">, station: string): Validation | null {
  return Object.hasOwn(table.validations, station) ? (table.validations[station] ?? null) : null;
}

const ORDER = ["freeMinutes", "percent", "amount"];

/**
 * What the stations' validations take off `full`. Free minutes shorten the stay at its end, percents then act on
 * what is left, amounts last; a station counts once, an unknown one not at all, and nothing goes below 0.
 */
export function discountsOf(
  table: RateTable,
  stay: TimedStay,
  stations: readonly string[],
  full: Fraction,
): Discount[] {
  const known = [...new Set(stations)].flatMap((station) => {
    const validation = ruleOf(table, station);
    return validation === null ? [] : [{ station, validation }];
  });
  known.sort((a, b) => rankOf(a.validation) - rankOf(b.validation));
  let left = full;
  let exitedAt = stay.exitedAt;
  return known.map(({ station, validation }) => {
    if ("freeMinutes" in validation) exitedAt -= validation.freeMinutes * MINUTE;
    const rest = restAfter(table, { ...stay, exitedAt }, validation, left);
    const off = difference(left, rest);
    left = rest;
    return { label: `Validation ${station}`, off };
  });
}

function rankOf(validation: Validation): number {
  return ORDER.findIndex((kind) => kind in validation);
}

function restAfter(table: RateTable, shortened: TimedStay, validation: Validation, left: Fraction): Fraction {
  if ("freeMinutes" in validation) {
    const { scale, entries } = billStay(table, shortened);
    return smaller(left, { n: sumOf(entries), d: scale });
  }
  if ("percent" in validation) {
    const { n, d } = decimalFraction(validation.percent);
    return { n: left.n * (100n * d - n), d: left.d * 100n * d };
  }
  const rest = left.n - BigInt(validation.amount) * left.d;
  return { n: rest > 0n ? rest : 0n, d: left.d };
}

function smaller(a: Fraction, b: Fraction): Fraction {
  return a.n * b.d <= b.n * a.d ? a : b;
}

function difference(a: Fraction, b: Fraction): Fraction {
  return sumOfTwo(a, { n: -b.n, d: b.d });
}
