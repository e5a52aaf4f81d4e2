/** Coins of two units are handed over for small fees only. */
const COIN = 200;
const UNIT = 100;
const LEAST_NOTE = 500;
/** Large notes come out for large fees only. */
const LARGE_NOTE = 20_000;
const LARGE_FEE = 5000;

/**
 * What a customer is likely to hand over for an amount, ascending: exactly that, the next whole unit, then what the
 * next notes come to. All in minor units; at most `most` of them.
 */
export function suggestTenders(amount: number, denominations: readonly number[], most = 4): number[] {
  if (amount <= 0) return [];
  const notes = denominations.filter(
    (value) => value >= LEAST_NOTE && (value < LARGE_NOTE || (value === LARGE_NOTE && amount >= LARGE_FEE)),
  );
  const steps = [UNIT, ...(amount < COIN && denominations.includes(COIN) ? [COIN] : []), ...notes];
  const sums = [amount, ...steps.map((step) => Math.ceil(amount / step) * step)];
  return [...new Set(sums)].sort((a, b) => a - b).slice(0, most);
}
