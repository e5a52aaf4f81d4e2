import { minorDigits } from "../../../../common/money.ts";

/** A whole number as somebody typed it; null where it is none. */
export function wholeOf(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** Minor units of an amount as somebody typed it, with a comma or a point; null where it is none. */
export function minorOf(text: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const match = /^(\d{1,9})(?:[.,](\d*))?$/.exec(text.trim());
  const fraction = match?.[2] ?? "";
  if (match === null || fraction.length > digits) return null;
  return Number(`${match[1]}${fraction.padEnd(digits, "0")}`);
}

/** An amount as it stands in a field to be changed: no separators but the point. */
export function minorText(amount: number, currency: string): string {
  return (amount / 10 ** minorDigits(currency)).toFixed(minorDigits(currency));
}
