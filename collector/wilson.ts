import type { Share } from "../common/api/collector.ts";

/** The two-sided 95 % point of the normal distribution. */
const Z = 1.959963984540054;

/**
 * The share of `hits` among `all` with Wilson's score interval at 95 %, without continuity correction (Wilson 1927;
 * method 3 of Newcombe 1998); null of nothing.
 */
export function wilsonShare(hits: number, all: number): Share | null {
  if (all === 0) return null;
  const share = hits / all;
  const centre = 2 * hits + Z * Z;
  const spread = Z * Math.sqrt(Z * Z + 4 * hits * (1 - share));
  const below = 2 * (all + Z * Z);
  return {
    value: share,
    low: hits === 0 ? 0 : (centre - spread) / below,
    high: hits === all ? 1 : (centre + spread) / below,
  };
}
