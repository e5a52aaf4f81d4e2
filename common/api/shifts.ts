import * as v from "valibot";
import { CASH_REASONS, CASH_TYPES } from "../words.ts";
import { Amount, Line, noteForOther, numberedPageQuery, PositiveAmount, reasonOf } from "./parts.ts";

export const ShiftOpen = v.strictObject({ float: Amount });

export const CashMovement = v.pipe(
  v.strictObject({
    type: v.picklist(CASH_TYPES, `expected one of ${CASH_TYPES.join(", ")}`),
    amount: PositiveAmount,
    reason: reasonOf(CASH_REASONS),
    note: v.optional(Line),
  }),
  v.rawCheck((context) => noteForOther(context)),
);
export type CashMovement = v.InferOutput<typeof CashMovement>;

/** How many of each note and coin lay in the drawer, by value in minor units. */
export const Counted = v.record(
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, "expected a denomination in minor units")),
  v.pipe(
    v.number("expected a whole number"),
    v.integer("expected a whole number"),
    v.minValue(0, "expected 0 or more"),
    v.maxValue(100_000, "expected at most 100000"),
  ),
);
export const ShiftClose = v.strictObject({ counted: Counted, note: v.optional(Line) });
export type ShiftClose = v.InferOutput<typeof ShiftClose>;

export const ShiftQuery = v.strictObject({
  ...numberedPageQuery,
  state: v.optional(v.picklist(["open", "closed"], "expected open or closed")),
});
export type ShiftQuery = v.InferOutput<typeof ShiftQuery>;

export interface Shift {
  id: string;
  number: number;
  userId: string;
  openedAt: string;
  float: number;
  closedAt?: string;
  counted?: Record<string, number>;
  /** Cash that ought to lie in the drawer; only with report:read, and to nobody's own shift before the count. */
  expected?: number;
  overShort?: number;
}

/** A shift in the list, with whose it is; the id where that person was deleted. */
export interface ListedShift extends Shift {
  userName: string;
}

export interface MethodSum {
  count: number;
  amount: number;
}

/** How many, and how much where it may be told. */
export interface CountedSum {
  count: number;
  amount?: number;
}

/** The X report of an open shift, the Z report of a closed one. Cash sums may be withheld: see `Shift.expected`. */
export interface ShiftReport {
  kind: "X" | "Z";
  shift: Shift;
  userName: string;
  currency: string;
  /** Without its amount where cash sums are withheld; so are `voids`. */
  sales: CountedSum;
  cash?: MethodSum;
  /** Cash that voids of payments took out of this drawer again. */
  cashGivenBack?: number;
  card: MethodSum;
  voids: CountedSum;
  payIns?: number;
  payOuts?: number;
  drops?: number;
  handOpenings: number;
  lostTickets: number;
  closedWithoutPayment: number;
  copies: number;
  /** Perpetual totals of the booth at the close, in a Z report. */
  perpetual?: { turnover: number; absolute: number };
  text: string;
}
