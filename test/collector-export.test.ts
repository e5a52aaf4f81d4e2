import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { splitOf } from "../collector/export.ts";
import { entryMeta, sendLabelled, startCollector, type TestCollector, washMeta } from "./helpers/collector.ts";

const test = suite<{ here: TestCollector }>("collector: export");

test.before.each(async (context) => {
  context.here = await startCollector();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const HEAD =
  "boothId,itemId,kind,takenAt,receivedAt,reviewedAt,cameraClass,verdict,orderId,operatorHash,operatorCategoryId,operatorCategoryName,operatorCategoryClasses,crop,cropSha256";

test("labels.csv has a line for each crop with a class, with its kind, and none of the others", async ({ here }) => {
  const [wash, entry] = [washMeta(), entryMeta()];
  await sendLabelled(here, wash, "van");
  await sendLabelled(here, entry, "bus");
  await sendLabelled(here, entryMeta(), "unusable");
  await sendLabelled(here, entryMeta(), "skip");
  await here.send(entryMeta());
  const answer = await here.get("/export/labels.csv");
  assert.equal(answer.headers.get("content-type"), "text/csv; charset=utf-8");
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="labels.csv"');
  const [head, first, second, ...rest] = answer.text.split("\r\n");
  assert.equal(head, HEAD);
  const sha256 = createHash("sha256")
    .update(readFileSync(join(here.dataDir, "crops", "booth-1", `${wash.itemId}.jpg`)))
    .digest("hex");
  const at = "2026-11-20T12:00:00.000Z";
  assert.equal(
    first,
    `booth-1,${wash.itemId},wash,${wash.takenAt},${at},${at},suv,van,order-1,operator-a,large,Large,suv van,crops/booth-1/${wash.itemId}.jpg,${sha256}`,
  );
  assert.match(second ?? "", new RegExp(`^booth-1,${entry.itemId},entry,.*,sedan,bus,,,,,,crops/booth-1/`));
  assert.deepEqual(rest, [""]);
});

test("no cell of what a booth sent is a formula to a spreadsheet", async ({ here }) => {
  for (const name of ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])
    await sendLabelled(
      here,
      washMeta({ operatorCategory: { id: "-x", name, classes: ["suv"] }, order: { id: "=1+1" } }),
      "suv",
    );
  const { text } = await here.get("/export/labels.csv");
  const cells =
    text
      .split(/\r\n/)
      .slice(1, -1)
      .join(",")
      .match(/"(?:[^"]|"")*"|[^,]+/g) ?? [];
  assert.ok(cells.length > 60);
  assert.deepEqual(
    cells.filter((cell) => /^"?[=+\-@\t\r]/.test(cell)),
    [],
  );
  assert.match(text, /,'=1\+1,/);
  assert.match(text, /"?'=cmd\|/);
});

test("many labels come in order, all of them, while others are written", async ({ here }) => {
  const { db } = here.running.collector;
  const insert = db.prepare(
    `INSERT INTO items (booth_id, item_id, kind, meta_json, crop_sha256, received_at, waits_since, state, verdict, reviewed_at)
     VALUES ('booth-1', ?, 'entry', ?, 'x', ?, ?, 'reviewed', 'suv', ?)`,
  );
  const at = "2026-11-20T12:00:00.000Z";
  for (let n = 0; n < 1200; n += 1) {
    const meta = entryMeta({}, n);
    insert.run(meta.itemId, JSON.stringify(meta), at, at, at);
  }
  const lines = (await here.get("/export/labels.csv")).text.trimEnd().split("\r\n").slice(1);
  assert.deepEqual(
    lines.map((line) => line.split(",")[1]),
    Array.from({ length: 1200 }, (_, n) => entryMeta({}, n).itemId),
  );
});

test("labels.jsonl names each crop's hash, its label and a part that never changes", async ({ here }) => {
  const meta = entryMeta({}, 3);
  await sendLabelled(here, meta, "bus");
  const answer = await here.get("/export/labels.jsonl");
  const [line] = answer.text.trimEnd().split("\n");
  const row = JSON.parse(line ?? "");
  const bytes = readFileSync(join(here.dataDir, row.crop));
  assert.deepEqual(row, {
    boothId: "booth-1",
    itemId: meta.itemId,
    kind: "entry",
    takenAt: meta.takenAt,
    crop: `crops/booth-1/${meta.itemId}.jpg`,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    label: "bus",
    cameraClass: "sedan",
    split: splitOf(meta.itemId),
  });
});

test("four fifths are for training, a tenth for validating, a tenth for the test, by the id alone", () => {
  const counts = { train: 0, val: 0, test: 0 };
  for (let n = 0; n < 10_000; n += 1) counts[splitOf(entryMeta({}, n).itemId)] += 1;
  assert.ok(Math.abs(counts.train - 8000) < 200 && Math.abs(counts.val - 1000) < 150, JSON.stringify(counts));
  // Must not change in another version either: a crop would move from the test to the training.
  assert.equal(splitOf("00000000-0000-4000-8000-000000000001"), "train");
  assert.equal(splitOf("00000000-0000-4000-8000-000000000002"), "test");
});

test.run();
