/** What a pad or an on-screen keyboard sends: text to add, or one of these two. */
export type PadKey = string;
export const BACK = "back";
export const CLEAR = "clear";

const MONEY_DIGITS = 6;

/** An amount in minor units after a key: digits come in from the right, 650 is 6.50; at most six of them. */
export function typeAmount(amount: number, key: PadKey): number {
  if (key === CLEAR) return 0;
  if (key === BACK) return Math.floor(amount / 10);
  const typed = Number(`${amount}${key}`);
  return typed < 10 ** MONEY_DIGITS ? typed : amount;
}

/** A small count after a key. */
export function typeCount(count: number, key: PadKey, most = 9999): number {
  if (key === CLEAR) return 0;
  if (key === BACK) return Math.floor(count / 10);
  const typed = Number(`${count}${key}`);
  return typed <= most ? typed : count;
}

/** A text after a key. */
export function typeText(text: string, key: PadKey, most = 200): string {
  if (key === CLEAR) return "";
  if (key === BACK) return Array.from(text).slice(0, -1).join("");
  return text.length + key.length <= most ? text + key : text;
}
