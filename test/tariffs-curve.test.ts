import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { type CurveOptions, type PriceStep, priceCurve } from "../common/price-curve.ts";
import { price } from "../common/pricing.ts";
import type { RateTable } from "../common/rate-table.ts";
import { rateTables } from "./helpers/arbitrary-tariffs.ts";
import { collection, daily, flat, perUnit, started, table, tiers } from "./helpers/published-tariffs.ts";

const curve = suite("tariffs curve");

const FRIDAY: CurveOptions = {
  enteredAt: "2026-05-29T08:00:00.000Z",
  vehicleClass: "sedan",
  timezone: "Europe/Berlin",
  currency: "EUR",
};

/** What a stay of so many seconds costs, asked of the engine. */
function ask(rateTable: RateTable, { hours: _, ...options }: CurveOptions, seconds: number): number {
  const exitedAt = new Date(Date.parse(options.enteredAt) + seconds * 1000).toISOString();
  return price(rateTable, { ...options, exitedAt }).amount;
}

/** What the curve says of a stay. */
function readOff(steps: readonly PriceStep[], seconds: number): { step: PriceStep; amount: number } {
  const step = steps.find(({ fromSeconds, toSeconds }) => seconds > fromSeconds && seconds <= toSeconds);
  assert.ok(step, `no step for ${seconds} s`);
  const { fromSeconds, toSeconds, first, amount } = step;
  const share = (seconds - fromSeconds) / (toSeconds - fromSeconds);
  return { step, amount: first + (amount - first) * share };
}

const rows = (steps: readonly PriceStep[]) =>
  steps.map(({ fromSeconds, toSeconds, first, amount }) =>
    first === amount ? [fromSeconds / 60, toSeconds / 60, amount] : [fromSeconds / 60, toSeconds / 60, first, amount],
  );

curve("free time, started hours and a daily maximum are the steps a person would draw", () => {
  const hourly = table([collection([started(250, "PT1H")])], { freeMinutes: 15, maxValue: 900, resetMode: "session" });
  assert.deepEqual(rows(priceCurve(hourly, FRIDAY)), [
    [0, 15, 0],
    [15, 60, 250],
    [60, 120, 500],
    [120, 180, 750],
    [180, 1440, 900],
  ]);
});

curve("a change between two minutes is found to the second", () => {
  const odd = table([collection([flat(100), flat(50, { durationStart: "PT3701S" })])]);
  assert.deepEqual(
    priceCurve(odd, FRIDAY).map(({ fromSeconds, amount }) => [fromSeconds, amount]),
    [
      [0, 100],
      [3701, 150],
    ],
  );
});

curve("a price that runs with time is one line, from where it begins, up to its maximum", () => {
  const running = table([collection([perUnit(300, "PT1H")], { maxValue: 1200 })], { freeMinutes: 15 });
  const steps = priceCurve(running, FRIDAY);
  assert.deepEqual(rows(steps.slice(0, 1)), [[0, 15, 0]]);
  assert.deepEqual(rows(steps.slice(-1)), [[240, 1440, 1200]]);
  assert.ok(steps.length <= 5, JSON.stringify(steps));
  assert.ok(Math.abs(readOff(steps, 2 * 3600).amount - 600) <= 2);
});

curve("a stay that its length or its exit makes cheaper is drawn as it is", () => {
  const evening = collection([flat(500)], {
    crossing: "entry",
    entryPeriods: [daily("09:00", "12:00")],
    minTime: "PT4H",
  });
  const both = table([evening, collection([started(300, "PT1H")])]);
  assert.deepEqual(rows(priceCurve(both, { ...FRIDAY, hours: 6 })), [
    [0, 60, 300],
    [60, 120, 600],
    [120, 180, 900],
    [180, 239 + 59 / 60, 1200],
    [239 + 59 / 60, 360, 500],
  ]);
  const falling = table([
    collection(
      tiers("total", [
        [1, 400],
        [24, 300],
      ]),
    ),
  ]);
  assert.deepEqual(rows(priceCurve(falling, FRIDAY)), [
    [0, 60, 400],
    [60, 1440, 300],
  ]);
});

