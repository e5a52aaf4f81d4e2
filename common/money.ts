import { numberLocale } from "./words.ts";

/** Digits after the decimal sign of a currency (ISO 4217, by way of Intl): 2 for EUR, 0 for JPY. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Writes minor units as money, such as `€6.50` for 650 EUR in English. */
export function formatMoney(amount: number, currency: string, language = "en"): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat(numberLocale(language), {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  }).format(amount / 10 ** digits);
}

/** Notes and coins in minor units, largest first, of the currencies a drawer is likely to hold. */
const DENOMINATIONS: Readonly<Record<string, readonly number[]>> = {
  EUR: [20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  GBP: [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1],
  USD: [10000, 5000, 2000, 1000, 500, 100, 25, 10, 5, 1],
  CHF: [100000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5],
};

/** The notes and coins to count in a drawer, largest first; a 1-2-5 series for currencies not listed. */
export function denominationsOf(currency: string): readonly number[] {
  return DENOMINATIONS[currency] ?? [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1];
}

/** Which notes and coins hand back `amount`, greedily; `[value, count]` pairs. */
export function splitChange(amount: number, denominations: readonly number[]): [value: number, count: number][] {
  const parts: [number, number][] = [];
  let left = amount;
  for (const value of denominations) {
    const count = Math.floor(left / value);
    if (count > 0) parts.push([value, count]);
    left -= count * value;
  }
  return parts;
}

/** The sum of a drawer count: denomination in minor units to number of pieces. */
export function sumCounted(counted: Readonly<Record<string, number>>): number {
  return Object.entries(counted).reduce((sum, [value, count]) => sum + Number(value) * count, 0);
}
