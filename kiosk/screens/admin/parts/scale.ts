/** A direction of a chart: what lies at its ends, and where it is marked. */
export interface Axis {
  from: number;
  to: number;
  ticks: readonly { at: number; text: string }[];
}

/** From 0 to a round number at or above `most`, marked at about `count` round steps. */
export function axisTo(most: number, text: (value: number) => string, count = 5): Axis {
  const step = roundStep(Math.max(most, 1) / count);
  const to = Math.max(step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round(to / step) + 1 }, (_, i) => ({ at: i * step, text: text(i * step) }));
  return { from: 0, to, ticks };
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}