curve("a night of 23 hours is drawn by the time that passes", () => {
  const options = { ...FRIDAY, enteredAt: "2026-03-28T23:00:00.000Z", hours: 8 };
  const night = table([
    collection([started(100, "PT1H")], { validPeriods: [daily("00:00", "06:00")] }),
    collection([flat(1000)]),
  ]);
  assert.equal(priceCurve(night, options).at(-1)?.fromSeconds, 5 * 3600);
});

const entered = fc
  .tuple(fc.constantFrom("2026-03-28T12:00:00Z", "2026-10-24T12:00:00Z", "2026-12-30T00:00:00Z"), fc.nat(86_400))
  .map(([day, seconds]) => new Date(Date.parse(day) + seconds * 1000).toISOString());
const lengths = fc.array(fc.integer({ min: 1, max: 12 * 3600 }), { minLength: 30, maxLength: 30 });

/** How far a running step may be off at a length: what its minute adds, and a unit for the line and one for rounding. */
function tolerance(rateTable: RateTable, options: CurveOptions, seconds: number): number {
  const minute = Math.floor((seconds - 1) / 60) * 60;
  const added = Math.abs(ask(rateTable, options, minute + 60) - ask(rateTable, options, minute));
  return added + 2 * rateTable.rounding.unit * (rateTable.taxIncluded ? 1 : 2);
}

curve("agrees with the price at any length: flat steps to the unit, running ones within a minute's worth", () => {
  const plain = rateTables({ entry: false, stepped: false, fallingTiers: false });
  fc.assert(
    fc.property(plain, entered, lengths, (rateTable, enteredAt, seconds) => {
      const options = { ...FRIDAY, enteredAt, hours: 12 };
      const steps = priceCurve(rateTable, options);
      const edges = steps.flatMap(({ fromSeconds, toSeconds }) => [fromSeconds + 1, toSeconds]);
      for (const length of [...seconds, ...edges.slice(0, 60)]) {
        const [told, asked] = [readOff(steps, length), ask(rateTable, options, length)];
        const most = told.step.first === told.step.amount ? 0 : tolerance(rateTable, options, length);
        assert.ok(Math.abs(told.amount - asked) <= most, `${length} s: ${told.amount}, not ${asked} ± ${most}`);
      }
    }),
    { numRuns: 150 },
  );
});

curve("agrees with the price at whole minutes for any table, and its steps follow on each other", () => {
  const any = rateTables({ entry: true, stepped: true, fallingTiers: true });
  fc.assert(
    fc.property(any, entered, lengths, (rateTable, enteredAt, seconds) => {
      const options = { ...FRIDAY, enteredAt, hours: 12 };
      const steps = priceCurve(rateTable, options);
      assert.deepEqual(
        steps.map(({ fromSeconds }) => fromSeconds),
        [0, ...steps.slice(0, -1).map(({ toSeconds }) => toSeconds)],
      );
      assert.equal(steps.at(-1)?.toSeconds, 12 * 3600);
      for (const minute of seconds.map((length) => Math.ceil(length / 60) * 60)) {
        const [told, asked] = [readOff(steps, minute), ask(rateTable, options, minute)];
        const most = told.step.first === told.step.amount ? 0 : tolerance(rateTable, options, minute);
        assert.ok(Math.abs(told.amount - asked) <= most, `${minute} s: ${told.amount}, not ${asked} ± ${most}`);
      }
    }),
    { numRuns: 60 },
  );
});

curve("the default table has a curve of a few steps for every class", () => {
  const steps = priceCurve(DEFAULT_RATE_TABLE, { ...FRIDAY, vehicleClass: "motorcycle" });
  assert.ok(steps.length > 5 && steps.length < 30);
  assert.ok(steps.every(({ first, amount }) => first === amount));
});

curve.run();
