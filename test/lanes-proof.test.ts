import assert from "node:assert/strict";
import { suite } from "uvu";
import { proveFlood } from "./faults/flood-proof.ts";
import { proveLanes } from "./faults/lanes-proof.ts";
import { receiptsOn } from "./faults/paper-verdict.ts";

const proof = suite("lanes whose devices fail");

proof("lose no read and no paper, make no stay twice and open for nobody else", async () => {
  const figures = await proveLanes({ pairs: 2, processes: 2, faults: 6, steadyMs: 2000 });
  assert.deepEqual(figures.violations, []);
  assert.ok(figures.reads > 20, `${figures.reads} reads`);
  assert.ok(figures.opened > 10, `${figures.opened} openings`);
  assert.ok(figures.cards >= 2, `${figures.cards} cards`);
  assert.ok(figures.receipts.asked > 10, `${figures.receipts.asked} receipts`);
  assert.equal(figures.faults, 6);
});

proof("leave papers on which a receipt that broke off is told from the copy behind it", () => {
  const text =
    "Receipt 1Harbour Street\nReceipt 7        21/11/2026 14:45\nHarbour Street\n*** COPY 1 ***\nReceipt 7        21/11/2026 14:45\n";
  assert.deepEqual(receiptsOn(text), [
    { receipt: 7, copy: 0 },
    { receipt: 7, copy: 1 },
  ]);
});

proof("take a flood at the ingress for a few events that count all of it, while money is taken", async () => {
  const { answers, events, counted, payments } = await proveFlood({ perSecond: 400, seconds: 3 });
  assert.ok((answers["429"] ?? 0) > 100, JSON.stringify(answers));
  assert.equal(counted, answers["429"]);
  assert.ok(events <= 3, `${events} events`);
  assert.ok(payments.flooded.n > 0);
});

proof.run();
