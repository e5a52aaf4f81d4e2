import { compareRateTables, isSame, type RateDifference } from "../../../../common/rate-differences.ts";
import type { Collection, RateLine, RateTable } from "../../../../common/rate-table.ts";

/**
 * What differs between two rate tables, as a person compares them: the lines of a collection and what a station takes
 * off each as one whole, and of the cases those that expect another price; `cases` counts those that came and went.
 */
export function differenceRows(old: RateTable, next: RateTable): { rows: RateDifference[]; cases: [number, number] } {
  const rows: RateDifference[] = [];
  const cases: [number, number] = [0, 0];
  for (const difference of compareRateTables(old, next)) {
    const { path, before, after } = difference;
    const whole = wholeOf(difference, old, next);
    if (whole !== null) {
      if (!rows.some((other) => isSame(other, whole))) rows.push(whole);
    } else if (!path.startsWith("cases.")) rows.push(difference);
    else if (before !== undefined && after !== undefined) rows.push(difference);
    else cases[before === undefined ? 0 : 1] += 1;
  }
  return { rows, cases };
}

/** The row of the whole that a difference is a part of. */
function wholeOf({ path, collection }: RateDifference, old: RateTable, next: RateTable): RateDifference | null {
  if (/^collections\.\d+\.lines\./.test(path)) return linesRow(old, next, collection);
  const station = /^validations\.([^.]+)/.exec(path)?.[1];
  if (station === undefined) return null;
  const [before, after] = [old.validations[station], next.validations[station]];
  return { path: `validations.${station}`, collection: null, before, after };
}

function linesRow(old: RateTable, next: RateTable, name: string | null): RateDifference {
  const after = next.collections.find((one) => one.name === name);
  const before =
    old.collections.find((one) => one.name === name) ??
    old.collections.find(({ sequence }) => sequence === after?.sequence);
  return { path: "lines", collection: name, before: linesOf(before), after: linesOf(after) };
}

function linesOf(collection: Collection | undefined): RateLine[] {
  return [...(collection?.lines ?? [])].sort((a, b) => a.sequence - b.sequence);
}
