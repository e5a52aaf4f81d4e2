import type { Collection, RateTable } from "./model.ts";
import { type PreparedCollection, prepareCollection } from "./prepared.ts";
import type { Piece } from "./run.ts";
import type { Stretch } from "./schedule.ts";
import { type Windows, windowsOf } from "./windows.ts";
import type { Zone } from "./zone.ts";

/** Cuts the stretches of a stay at the edges of reset windows; uncharged yet, in the order of time. */
export function cutIntoPieces(table: RateTable, stretches: readonly Stretch[], zone: Zone, enteredAt: number): Piece[] {
  const known = new Map<Collection, [PreparedCollection, Windows]>();
  const priced = (collection: Collection): [PreparedCollection, Windows] => {
    let found = known.get(collection);
    if (found === undefined) {
      const windows = windowsOf(collection.resetMode, collection.resetTime, zone, enteredAt);
      found = [prepareCollection(collection), windows];
      known.set(collection, found);
    }
    return found;
  };
  const tableMode = table.maxValue === undefined ? "session" : (table.resetMode ?? "session");
  const tableWindows = windowsOf(tableMode, table.resetTime, zone, enteredAt);
  const pieces: Piece[] = [];
  for (const stretch of stretches) {
    if (stretch.collection === undefined) continue;
    const [collection, windows] = priced(stretch.collection);
    for (let at = stretch.from; at < stretch.to; ) {
      const window = windows(at);
      const tableWindow = tableWindows(at);
      const to = Math.min(stretch.to, window.to, tableWindow.to);
      pieces.push({ collection, window, tableWindow, from: at, to, charges: [], covered: false });
      at = to;
    }
  }
  return pieces;
}
