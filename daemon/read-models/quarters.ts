/** Sums are kept by the quarter hour: every zone's days and hours begin at the edge of one. */
export const QUARTER_MS = 15 * 60_000;

/** The number of the quarter hour since 1970 that holds an instant. */
export function quarterOf(at: string): number {
  return Math.floor(Date.parse(at) / QUARTER_MS);
}
