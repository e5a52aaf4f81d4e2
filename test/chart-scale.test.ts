import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { axisTo } from "../kiosk/screens/admin/parts/scale.ts";

const test = suite("the scale of a chart");

test("holds what is drawn, is marked at 0 and at even steps, and is hardly longer than it must be", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: -10_000_000, max: 0 }), (most, least) => {
      const { from, to, ticks } = axisTo(most, String, 5, least);
      assert.ok(from <= least && to >= most);
      assert.ok(ticks.some(({ at }) => at === 0));
      assert.deepEqual([ticks[0]?.at, ticks.at(-1)?.at], [from, to]);
      const step = (ticks[1]?.at ?? 0) - from;
      assert.ok(ticks.every(({ at }, i) => at === from + i * step));
      assert.ok(to - from <= Math.max(most - least, 1) + 2 * step && ticks.length <= 8, `${ticks.length} marks`);
    }),
  );
});

test.run();
