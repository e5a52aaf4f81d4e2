import { joinSteps, type PriceStep } from "./price-steps.ts";
import { SECOND } from "./pricing/duration.ts";
import type { RateTable } from "./pricing/model.ts";
import { collectionsFor } from "./pricing/schedule.ts";
import { price } from "./pricing.ts";
import type { VehicleClass } from "./review.ts";

export type { PriceStep } from "./price-steps.ts";

/** From when on, for whom and for how long a curve is drawn. */
export interface CurveOptions {
  /** RFC 3339. */
  enteredAt: string;
  vehicleClass: VehicleClass;
  timezone: string;
  currency: string;
  /** How long the longest stay of the curve is; 24. */
  hours?: number;
}

/** What a stay of so many whole seconds costs. */
type PriceAt = (seconds: number) => number;

const A_MINUTE = 60;

/**
 * What a stay from one entry costs by its length, as steps that follow on each other from 0 to `hours`: for a chart and
 * for a table. Changes of the price are exact to the second. Where it runs with time (pro rata), or changes more than once
 * within a minute, a step is a straight line from `first` to `amount`, off by at most what one minute adds and one
 * rounding unit. Not seen is a price that falls and rises back within a minute.
 */
export function priceCurve(rateTable: RateTable, options: CurveOptions): PriceStep[] {
  const priceAt = priceByLength(rateTable, options);
  const end = Math.round((options.hours ?? 24) * 60) * A_MINUTE;
  const steps: PriceStep[] = [];
  if (onlyRises(rateTable, options.vehicleClass)) addSteps(priceAt, 0, end, steps);
  else for (let minute = 0; minute < end; minute += A_MINUTE) addSteps(priceAt, minute, minute + A_MINUTE, steps);
  const { unit } = rateTable.rounding;
  // Tax that is added on top is rounded by itself, and at most doubles a unit.
  return joinSteps(steps, rateTable.taxIncluded ? unit : 2 * unit);
}

function priceByLength(rateTable: RateTable, { enteredAt, vehicleClass, timezone, currency }: CurveOptions): PriceAt {
  const start = Date.parse(enteredAt);
  const stay = { enteredAt, vehicleClass, timezone, currency };
  const known = new Map<number, number>();
  return (seconds) => {
    const amount =
      known.get(seconds) ??
      price(rateTable, { ...stay, exitedAt: new Date(start + seconds * SECOND).toISOString() }).amount;
    known.set(seconds, amount);
    return amount;
  };
}

/** Whether a longer stay never costs less, so that equal prices at two lengths have no other one in between. */
function onlyRises(rateTable: RateTable, vehicleClass: VehicleClass): boolean {
  if (collectionsFor(rateTable, "entry", vehicleClass).length > 0) return false;
  return collectionsFor(rateTable, "split", vehicleClass).every(({ lines }) =>
    lines.every(({ type, tierMode, incrementPeriod }) => {
      if (type === "flatRateTier") return tierMode === "additive";
      return type !== "perUnit" || incrementPeriod === undefined;
    }),
  );
}

/** Adds the steps between two whole minutes, by halving wherever the prices at both ends differ. */
function addSteps(priceAt: PriceAt, from: number, to: number, steps: PriceStep[]): void {
  if (priceAt(from) === priceAt(to)) {
    steps.push(stepOf(from, to, priceAt(to)));
    return;
  }
  if (to - from <= A_MINUTE) {
    addMinute(priceAt, from, to, steps);
    return;
  }
  const middle = from + Math.floor((to - from) / (2 * A_MINUTE)) * A_MINUTE;
  addSteps(priceAt, from, middle, steps);
  addSteps(priceAt, middle, to, steps);
}

function addMinute(priceAt: PriceAt, from: number, to: number, steps: PriceStep[]): void {
  const [first, amount] = [priceAt(from), priceAt(to)];
  const last = steps.at(-1);
  const wasFlat = last === undefined || last.first === last.amount;
  let [before, after] = [from, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const isFirst = priceAt(middle) === first;
    // In the midst of a price that runs there is no need to know where it starts to.
    if (!isFirst && !wasFlat && priceAt(middle) !== amount) break;
    if (isFirst) before = middle;
    else after = middle;
  }
  if (after - before > 1) {
    steps.push({ fromSeconds: from, toSeconds: to, first, amount });
    return;
  }
  if (before > from) steps.push(stepOf(from, before, first));
  steps.push({ fromSeconds: before, toSeconds: to, first: priceAt(after), amount });
}

function stepOf(fromSeconds: number, toSeconds: number, amount: number): PriceStep {
  return { fromSeconds, toSeconds, first: amount, amount };
}
