import { SECOND } from "./duration.ts";
import { proRata, secondsSinceEntry, unitsOf } from "./lines.ts";
import type { Charge, Piece, Run } from "./run.ts";

/**
 * Rounds the time of all pro rata lines together up, once, to the increment of the last of them, and charges what
 * was added at that line's price (the step size of OCPI 2.3.0, mod_tariffs).
 */
export function roundUpUnits(pieces: readonly Piece[], run: Run): void {
  const charges: Charge[] = [];
  for (const piece of pieces) {
    for (const charge of piece.charges) if (charge.line.line.type === "perUnit") charges.push(charge);
  }
  if (!charges.some((charge) => charge.line.incrementPeriod > 0)) return;
  let seconds = 0;
  let counted = run.enteredAt;
  for (const { from, to } of charges) {
    // Lines that run side by side count a second once.
    seconds += Math.max(0, secondsSinceEntry(to, run) - secondsSinceEntry(Math.max(from, counted), run));
    counted = Math.max(counted, to);
  }
  for (const charge of charges) if (charge.to === counted) addTime(charge, seconds, run);
}

function addTime(charge: Charge, seconds: number, run: Run): void {
  const step = charge.line.incrementPeriod / SECOND;
  if (step === 0) return;
  const added = Math.ceil(seconds / step) * step - seconds;
  const own = secondsSinceEntry(charge.to, run) - secondsSinceEntry(charge.from, run);
  charge.quantity = unitsOf(charge.line, own + added);
  charge.amount += proRata(charge.line, added, run);
}
