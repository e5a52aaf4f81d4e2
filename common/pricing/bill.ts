import type { VehicleClass } from "../review.ts";
import { billOf, type Entry } from "./caps.ts";
import { MINUTE } from "./duration.ts";
import { pricesWholeStay } from "./entry.ts";
import { chargePiece } from "./lines.ts";
import type { RateTable } from "./model.ts";
import { cutIntoPieces } from "./pieces.ts";
import { scaleOf } from "./prepared.ts";
import type { Run } from "./run.ts";
import { collectionsFor, cutAtPeriods, type Stretch, weekOf } from "./schedule.ts";
import { roundUpUnits } from "./units.ts";
import type { Zone } from "./zone.ts";

/** A stay as the engine sees it: instants in milliseconds. */
export interface TimedStay {
  enteredAt: number;
  exitedAt: number;
  vehicleClass: VehicleClass;
  zone: Zone;
}

/** What a stay costs before validations, rounding and tax: exact amounts, minor units times `scale`. */
export interface Bill {
  scale: bigint;
  entries: Entry[];
}

/** Prices the stay line by line; one of at most the free minutes costs nothing. */
export function billStay(table: RateTable, stay: TimedStay): Bill {
  const { enteredAt, exitedAt, zone } = stay;
  const scale = scaleOf(table.collections);
  if (exitedAt - enteredAt <= table.freeMinutes * MINUTE) return { scale, entries: [freeEntry(stay)] };
  const run: Run = { enteredAt, scale, ahead: [] };
  const pieces = cutIntoPieces(table, stretchesOf(table, stay), zone, enteredAt);
  for (const piece of pieces) chargePiece(piece, run);
  roundUpUnits(pieces, run);
  return { scale, entries: billOf(table, pieces, run) };
}

/** The exact sum of a bill. */
export function sumOf(entries: readonly Entry[]): bigint {
  return entries.reduce((sum, entry) => sum + entry.amount, 0n);
}

function stretchesOf(table: RateTable, { enteredAt, exitedAt, vehicleClass, zone }: TimedStay): Stretch[] {
  const whole = collectionsFor(table, "entry", vehicleClass).find((collection) =>
    pricesWholeStay(collection, zone, enteredAt, exitedAt),
  );
  if (whole !== undefined) return [{ collection: whole, from: enteredAt, to: exitedAt }];
  return cutAtPeriods(weekOf(collectionsFor(table, "split", vehicleClass)), zone, enteredAt, exitedAt);
}

function freeEntry({ enteredAt, exitedAt }: TimedStay): Entry {
  const to = Math.max(enteredAt, exitedAt);
  return { code: "free", label: "Free", collection: null, from: enteredAt, to, quantity: 1, value: 0, amount: 0n };
}
