import type { RateTable } from "./model.ts";
import type { ChargeCode, PreparedLine } from "./prepared.ts";
import type { Charge, Piece, Run } from "./run.ts";
import type { ResetWindow } from "./windows.ts";

export type EntryCode = ChargeCode | "cap" | "minimum" | "validation" | "rounding" | "tax";

/** One row of the bill; `amount` is exact: minor units times the run's scale. */
export interface Entry {
  code: EntryCode;
  label: string;
  collection: string | null;
  from: number;
  to: number;
  quantity: number;
  value: number;
  amount: bigint;
}

/** What has come together in one reset window so far. */
interface Tally {
  window: number;
  from: number;
  /** What counts, after maxima. */
  sum: bigint;
  /** What was charged beyond `maxValue`. */
  excess: bigint;
  /** False while all its time was paid by increments begun earlier: then it owes no minimum either. */
  owed: boolean;
}

interface Bill {
  entries: Entry[];
  run: Run;
  lines: Map<PreparedLine, Tally>;
}

/** The bill of the pieces, with minima and maxima of lines, collections and the table per reset window. */
export function billOf(table: RateTable, pieces: readonly Piece[], run: Run): Entry[] {
  const bill: Bill = { entries: [], run, lines: new Map() };
  const closing = new Map<ResetWindow, Piece>();
  for (const piece of pieces) closing.set(piece.window, piece);
  const tallies = new Map<ResetWindow, Tally>();
  let whole: Tally | undefined;
  pieces.forEach((piece, i) => {
    whole ??= newTally(piece.tableWindow.index, piece.from);
    const tally = tallies.get(piece.window) ?? newTally(piece.window.index, piece.from);
    tallies.set(piece.window, tally);
    const before = tally.sum;
    billCharges(bill, piece, tally);
    if (closing.get(piece.window) === piece) closeCollection(bill, piece, tally);
    whole.sum += tally.sum - before;
    if (pieces[i + 1]?.tableWindow === piece.tableWindow) return;
    closeTable(bill, table, piece, whole);
    whole = undefined;
  });
  return bill.entries;
}

function newTally(window: number, from: number): Tally {
  return { window, from, sum: 0n, excess: 0n, owed: false };
}

function billCharges(bill: Bill, piece: Piece, tally: Tally): void {
  const { name, maxValue } = piece.collection.collection;
  for (const charge of piece.charges) {
    const { from, to, quantity, amount } = charge;
    const { code, label, line } = charge.line;
    bill.entries.push({ code, label, collection: name, from, to, quantity, value: line.value, amount });
    add(tally, capLine(bill, piece, charge), maxValue, bill.run);
  }
  if (piece.covered) return;
  tally.owed = true;
  if (piece.charges.length > 0) return;
  const { from, to } = piece;
  bill.entries.push({ code: "free", label: "Free", collection: name, from, to, quantity: 1, value: 0, amount: 0n });
}

function capLine(bill: Bill, piece: Piece, { line, from, to, amount }: Charge): bigint {
  const { maxValue } = line.line;
  if (maxValue === undefined) return amount;
  let tally = bill.lines.get(line);
  if (tally === undefined || tally.window !== piece.window.index) tally = newTally(piece.window.index, from);
  bill.lines.set(line, tally);
  const before = tally.sum;
  add(tally, amount, maxValue, bill.run);
  bill.entries.push(...capEntries(tally, "Maximum of the line", piece.collection.collection.name, maxValue, to));
  tally.excess = 0n;
  return tally.sum - before;
}

function add(tally: Tally, amount: bigint, maxValue: number | undefined, { scale }: Run): void {
  tally.sum += amount;
  if (maxValue === undefined) return;
  const over = tally.sum - BigInt(maxValue) * scale;
  if (over <= 0n) return;
  tally.sum -= over;
  tally.excess += over;
}

function closeCollection(bill: Bill, piece: Piece, tally: Tally): void {
  const { name, minValue, maxValue } = piece.collection.collection;
  if (maxValue !== undefined) bill.entries.push(...capEntries(tally, "Maximum", name, maxValue, piece.to));
  if (minValue === undefined || !tally.owed) return;
  const missing = BigInt(minValue) * bill.run.scale - tally.sum;
  if (missing <= 0n) return;
  tally.sum += missing;
  const { from } = tally;
  const row = { collection: name, from, to: piece.to, quantity: 1, value: minValue, amount: missing };
  bill.entries.push({ code: "minimum", label: "Minimum", ...row });
}

function closeTable(bill: Bill, { maxValue }: RateTable, piece: Piece, tally: Tally): void {
  if (maxValue === undefined) return;
  add(tally, 0n, maxValue, bill.run);
  bill.entries.push(...capEntries(tally, "Maximum in all", null, maxValue, piece.to));
}

function capEntries(tally: Tally, label: string, collection: string | null, value: number, to: number): Entry[] {
  if (tally.excess === 0n) return [];
  return [{ code: "cap", label, collection, from: tally.from, to, quantity: 1, value, amount: -tally.excess }];
}
