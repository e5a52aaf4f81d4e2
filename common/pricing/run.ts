import type { PreparedCollection, PreparedLine } from "./prepared.ts";
import type { ResetWindow } from "./windows.ts";

/** What a line costs in a piece. `amount` is exact: minor units times the run's scale. */
export interface Charge {
  line: PreparedLine;
  from: number;
  to: number;
  quantity: number;
  amount: bigint;
}

/** What pricing a stay keeps from piece to piece. */
export interface Run {
  enteredAt: number;
  scale: bigint;
  /** The lines whose increments reach ahead. */
  ahead: PreparedLine[];
}

/** A part of the stay within one collection, one of its reset windows and one of the table's, with what it costs. */
export interface Piece {
  collection: PreparedCollection;
  window: ResetWindow;
  tableWindow: ResetWindow;
  from: number;
  to: number;
  charges: Charge[];
  /** True if increments begun earlier pay for all of it. */
  covered: boolean;
}

/** The window a tier counts in: tiers go on through reset windows, unless durations restart there. */
export function tierWindowOf({ collection, window }: Piece): number {
  return collection.collection.durationsReset === true ? window.index : 0;
}
