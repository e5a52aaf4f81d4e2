import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { openBackoff } from "../daemon/devices/backoff.ts";

const backoff = suite("backoff");

backoff("pauses double up to the longest, each between its half and its whole, and begin anew after a success", () => {
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1000, max: 60_000 }),
      unit,
      (firstMs, mostMs, chance) => {
        const pauses = openBackoff({ firstMs, mostMs, random: () => chance });
        for (let attempt = 0; attempt < 100; attempt += 1) {
          const whole = Math.min(mostMs, firstMs * 2 ** attempt);
          const pause = pauses.next();
          assert.ok(pause >= Math.floor(whole / 2) && pause <= whole, `${pause} of ${whole}`);
        }
        pauses.reset();
        assert.ok(pauses.next() <= firstMs);
      },
    ),
  );
});

backoff("two devices that fail together do not come back together", () => {
  const pauses = (chance: number) => openBackoff({ firstMs: 1000, mostMs: 8000, random: () => chance }).next();
  assert.deepEqual([pauses(0), pauses(0.5)], [500, 750]);
});

backoff.run();
