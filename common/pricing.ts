import { type Bill, billStay, sumOf, type TimedStay } from "./pricing/bill.ts";
import type { Entry, EntryCode } from "./pricing/caps.ts";
import { addUp, type Fraction } from "./pricing/fraction.ts";
import type { RateTable } from "./pricing/model.ts";
import { roundRows, roundTotal, taxOf } from "./pricing/total.ts";
import { type Discount, discountsOf } from "./pricing/validations.ts";
import { zoneOf } from "./pricing/zone.ts";
import type { VehicleClass } from "./review.ts";

export { taxOf } from "./pricing/total.ts";

/** A stay to be priced: RFC 3339 instants, the site's IANA zone and currency, the stations that validated. */
export interface Stay {
  enteredAt: string;
  exitedAt: string;
  vehicleClass: VehicleClass;
  timezone: string;
  currency: string;
  validations?: readonly string[] | undefined;
}

/**
 * A row of a price. `amount` is in minor units and counts; `quantity` and `value` say how it came about, `label` in
 * English, `code` for translation. `collection` is null on rows that belong to the whole stay.
 */
export interface PriceLine {
  code: EntryCode;
  label: string;
  collection: string | null;
  from: string;
  to: string;
  quantity: number;
  value: number;
  amount: number;
}

/** What a stay costs, in minor units; the lines add up to `amount`, and `tax` lies within it. */
export interface Price {
  amount: number;
  tax: number;
  currency: string;
  lines: PriceLine[];
}

/** The longest stay that is priced: five years. Time beyond it would cost more to count than it is worth. */
export const LONGEST_STAY_MS = 5 * 366 * 24 * 3600 * 1000;

/** Whether a stay between two instants, in milliseconds, is short enough to be priced. */
export function isPriceable(enteredAt: number, exitedAt: number): boolean {
  return exitedAt - enteredAt <= LONGEST_STAY_MS;
}

/** Prices a stay by a rate table (contract, section 10). Pure; throws RangeError for a bad instant or zone. */
export function price(rateTable: RateTable, stay: Stay): Price {
  const timed = timedStay(stay);
  const bill = billStay(rateTable, timed);
  const discounts = discountsOf(rateTable, timed, stay.validations ?? [], { n: sumOf(bill.entries), d: bill.scale });
  const lines = linesOf(bill, discounts, timed);
  const net = roundTotal(totalOf(bill, discounts), rateTable.rounding);
  const rounding = net - lines.reduce((sum, line) => sum + line.amount, 0);
  if (rounding !== 0) lines.push(wholeStayLine(timed, "rounding", "Rounding", rounding));
  const tax = taxOf(net, rateTable);
  if (rateTable.taxIncluded) return { amount: net, tax, currency: stay.currency, lines };
  if (tax !== 0) lines.push(wholeStayLine(timed, "tax", "Tax", tax));
  return { amount: net + tax, tax, currency: stay.currency, lines };
}

function timedStay({ enteredAt, exitedAt, vehicleClass, timezone }: Stay): TimedStay {
  return { enteredAt: instantOf(enteredAt), exitedAt: instantOf(exitedAt), vehicleClass, zone: zoneOf(timezone) };
}

function instantOf(text: string): number {
  // Without an offset the machine's own zone would decide.
  const instant = /(?:Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(instant)) throw new RangeError("a stay begins and ends at RFC 3339 instants");
  return instant;
}

function linesOf({ entries, scale }: Bill, discounts: readonly Discount[], stay: TimedStay): PriceLine[] {
  const rows = [...entries.map(({ amount }) => ({ n: amount, d: scale })), ...discounts.map(takenOff)];
  const amounts = roundRows(rows);
  const textOf = instantTexts();
  const lines = entries.map((entry, i) => lineOf(entry, amounts[i] ?? 0, textOf));
  discounts.forEach(({ label }, i) => {
    lines.push(wholeStayLine(stay, "validation", label, amounts[entries.length + i] ?? 0));
  });
  return lines;
}

function totalOf({ entries, scale }: Bill, discounts: readonly Discount[]): Fraction {
  return addUp([{ n: sumOf(entries), d: scale }, ...discounts.map(takenOff)]);
}

function takenOff({ off }: Discount): Fraction {
  return { n: -off.n, d: off.d };
}

function lineOf(entry: Entry, amount: number, textOf: (instant: number) => string): PriceLine {
  const { code, label, collection, from, to, quantity, value } = entry;
  return { code, label, collection, from: textOf(from), to: textOf(to), quantity, value, amount };
}

/** Writes instants; neighbouring lines share their edges, and writing them is what a long bill spends its time on. */
function instantTexts(): (instant: number) => string {
  const texts = new Map<number, string>();
  return (instant) => {
    const text = texts.get(instant) ?? new Date(instant).toISOString();
    texts.set(instant, text);
    return text;
  };
}

function wholeStayLine({ enteredAt, exitedAt }: TimedStay, code: EntryCode, label: string, amount: number): PriceLine {
  const span = { from: new Date(enteredAt).toISOString(), to: new Date(exitedAt).toISOString() };
  return { code, label, collection: null, ...span, quantity: 1, value: amount, amount };
}
