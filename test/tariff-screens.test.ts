import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { priceCurve } from "../common/price-curve.ts";
import type { RateTable } from "../common/rate-table.ts";
import { cornersOf, rowsOf } from "../kiosk/screens/admin/tariffs/curve-rows.ts";
import { differenceRows } from "../kiosk/screens/admin/tariffs/difference-rows.ts";
import { readTable } from "../kiosk/screens/admin/tariffs/json-table.ts";
import { rateTables } from "./helpers/arbitrary-tariffs.ts";
import { priceFor } from "./helpers/stays.ts";

const test = suite("tariff screens");
const ANY = rateTables({ entry: true, stepped: true, fallingTiers: true });
// Where `priceFor` begins its stays.
const STAY = { enteredAt: "2026-01-16T09:00:00Z", vehicleClass: "sedan", timezone: "Europe/Berlin" } as const;
const curveOf = (table: RateTable) => priceCurve(table, { ...STAY, currency: "EUR", hours: 12 });

/** The default rules with another price by day. */
function withDayPrice(value: number): RateTable {
  const table = structuredClone(DEFAULT_RATE_TABLE);
  const line = table.collections[1]?.lines[0];
  assert.ok(line);
  line.value = value;
  return table;
}

test("the table of two curves says at each of its lengths what both really cost", () => {
  const near = (span: number, real: number, table: RateTable) =>
    assert.ok(Math.abs(span - real) <= 2 * table.rounding.unit + 1, `${span} is not ${real}`);
  fc.assert(
    fc.property(ANY, ANY, (old, next) => {
      const rows = rowsOf(curveOf(old), curveOf(next));
      assert.equal(rows.at(-1)?.to, 12 * 3600);
      for (const { from, to, old: before, next: after } of rows) {
        assert.ok(from < to);
        if (before?.first === before?.amount) near(before?.amount ?? -1, priceFor(old, to / 60).amount, old);
        if (after.first === after.amount) near(after.amount, priceFor(next, to / 60).amount, next);
      }
    }),
    { numRuns: 40 },
  );
});

test("rows follow on each other without a gap, and a curve alone has no other one beside it", () => {
  const rows = rowsOf(null, curveOf(DEFAULT_RATE_TABLE));
  assert.ok(rows.every((row, i) => row.from === (rows[i - 1]?.to ?? 0) && row.old === null));
  assert.deepEqual(rows[0], { from: 0, to: 900, old: null, next: { first: 0, amount: 0 } });
});

test("a curve is drawn through the beginning and the end of each step", () => {
  const steps = [
    { fromSeconds: 0, toSeconds: 900, first: 0, amount: 0 },
    { fromSeconds: 900, toSeconds: 3600, first: 250, amount: 250 },
  ];
  assert.deepEqual(cornersOf(steps), [
    [0, 0],
    [900, 0],
    [900, 250],
    [3600, 250],
  ]);
});

test("prices of a window are one difference, however many of their members changed", () => {
  const next = withDayPrice(400);
  next.collections[1]?.lines.push({ sequence: 2, type: "flatRate", durationStart: "PT5H", value: 100 });
  const { rows } = differenceRows(DEFAULT_RATE_TABLE, next);
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0]?.path, rows[0]?.collection], ["lines", "Day"]);
  assert.deepEqual(rows[0]?.after, next.collections[1]?.lines);
});

test("a validation that takes off something else is one difference", () => {
  const next = { ...DEFAULT_RATE_TABLE, validations: { bar: { percent: "50" } } };
  const { rows } = differenceRows(DEFAULT_RATE_TABLE, next);
  assert.deepEqual(rows, [
    { path: "validations.bar", collection: null, before: { freeMinutes: 60 }, after: { percent: "50" } },
  ]);
});

test("cases that came or went are counted, and those with another price are shown", () => {
  const [first, second, ...rest] = DEFAULT_RATE_TABLE.cases ?? [];
  assert.ok(first && second);
  const { rows, cases } = differenceRows(DEFAULT_RATE_TABLE, {
    ...DEFAULT_RATE_TABLE,
    cases: [{ ...first, expect: 9 }, ...rest, { ...second, vehicleClass: "bus" }],
  });
  assert.deepEqual(cases, [1, 1]);
  assert.deepEqual(
    rows.map(({ before, after }) => [before, after]),
    [[first, { ...first, expect: 9 }]],
  );
});

test("text is read as a table, or the line is named at which it stops being JSON", () => {
  assert.deepEqual(readTable(JSON.stringify(DEFAULT_RATE_TABLE)).table, DEFAULT_RATE_TABLE);
  assert.deepEqual(readTable('{\n  "name": "Day"\n  "freeMinutes": 0\n}').broken, { line: 3, problems: [] });
  assert.deepEqual(readTable('{\n  "name": "Day"').broken, { line: 2, problems: [] });
  const { broken } = readTable(JSON.stringify({ ...DEFAULT_RATE_TABLE, freeMinutes: -1, extra: 1 }));
  assert.deepEqual(broken?.problems.map(({ path }) => path).sort(), ["extra", "freeMinutes"]);
});

test.run();
