import * as v from "valibot";
import { noList } from "../no-list.ts";
import { CASH_REASONS, CASH_TYPES } from "../words.ts";
import { Amount, At, Int, Line, noteForOther, numberedPageQuery, PositiveAmount, reasonOf } from "./parts.ts";

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
export const Counted = noList(
  v.record(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, "expected a denomination in minor units")),
    v.pipe(
      v.number("expected a whole number"),
      v.integer("expected a whole number"),
      v.minValue(0, "expected 0 or more"),
      v.maxValue(100_000, "expected at most 100000"),
    ),
  ),
);
export const ShiftClose = v.strictObject({ counted: Counted, note: v.optional(Line) });
export type ShiftClose = v.InferOutput<typeof ShiftClose>;

export const ShiftQuery = v.strictObject({
  ...numberedPageQuery,
  state: v.optional(v.picklist(["open", "closed"], "expected open or closed")),
});
export type ShiftQuery = v.InferOutput<typeof ShiftQuery>;

export const Shift = v.strictObject({
  id: v.string(),
  number: Int,
  userId: v.string(),
  openedAt: At,
  float: Int,
  closedAt: v.exactOptional(At),
  counted: v.exactOptional(v.record(v.string(), Int)),
  /** Cash that ought to lie in the drawer; only with report:read, and to nobody's own shift before the count. */
  expected: v.exactOptional(Int),
  overShort: v.exactOptional(Int),
});
export type Shift = v.InferOutput<typeof Shift>;

/** A shift in the list, with whose it is; the id where that person was deleted. */
export const ListedShift = v.strictObject({
  ...Shift.entries,
  userName: v.string(),
});
export type ListedShift = v.InferOutput<typeof ListedShift>;

export const MethodSum = v.strictObject({
  count: Int,
  amount: Int,
});
export type MethodSum = v.InferOutput<typeof MethodSum>;

/** How many, and how much where it may be told. */
export const CountedSum = v.strictObject({
  count: Int,
  amount: v.exactOptional(Int),
});
export type CountedSum = v.InferOutput<typeof CountedSum>;

/** The X report of an open shift, the Z report of a closed one. Cash sums may be withheld: see `Shift.expected`. */
export const ShiftReport = v.strictObject({
  kind: v.picklist(["X", "Z"]),
  shift: Shift,
  userName: v.string(),
  currency: v.string(),
  /** Without its amount where cash sums are withheld; so are `voids`. */
  sales: CountedSum,
  cash: v.exactOptional(MethodSum),
  /** Cash that voids of payments took out of this drawer again. */
  cashGivenBack: v.exactOptional(Int),
  card: MethodSum,
  voids: CountedSum,
  payIns: v.exactOptional(Int),
  payOuts: v.exactOptional(Int),
  drops: v.exactOptional(Int),
  handOpenings: Int,
  lostTickets: Int,
  closedWithoutPayment: Int,
  copies: Int,
  /** Perpetual totals of the booth at the close, in a Z report. */
  perpetual: v.exactOptional(v.strictObject({ turnover: Int, absolute: Int })),
  text: v.string(),
});
export type ShiftReport = v.InferOutput<typeof ShiftReport>;
