import { decimalFraction, type Fraction, floorDiv, halfUp, sumOfTwo } from "./fraction.ts";
import type { RateTable, Rounding } from "./model.ts";

/** Rounds an exact amount to the table's unit: the one rounding of a price; never below 0. */
export function roundTotal({ n, d }: Fraction, { unit, mode }: Rounding): number {
  if (n <= 0n) return 0;
  const step = BigInt(unit) * d;
  if (mode === "up") return Number(-floorDiv(-n, step)) * unit;
  if (mode === "down") return Number(floorDiv(n, step)) * unit;
  return Number(halfUp(n, step)) * unit;
}

/** The tax of a rounded price, half up: within it when the table's values include tax, else to be added to it. */
export function taxOf(price: number, { taxRate, taxIncluded }: Pick<RateTable, "taxRate" | "taxIncluded">): number {
  const { n, d } = decimalFraction(taxRate);
  return Number(halfUp(BigInt(price) * n, taxIncluded ? d + n : d));
}

/** Rounds exact rows so that they add up to the rounded sum: each is what it adds to the running total, half up. */
export function roundRows(rows: readonly Fraction[]): number[] {
  let sum: Fraction = { n: 0n, d: rows[0]?.d ?? 1n };
  let shown = 0n;
  return rows.map((row) => {
    sum = sumOfTwo(sum, row);
    const next = halfUp(sum.n, sum.d);
    const amount = Number(next - shown);
    shown = next;
    return amount;
  });
}
