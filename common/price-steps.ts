/**
 * What stays longer than `fromSeconds` and at most `toSeconds` cost, in minor units: `amount`, or where `first` is another
 * value, what a straight line from `first` to `amount` gives.
 */
export interface PriceStep {
  fromSeconds: number;
  toSeconds: number;
  first: number;
  amount: number;
}

/** Steps no wider than this are taken for a price that runs with time, if they lie on a line. */
const NARROW_SECONDS = 300;
/** Fewer steps than this make no line. */
const LEAST_STEPS = 3;
const ALMOST = 1e-6;

/** Joins neighbours of the same price, and narrow steps that lie within `tolerance` (minor units) of a straight line. */
export function joinSteps(steps: readonly PriceStep[], tolerance: number): PriceStep[] {
  const joined = joinEqual(steps);
  const result: PriceStep[] = [];
  for (let i = 0; i < joined.length; ) {
    const count = lineFrom(joined, i, tolerance);
    const [first, last] = [joined[i], joined[i + count - 1]];
    if (first === undefined || last === undefined) break;
    if (count < LEAST_STEPS) result.push(...joined.slice(i, i + count));
    else result.push({ ...last, fromSeconds: first.fromSeconds, first: first.first });
    i += count;
  }
  return result;
}

function joinEqual(steps: readonly PriceStep[]): PriceStep[] {
  const joined: PriceStep[] = [];
  for (const step of steps) {
    const last = joined.at(-1);
    const isFlat = step.first === step.amount;
    if (isFlat && last !== undefined && last.first === step.amount && last.amount === step.amount)
      last.toSeconds = step.toSeconds;
    else joined.push({ ...step });
  }
  return joined;
}

/** How many steps from one on lie on a line: their corners keep the slopes possible within `lowest` and `highest`. */
function lineFrom(steps: readonly PriceStep[], start: number, tolerance: number): number {
  const origin = steps[start];
  if (origin === undefined) return 0;
  let [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  let count = 1;
  let i = start;
  for (const step of steps.slice(start)) {
    if (step.toSeconds - step.fromSeconds > NARROW_SECONDS) break;
    for (const [seconds, amount] of [
      [step.fromSeconds, step.first],
      [step.toSeconds, step.amount],
    ] as const) {
      const length = seconds - origin.fromSeconds;
      if (length === 0) continue;
      lowest = Math.max(lowest, (amount - tolerance - origin.first) / length);
      highest = Math.min(highest, (amount + tolerance - origin.first) / length);
    }
    i += 1;
    const slope = (step.amount - origin.first) / (step.toSeconds - origin.fromSeconds);
    if (slope >= lowest - ALMOST && slope <= highest + ALMOST) count = i - start;
    if (lowest > highest + ALMOST) break;
  }
  return count;
}
