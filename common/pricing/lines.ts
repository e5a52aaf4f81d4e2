import { SECOND } from "./duration.ts";
import type { PreparedLine } from "./prepared.ts";
import { type Piece, type Run, tierWindowOf } from "./run.ts";
import { chargeTiers } from "./tiers.ts";

/** Charges the lines of the piece's collection; to be called in the order of time. */
export function chargePiece(piece: Piece, run: Run): void {
  const { collection, window } = piece;
  const origin = collection.collection.durationsReset === true ? window.from : run.enteredAt;
  chargeTiers(piece, origin, run);
  for (const line of collection.lines) {
    const to = Math.min(piece.to, origin + line.end);
    const from = unpaidFrom(line, Math.max(piece.from, origin + line.start), run);
    if (from < to) chargeLine(piece, line, from, to, run);
  }
  if (piece.charges.length > 1) piece.charges.sort((a, b) => a.from - b.from);
  piece.covered = piece.charges.length === 0 && run.ahead.some((line) => line.paidUntil >= piece.to);
}

/** Whole seconds since entry: pro rata time counts a second when it is complete. */
export function secondsSinceEntry(instant: number, run: Run): number {
  return Math.floor((instant - run.enteredAt) / SECOND);
}

/** The exact price of some seconds of a pro rata line. */
export function proRata({ line, unitPeriod }: PreparedLine, seconds: number, run: Run): bigint {
  return (BigInt(line.value) * BigInt(seconds) * run.scale) / BigInt(unitPeriod / SECOND);
}

function chargeLine(piece: Piece, line: PreparedLine, from: number, to: number, run: Run): void {
  const { type } = line.line;
  if (type === "flatRate") chargeOnce(piece, line, from, to, piece.window.index, run);
  else if (type === "flatRateTier") chargeOnce(piece, line, from, to, tierWindowOf(piece), run);
  else if (type === "incrementingRate") chargeIncrements(piece, line, from, to, run);
  else chargeUnits(piece, line, from, to, run);
}

/**
 * Where the line has something to price from `from` on. Time that an earlier increment has paid is not priced again;
 * but lines of one collection whose durations overlap run side by side, and each prices for itself.
 */
function unpaidFrom(line: PreparedLine, from: number, run: Run): number {
  let unpaid = from;
  for (const other of run.ahead) {
    const beside =
      other !== line && other.collection === line.collection && other.start < line.end && line.start < other.end;
    if (!beside && other.paidUntil > unpaid) unpaid = other.paidUntil;
  }
  return unpaid;
}

function chargeOnce(piece: Piece, line: PreparedLine, from: number, to: number, window: number, run: Run): void {
  if (line.chargedIn === window) return;
  line.chargedIn = window;
  piece.charges.push({ line, from, to, quantity: 1, amount: BigInt(line.line.value) * run.scale });
}

function chargeIncrements(piece: Piece, line: PreparedLine, from: number, to: number, run: Run): void {
  if (line.incrementPeriod === 0) return;
  const quantity = Math.ceil((to - from) / line.incrementPeriod);
  // Free increments pay for nothing, so they hold back no other line.
  if (line.line.value > 0) {
    line.paidUntil = from + quantity * line.incrementPeriod;
    if (!run.ahead.includes(line)) run.ahead.push(line);
  }
  const amount = BigInt(line.line.value) * BigInt(quantity) * run.scale;
  piece.charges.push({ line, from, to, quantity, amount });
}

function chargeUnits(piece: Piece, line: PreparedLine, from: number, to: number, run: Run): void {
  const seconds = secondsSinceEntry(to, run) - secondsSinceEntry(from, run);
  const quantity = unitsOf(line, seconds);
  piece.charges.push({ line, from, to, quantity, amount: proRata(line, seconds, run) });
}

/** How many unit periods these seconds are: for display, rounded to a millionth. */
export function unitsOf(line: PreparedLine, seconds: number): number {
  return Math.round(((seconds * SECOND) / line.unitPeriod) * 1e6) / 1e6;
}
