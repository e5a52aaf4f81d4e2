import assert from "node:assert/strict";
import { suite } from "uvu";
import { runKillStorm } from "./faults/kill-storm.ts";
import { FROM_SOURCE } from "./helpers/child-booth.ts";

const killed = suite("a booth that is killed");

killed("loses no acknowledged payment, takes none twice, and is back with its chain whole", async () => {
  const figures = await runKillStorm({ kills: 5, program: FROM_SOURCE });
  assert.deepEqual(figures.violations, []);
  assert.ok(figures.acknowledged > 20, `${figures.acknowledged} payments`);
  assert.ok(figures.resent > 0);
});

killed.run();
