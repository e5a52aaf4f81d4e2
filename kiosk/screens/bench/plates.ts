import type { Session } from "../../../common/api/sessions.ts";

/** Letters and digits that cameras take for each other. */
const ALIKE = ["O0QD", "I1L", "B8", "S5", "Z2", "VY", "MN"];
const ALIKE_COST = 0.5;
/** Plates further apart than this are different plates. */
const FARTHEST = 2;

/** A plate with gaps where letters meet digits, so that it can be compared at a glance: `KX 482 BD`. */
export function spacedPlate(plate: string): string {
  return plate.replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, "$& ");
}

/** How far two plates are apart: a half for look-alikes, one for any other character changed, missing or added. */
export function plateDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, left] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, right] of [...b].entries()) {
      const swapped = (row[j] ?? 0) + swapCost(left, right);
      next.push(Math.min(swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function swapCost(a: string, b: string): number {
  if (a === b) return 0;
  return ALIKE.some((group) => group.includes(a) && group.includes(b)) ? ALIKE_COST : 1;
}

/** The stays whose plate may have been misread as this one, the nearest first. */
export function nearPlates(plate: string, stays: readonly Session[], most = 4): Session[] {
  return stays
    .flatMap((stay) => (stay.plate === null ? [] : [{ stay, distance: plateDistance(plate, stay.plate) }]))
    .filter(({ distance }) => distance > 0 && distance <= FARTHEST)
    .sort((a, b) => a.distance - b.distance || b.stay.enteredAt.localeCompare(a.stay.enteredAt))
    .slice(0, most)
    .map(({ stay }) => stay);
}
