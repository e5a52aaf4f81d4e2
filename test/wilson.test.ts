import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { wilsonShare } from "../collector/wilson.ts";

const test = suite("Wilson's interval");

/** Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3. */
const PUBLISHED = [
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
] as const;

test("gives the published values to four digits", () => {
  for (const [hits, all, low, high] of PUBLISHED) {
    const share = wilsonShare(hits, all);
    assert.deepEqual([share?.low.toFixed(4), share?.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)]);
  }
});

test("lies around the share, within 0 and 1, and is mirrored by its complement", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
      const hits = Math.round(all * part);
      const { value, low, high } = wilsonShare(hits, all)!;
      const other = wilsonShare(all - hits, all)!;
      assert.ok(0 <= low && low <= value && value <= high && high <= 1);
      assert.ok(Math.abs(low - (1 - other.high)) < 1e-9 && Math.abs(high - (1 - other.low)) < 1e-9);
    }),
  );
});

test("is null of nothing", () => {
  assert.equal(wilsonShare(0, 0), null);
});

test.run();
