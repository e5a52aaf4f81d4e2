export interface Tick {
  at: number;
  text: string;
  /** Is shown however little room there is, such as an hour that comes twice. */
  strong?: boolean;
  /** Its number, where every other or every third mark is left out; else its place. Hours keep theirs when one is doubled. */
  order?: number;
}

/** A direction of a chart: what lies at its ends, and where it is marked. */
export interface Axis {
  from: number;
  to: number;
  ticks: readonly Tick[];
}

/** From 0, or a round number below `least`, to one at or above `most`, marked at about `count` round steps. */
export function axisTo(most: number, text: (value: number) => string, count = 5, least = 0): Axis {
  const step = roundStep(Math.max(most - Math.min(0, least), 1) / count);
  const from = Math.floor(Math.min(0, least) / step) * step;
  const to = Math.max(step, Math.ceil(most / step) * step);
  const ticks = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => {
    const at = from + i * step;
    return { at, text: text(at) };
  });
  return { from, to, ticks };
}

/** The smallest of 1, 2, 5, 10, 20, 50 … that is at least `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}
