import type { PriceStep } from "../../../../common/price-curve.ts";

/** What stays longer than `from` and at most `to` (seconds) cost by one or two curves. */
export interface CurveRow {
  from: number;
  to: number;
  old: Span | null;
  next: Span;
}

/** From just above the beginning to the end of a row; the same where the price stands. */
export interface Span {
  first: number;
  amount: number;
}

/** Both curves in rows in which neither of them steps. */
export function rowsOf(old: readonly PriceStep[] | null, next: readonly PriceStep[]): CurveRow[] {
  const edges = [...new Set([...(old ?? []), ...next].map(({ toSeconds }) => toSeconds))].sort((a, b) => a - b);
  return edges.map((to, i) => {
    const from = edges[i - 1] ?? 0;
    return { from, to, old: old === null ? null : spanOf(old, from, to), next: spanOf(next, from, to) };
  });
}

/** The corners of a curve to be drawn, in seconds and minor units. */
export function cornersOf(steps: readonly PriceStep[]): (readonly [seconds: number, amount: number])[] {
  return steps.flatMap(({ fromSeconds, toSeconds, first, amount }) => [
    [fromSeconds, first] as const,
    [toSeconds, amount] as const,
  ]);
}

function spanOf(steps: readonly PriceStep[], from: number, to: number): Span {
  const step = steps.find(({ fromSeconds, toSeconds }) => fromSeconds <= from && to <= toSeconds);
  if (step === undefined) return { first: 0, amount: 0 };
  const { fromSeconds, toSeconds, first, amount } = step;
  const at = (seconds: number) =>
    Math.round(first + ((amount - first) * (seconds - fromSeconds)) / (toSeconds - fromSeconds));
  return { first: at(from), amount: at(to) };
}
