import assert from "node:assert/strict";
import { suite } from "uvu";
import type { ReviewStats } from "../common/api/collector.ts";
import { entryMeta, sendLabelled, startCollector, type TestCollector, washMeta } from "./helpers/collector.ts";

const test = suite<{ here: TestCollector }>("collector: agreement");

test.before.each(async (context) => {
  context.here = await startCollector();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const stats = async (here: TestCollector, query = "") => (await here.get(`/api/stats${query}`)).body as ReviewStats;

const countsOf = ({ agree, disagree, unusable }: { agree: number; disagree: number; unusable: number }) => [
  agree,
  disagree,
  unusable,
];

test("an operator agrees with every class of the chosen category, and disagrees with any other", async ({ here }) => {
  await sendLabelled(here, washMeta(), "suv");
  await sendLabelled(here, washMeta(), "van");
  await sendLabelled(here, washMeta(), "sedan");
  await sendLabelled(here, washMeta(), "unusable");
  await sendLabelled(here, washMeta(), "skip");
  const { wash, states } = await stats(here);
  assert.deepEqual(countsOf(wash), [2, 1, 1]);
  assert.deepEqual(states.wash, { pending: 0, reviewed: 3, unusable: 1, skipped: 1 });
});

test("entries count for the camera and never for an operator", async ({ here }) => {
  await sendLabelled(here, entryMeta({ cameraClass: "suv" }), "suv");
  await sendLabelled(here, entryMeta({ cameraClass: "suv" }), "van");
  await sendLabelled(here, entryMeta({ cameraClass: null }), "van");
  await sendLabelled(here, washMeta({ cameraClass: "suv" }), "van");
  const { wash, camera, booths, operators } = await stats(here);
  assert.deepEqual(countsOf(wash), [1, 0, 0]);
  assert.deepEqual(countsOf(camera.entry), [1, 1, 0]);
  assert.deepEqual(countsOf(camera.wash), [0, 1, 0]);
  assert.deepEqual([booths.length, operators.length], [1, 1]);
  assert.deepEqual(
    camera.entry.matrix.map(({ cameraClass, verdict, count }) => `${cameraClass} ${verdict} ${count}`).sort(),
    ["null van 1", "suv suv 1", "suv van 1"],
  );
});

test("booths and operators stand apart, who disagrees most comes first, and a booth can be looked at alone", async ({
  here,
}) => {
  await sendLabelled(here, washMeta({ operator: { hash: "operator-a" } }), "suv");
  await sendLabelled(here, washMeta({ operator: { hash: "operator-b" } }), "bus");
  await sendLabelled(here, washMeta({ boothId: "booth-2", operator: { hash: "operator-a" } }), "van");
  const { booths, operators } = await stats(here);
  const rows = operators.map((row) => [row.boothId, row.operatorHash, ...countsOf(row)]);
  assert.deepEqual(rows[0], ["booth-1", "operator-b", 0, 1, 0]);
  assert.deepEqual(rows.slice(1).map(String).sort(), ["booth-1,operator-a,1,0,0", "booth-2,operator-a,1,0,0"]);
  assert.deepEqual(
    booths.map((row) => [row.boothId, row.operatorHash, ...countsOf(row)]),
    [
      ["booth-1", null, 1, 1, 0],
      ["booth-2", null, 1, 0, 0],
    ],
  );
  assert.deepEqual(countsOf((await stats(here, "?booth=booth-2")).wash), [1, 0, 0]);
  assert.deepEqual(countsOf((await stats(here, "?kind=entry")).wash), [0, 0, 0]);
});

test("an undo takes a label out of the counts", async ({ here }) => {
  const meta = washMeta();
  await sendLabelled(here, meta, "suv");
  await here.post(`/api/items/booth-1/${meta.itemId}/undo`, { client: "client-anna" });
  assert.deepEqual(countsOf((await stats(here)).wash), [0, 0, 0]);
});

test("of nothing there is no share", async ({ here }) => {
  const { wash, camera } = await stats(here);
  assert.deepEqual([wash.share, camera.entry.share, camera.entry.matrix], [null, null, []]);
});

test.run();
