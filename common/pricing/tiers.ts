import type { PreparedLine } from "./prepared.ts";
import { type Piece, type Run, tierWindowOf } from "./run.ts";

/** Tiers name the price of all the time up to now, so a piece adds what the tier reached exceeds the last one by. */
export function chargeTiers(piece: Piece, origin: number, run: Run): void {
  const { collection } = piece;
  const [first] = collection.tiers;
  if (first === undefined) return;
  const start = Math.min(...collection.tiers.map((tier) => tier.start));
  const end = collection.tiers.at(-1)?.end ?? 0;
  const from = Math.max(piece.from, origin + start, ...run.ahead.map((line) => paidByOthers(line, first)));
  if (from >= Math.min(piece.to, origin + end)) return;
  const window = tierWindowOf(piece);
  if (collection.tiersWindow !== window) Object.assign(collection, { tiersWindow: window, tiersCharged: 0 });
  const line = tierAt(collection.tiers, piece.to - origin) ?? first;
  const amount = BigInt(line.line.value - collection.tiersCharged) * run.scale;
  collection.tiersCharged = line.line.value;
  const quantity = amount === 0n ? 0 : 1;
  piece.charges.push({ line, from, to: piece.to, quantity, amount });
}

function paidByOthers(line: PreparedLine, tier: PreparedLine): number {
  return line.collection === tier.collection ? Number.NEGATIVE_INFINITY : line.paidUntil;
}

/** The tier that a length falls in, an end belonging to the tier it closes; past all ends, the last one reached. */
function tierAt(tiers: readonly PreparedLine[], length: number): PreparedLine | undefined {
  return tiers.find((tier) => length > tier.start && length <= tier.end) ?? tiers.findLast((tier) => length > tier.end);
}
