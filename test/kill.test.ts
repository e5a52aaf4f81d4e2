import assert from "node:assert/strict";
import { suite } from "uvu";
import { runKillStorm } from "./faults/kill-storm.ts";

const killed = suite("a booth that is killed");

killed("loses no acknowledged payment, takes none twice, and is back with its chain whole", async () => {
  const figures = await runKillStorm({ kills: 5 });
  assert.deepEqual(figures.violations, []);
  assert.ok(figures.acknowledged > 20, `${figures.acknowledged} payments`);
  assert.ok(figures.retried > 0, "no kill came while a payment was under way");
});

killed.run();
