import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import type { QuoteLine } from "../common/api/sessions.ts";
import { foldLines } from "../kiosk/screens/bench/fold-lines.ts";

const test = suite("the lines of a quote in the room there is");

const line = (code: string, amount: number): QuoteLine => {
  return { label: code, code, collection: null, from: null, to: null, quantity: 1, value: amount, amount };
};

test("what fits is shown whole and in order; else one row is left for the rest, and no line is lost", () => {
  const lines = fc.array(fc.tuple(fc.constantFrom("increment", "cap", "validation"), fc.integer()), { maxLength: 8 });
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 9 }), (made, rows) => {
      const all = made.map(([code, amount]) => line(code, amount));
      const { shown, rest } = foldLines(all, rows);
      assert.ok(shown.length + (rest.length > 0 ? 1 : 0) <= rows);
      assert.deepEqual(
        shown,
        all.filter((each) => shown.includes(each)),
      );
      assert.deepEqual(
        rest,
        all.filter((each) => !shown.includes(each)),
      );
      if (all.length <= rows) assert.deepEqual(rest, []);
    }),
  );
});

test("what a station takes off is folded away last", () => {
  const [first, second, bar] = [line("increment", 250), line("cap", -50), line("validation", -100)];
  assert.deepEqual(foldLines([first, second, bar], 2), { shown: [bar], rest: [first, second] });
  assert.deepEqual(foldLines([first, second, bar], 1).shown, []);
});

test.run();
