import assert from "node:assert/strict";
import { suite } from "uvu";
import { basic, entryMeta, startCollector, type TestCollector, washMeta } from "./helpers/collector.ts";
import { samplesIn } from "./helpers/samples.ts";

const test = suite<{ collector: TestCollector }>("collector metrics");

test.before.each(async (context) => {
  context.collector = await startCollector();
});
test.after.each(async ({ collector }) => {
  await collector.close();
});

async function samplesOf({ anonymous }: TestCollector): Promise<Map<string, number>> {
  const answer = await anonymous.get("/metrics");
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  return samplesIn(answer);
}

test("a morning of reviews is told in numbers, without booths' operators", async ({ collector }) => {
  const [first, second] = [washMeta({}, 1), entryMeta({}, 2)];
  await collector.send(first);
  await collector.send(second);
  await collector.send(first);
  await collector.send({ ...washMeta(), boothId: "booth-2" }, Buffer.from("no picture"));
  const client = "reviewer-page-1";
  assert.equal((await collector.get(`/api/next?client=${client}&n=2`)).body.items.length, 2);
  const verdict = (id: string, word: string) =>
    collector.post(`/api/items/booth-1/${id}/verdict`, { verdict: word, client });
  assert.equal((await verdict(first.itemId, "suv")).status, 200);
  await verdict(second.itemId, "unusable");
  await collector.post(`/api/items/booth-1/${second.itemId}/undo`, { client });
  await collector.get("/export/labels.csv");

  const samples = await samplesOf(collector);
  const expected: Record<string, number> = {
    'collector_ingest_total{result="stored"}': 2,
    'collector_ingest_total{result="known"}': 1,
    'collector_ingest_total{result="refused"}': 1,
    'collector_items{state="reviewed",kind="wash"}': 1,
    'collector_items{state="pending",kind="entry"}': 1,
    'collector_items{state="skipped",kind="entry"}': 0,
    'collector_review_verdicts_total{verdict="suv"}': 1,
    'collector_review_verdicts_total{verdict="unusable"}': 1,
    'collector_review_verdicts_total{verdict="undo"}': 1,
    collector_leases_active: 1,
    collector_export_rows_total: 1,
  };
  for (const [name, value] of Object.entries(expected)) assert.equal(samples.get(name), value, name);
  assert.ok((samples.get("collector_volume_free_bytes") ?? 0) > 0);
  assert.ok(![...samples.keys()].join("\n").includes("operator-a"));
  assert.equal((await samplesOf(collector)).get('collector_review_verdicts_total{verdict="suv"}'), 1);
});

test("who does not ask on this host itself gets no numbers, the reviewer neither", async ({ collector }) => {
  for (const header of ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Origin", "Sec-Fetch-Site"]) {
    const answer = await collector.anonymous.get("/metrics", { [header]: "127.0.0.1", authorization: basic() });
    assert.deepEqual([answer.status, answer.body.error], [403, "forbidden"], header);
  }
});

test.run();
