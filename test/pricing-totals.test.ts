import assert from "node:assert/strict";
import { suite } from "uvu";
import { taxOf } from "../common/pricing.ts";
import type { RateTable } from "../common/rate-table.ts";
import { collection, daily, flat, perUnit, started, table } from "./helpers/published-tariffs.ts";
import { feeOf, priceFor, priceOf } from "./helpers/stays.ts";

const totals = suite("pricing totals");
const HOURLY = collection([started(100, "PT1H")]);
/** The fee on Friday 2026-01-16, the exit `days` later. */
const friday = (rateTable: RateTable, enter: string, exit: string, days = 0) =>
  priceOf(rateTable, `2026-01-16T${enter}`, `2026-01-${16 + days}T${exit}`).amount;

totals("a collection's maximum holds per session, calendar window or 24 hours from entry", () => {
  const capped = (rest: object) => table([collection([started(100, "PT1H")], { maxValue: 500, ...rest })]);
  assert.equal(friday(capped({}), "18:00", "18:00", 1), 500);
  assert.equal(friday(capped({ resetMode: "calendar" }), "18:00", "18:00", 1), 1000);
  assert.equal(friday(capped({ resetMode: "calendar", resetTime: "20:00" }), "18:00", "18:00", 1), 700);
  assert.equal(friday(capped({ resetMode: "rolling" }), "18:00", "18:00", 1), 500);
  assert.equal(friday(capped({ resetMode: "rolling" }), "18:00", "18:01", 1), 600);
});

totals("a collection's minimum holds per reset window it was in", () => {
  const least = (rest: object) => table([collection([perUnit(60, "PT1H")], { minValue: 200, ...rest })]);
  assert.equal(feeOf(least({}), 10), 200);
  assert.equal(feeOf(least({}), 210), 210);
  assert.equal(friday(least({ resetMode: "calendar" }), "23:00", "01:00", 1), 400);
});

totals("a line's maximum holds for the line alone", () => {
  const line = table([collection([flat(200), started(100, "PT1H", { maxValue: 300 })])]);
  assert.equal(feeOf(line, 120), 400);
  assert.equal(feeOf(line, 600), 500);
});

totals("the table's maximum holds for all collections together, in its own windows", () => {
  const parts = [collection([started(200, "PT1H")], { validPeriods: [daily("18:00", "24:00")] }), HOURLY];
  assert.equal(friday(table(parts, { maxValue: 900 }), "15:00", "22:00"), 900);
  assert.equal(friday(table(parts, { maxValue: 900 }), "15:00", "15:00", 1), 900);
  assert.equal(friday(table(parts, { maxValue: 900, resetMode: "calendar" }), "15:00", "03:00", 1), 1200);
  const day = { maxValue: 900, resetMode: "calendar", resetTime: "22:00" } as const;
  assert.equal(friday(table(parts, day), "15:00", "23:00"), 1100);
});

totals("maxima and minima are lines of their own", () => {
  const capped = table([collection([started(100, "PT1H")], { maxValue: 500 })], { maxValue: 400 });
  const { lines } = priceFor(capped, 600);
  assert.deepEqual(
    lines.map((line) => [line.code, line.amount]),
    [
      ["increment", 1000],
      ["cap", -500],
      ["cap", -100],
    ],
  );
  const least = priceFor(table([collection([flat(50)], { minValue: 80 })]), 5);
  assert.deepEqual(
    least.lines.map((line) => [line.code, line.amount]),
    [
      ["flat", 50],
      ["minimum", 30],
    ],
  );
});

totals("validations: free minutes first, then percents, then amounts, each station once", () => {
  const validations = { bar: { freeMinutes: 60 }, gym: { percent: 50 }, shop: { amount: 120 } };
  const shops = table([HOURLY], { validations });
  const after = (stations: string[], minutes = 300) => feeOf(shops, minutes, { validations: stations });
  assert.equal(after(["bar"]), 400);
  assert.equal(after(["gym"]), 250);
  assert.equal(after(["shop"]), 380);
  assert.equal(after(["shop", "gym", "bar"]), 80);
  assert.equal(after(["bar", "bar"]), 400);
  assert.equal(after(["nobody", "toString"]), 500);
  assert.equal(after(["shop"], 60), 0, "never below nothing");
  assert.equal(after(["bar"], 60), 0);
});

totals("validations come off before rounding", () => {
  const shops = table([HOURLY], {
    validations: { gym: { percent: "33.3" } },
    rounding: { unit: 10, mode: "up" },
  });
  const { amount, lines } = priceFor(shops, 60, { validations: ["gym"] });
  assert.equal(amount, 70);
  assert.deepEqual(
    lines.map((line) => [line.code, line.amount]),
    [
      ["increment", 100],
      ["validation", -33],
      ["rounding", 3],
    ],
  );
});

totals("the total is rounded up, down or to the nearest unit, halves up", () => {
  const rounded = (value: number, mode: "up" | "down" | "nearest", unit = 10) =>
    feeOf(table([collection([flat(value)])], { rounding: { unit, mode } }), 5);
  assert.deepEqual([rounded(101, "up"), rounded(100, "up"), rounded(109, "down")], [110, 100, 100]);
  assert.deepEqual([rounded(104, "nearest"), rounded(105, "nearest"), rounded(112, "nearest", 25)], [100, 110, 100]);
});

totals("included tax lies within the amount, added tax is a line of its own; both half up", () => {
  const taxed = (taxIncluded: boolean, taxRate: number | string, value: number) =>
    priceFor(table([collection([flat(value)])], { taxIncluded, taxRate }), 5);
  assert.deepEqual([taxed(true, 0.21, 1000).amount, taxed(true, 0.21, 1000).tax], [1000, 174]);
  assert.deepEqual([taxed(false, "0.21", 1000).amount, taxed(false, "0.21", 1000).tax], [1210, 210]);
  assert.equal(taxed(false, 0.05, 10).tax, 1, "0.5 is rounded up");
  assert.equal(taxed(false, 0.05, 9).tax, 0);
  assert.deepEqual(
    taxed(false, 0.21, 1000).lines.map((line) => line.code),
    ["flat", "tax"],
  );
  assert.equal(taxOf(2500, { taxRate: "0.21", taxIncluded: true }), 434);
});

totals.run();
