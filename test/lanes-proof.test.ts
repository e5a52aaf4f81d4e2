import assert from "node:assert/strict";
import { suite } from "uvu";
import { proveFlood } from "./faults/flood-proof.ts";
import { proveLanes } from "./faults/lanes-proof.ts";
import { FROM_SOURCE } from "./helpers/child-booth.ts";

const proof = suite("lanes whose devices fail");

proof("lose no read, make no stay twice and open for nobody else", async () => {
  const figures = await proveLanes({ pairs: 2, processes: 2, faults: 6, steadyMs: 2000, program: FROM_SOURCE });
  assert.deepEqual(figures.violations, []);
  assert.ok(figures.reads > 20, `${figures.reads} reads`);
  assert.ok(figures.opened > 10, `${figures.opened} openings`);
  assert.equal(figures.faults, 6);
});

proof("take a flood at the ingress for a few events that count all of it, while money is taken", async () => {
  const { answers, events, counted, payments } = await proveFlood({ perSecond: 400, seconds: 3, program: FROM_SOURCE });
  assert.ok((answers["429"] ?? 0) > 100, JSON.stringify(answers));
  assert.equal(counted, answers["429"]);
  assert.ok(events <= 3, `${events} events`);
  assert.ok(payments.flooded.n > 0);
});

proof.run();
