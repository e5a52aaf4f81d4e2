import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import * as v from "valibot";
import { type Price, price } from "../common/pricing.ts";
import { checkRateTable, type RateTable, RateTableSchema } from "../common/rate-table.ts";
import { rateTables } from "./helpers/arbitrary-tariffs.ts";
import { collection, daily, perUnit, table } from "./helpers/published-tariffs.ts";

const properties = suite("pricing properties");
const ANY = rateTables({ entry: true, stepped: true, fallingTiers: true });
// A longer stay may well be cheaper where its length or exit decides between collections (entry conditions), where
// time rounded up at one price is then spent at a lower one (perUnit with incrementPeriod), or where the table itself
// names a lower total for a longer stay. Everything else only ever adds: each charge depends on the time before it.
const GROWING = rateTables({ entry: false, stepped: false, fallingTiers: false });
// Around both clock changes of 2026 in Berlin, to the second.
const entered = fc
  .tuple(fc.constantFrom("2026-03-27T00:00:00Z", "2026-10-23T00:00:00Z", "2026-12-30T00:00:00Z"), fc.nat(259_200))
  .map(([day, seconds]) => Date.parse(day) + seconds * 1000);
const seconds = fc.oneof(fc.nat(4 * 3600), fc.nat(96 * 3600));
const stations = fc.subarray(["bar", "gym", "shop", "unknown"]);

properties("a price is a whole number, never negative, and its lines add up to it", () => {
  fc.assert(
    fc.property(ANY, entered, seconds, stations, (rateTable, from, length, validations) => {
      const { amount, tax, lines } = priceOf(rateTable, from, length, validations);
      assert.ok(Number.isSafeInteger(amount) && amount >= 0);
      assert.ok(Number.isSafeInteger(tax) && tax >= 0 && tax <= amount);
      assert.ok(lines.every((line) => Number.isSafeInteger(line.amount)));
      assert.equal(
        lines.reduce((sum, line) => sum + line.amount, 0),
        amount,
      );
      assert.ok(lines.every((line) => line.from <= line.to));
    }),
    { numRuns: 1500 },
  );
});

properties("a longer stay is never cheaper, unless the table lets its end decide", () => {
  fc.assert(
    fc.property(GROWING, entered, seconds, seconds, stations, (rateTable, from, length, more, validations) => {
      const short = priceOf(rateTable, from, length, validations);
      const long = priceOf(rateTable, from, length + more, validations);
      assert.ok(long.amount >= short.amount, `${long.amount} after ${short.amount}`);
    }),
    { numRuns: 1500 },
  );
});

properties("a validation never makes a stay dearer", () => {
  fc.assert(
    fc.property(ANY, entered, seconds, stations, (rateTable, from, length, validations) => {
      assert.ok(priceOf(rateTable, from, length, validations).amount <= priceOf(rateTable, from, length, []).amount);
    }),
  );
});

properties("the same stay has the same price, and neither the table nor the order of validations changes it", () => {
  fc.assert(
    fc.property(ANY, entered, seconds, stations, (rateTable, from, length, validations) => {
      const before = JSON.stringify(rateTable);
      const first = priceOf(rateTable, from, length, validations);
      assert.deepEqual(priceOf(structuredClone(rateTable), from, length, validations), first);
      assert.equal(priceOf(rateTable, from, length, [...validations].reverse()).amount, first.amount);
      assert.equal(JSON.stringify(rateTable), before);
    }),
  );
});

properties("pro rata time adds up over clock changes: day and night together are the time that passed", () => {
  const hours = table([
    collection([perUnit(3600, "PT1H")], { validPeriods: [daily("22:00", "06:00")] }),
    collection([perUnit(3600, "PT1H")]),
  ]);
  fc.assert(
    fc.property(entered, seconds, (from, length) => {
      assert.equal(priceOf(hours, from, length, []).amount, length);
    }),
  );
});

properties("generated tables have the shape of the contract and leave no time without a price", () => {
  fc.assert(
    fc.property(ANY, (rateTable) => {
      assert.deepEqual(v.parse(RateTableSchema, rateTable), rateTable);
      assert.deepEqual(checkRateTable(rateTable, "EUR", "Europe/Berlin"), []);
    }),
  );
});

function priceOf(rateTable: RateTable, from: number, length: number, validations: string[]): Price {
  return price(rateTable, {
    enteredAt: new Date(from).toISOString(),
    exitedAt: new Date(from + length * 1000).toISOString(),
    vehicleClass: "sedan",
    timezone: "Europe/Berlin",
    currency: "EUR",
    validations,
  });
}

properties.run();
