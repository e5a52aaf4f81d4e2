import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { denominationsOf } from "../common/money.ts";
import { suggestTenders } from "../kiosk/screens/bench/tenders.ts";

const test = suite("cash suggestions");
const EUR = denominationsOf("EUR");

test("offers exactly it, the next whole unit and the next notes", () => {
  assert.deepEqual(suggestTenders(650, EUR), [650, 700, 1000, 2000]);
  assert.deepEqual(suggestTenders(750, EUR), [750, 800, 1000, 2000]);
  assert.deepEqual(suggestTenders(1200, EUR), [1200, 1500, 2000, 5000]);
  assert.deepEqual(suggestTenders(2700, EUR), [2700, 3000, 4000, 5000]);
  assert.deepEqual(suggestTenders(2000, EUR), [2000, 5000, 10_000]);
  assert.deepEqual(suggestTenders(80, EUR), [80, 100, 200, 500]);
});

test("offers nothing where nothing is owed", () => {
  assert.deepEqual(suggestTenders(0, EUR), []);
});

test("every suggestion covers the amount, ascends and is one of at most four", () => {
  const currency = fc.constantFrom("EUR", "GBP", "USD", "CHF", "JPY");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200_000 }), currency, (amount, code) => {
      const sums = suggestTenders(amount, denominationsOf(code));
      assert.equal(sums[0], amount);
      assert.ok(sums.length <= 4);
      assert.deepEqual(
        sums,
        [...new Set(sums)].sort((a, b) => a - b),
      );
    }),
  );
});

test.run();
