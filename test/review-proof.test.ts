import assert from "node:assert/strict";
import { suite } from "uvu";
import { proveReview } from "./faults/review-proof.ts";

const proof = suite("a review queue on a bad link");

proof("arrives whole and once, though booth and collector are killed", async () => {
  const figures = await proveReview({ packages: 60, kills: 2 });
  assert.deepEqual(figures.violations, []);
  assert.ok(figures.kills.booth >= 2 && figures.kills.collector >= 2, JSON.stringify(figures.kills));
  const happened = Object.values(figures.faults).reduce((sum, count) => sum + count, 0);
  assert.ok(happened > 0, JSON.stringify(figures.faults));
});

proof.run();
