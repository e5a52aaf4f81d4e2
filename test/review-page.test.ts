import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { suite } from "uvu";
import { CLASS_KEYS, commandOf } from "../collector/review/page/keys.ts";
import { keyOf, mergeShelf } from "../collector/review/page/merge.ts";
import { matrixOf } from "../collector/review/page/stats/matrix-rows.ts";
import { ranked } from "../collector/review/page/stats/ranking.ts";
import type { LeasedItem } from "../common/api/collector.ts";
import { assetPath } from "../common/node/assets.ts";
import { VEHICLE_CLASSES } from "../common/review.ts";

const test = suite("review page");

const item = (itemId: string) => ({ boothId: "booth-1", itemId }) as LeasedItem;
const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });

test("each class has a key of its own, none of those with another meaning", () => {
  assert.deepEqual([...CLASS_KEYS.keys()], [...VEHICLE_CLASSES]);
  const keys = [...CLASS_KEYS.values()];
  assert.equal(new Set(keys).size, keys.length);
  assert.doesNotMatch(keys.join(""), /[uszb]/);
});

test("keys mean the same on keyboards where digits and brackets lie elsewhere", () => {
  const french = commandOf({ key: "-", code: "Digit6", shiftKey: false });
  assert.deepEqual(french, { do: "verdict", verdict: "pickup" });
  assert.deepEqual(commandOf({ key: "ü", code: "BracketLeft", shiftKey: false }), { do: "darker" });
  assert.deepEqual(commandOf({ key: "U", code: "KeyU", shiftKey: true }), { do: "verdict", verdict: "unusable" });
  assert.deepEqual(commandOf({ key: "5", code: "Numpad5", shiftKey: false }), { do: "verdict", verdict: "van" });
  assert.equal(commandOf({ key: "b", code: "KeyB", shiftKey: false }), undefined);
  assert.equal(commandOf({ key: "constructor", code: "", shiftKey: false }), undefined);
});

test("what is on the screen stays, nothing is there twice, and what the collector cannot know of is let be", () => {
  fc.assert(
    fc.property(ids, ids, ids, (shelf, leased, newer) => {
      const isNewer = (key: string) => newer.some((id) => key === keyOf(item(id)));
      const merged = mergeShelf(shelf.map(item), leased.map(item), isNewer).map(({ itemId }) => itemId);
      assert.equal(new Set(merged).size, merged.length);
      if (shelf.length > 0) assert.equal(merged[0], shelf[0]);
      for (const id of newer) assert.equal(merged.includes(id), shelf.includes(id));
      for (const id of leased) assert.ok(newer.includes(id) || merged.includes(id));
      for (const id of merged) assert.ok(id === shelf[0] || leased.includes(id) || newer.includes(id));
    }),
  );
});

test("most disagreement comes first, and shares of few labels below those of many", () => {
  const sums = (agree: number, disagree: number) => ({ agree, disagree, unusable: 0, share: null });
  const rows = [sums(0, 3), sums(90, 10), sums(40, 10), sums(0, 0)];
  assert.deepEqual(ranked(rows), [rows[2], rows[1], rows[0], rows[3]]);
});

test("a matrix has rows and columns only for what came up, and shares of its rows", () => {
  const { verdicts, rows } = matrixOf([
    { cameraClass: "suv", verdict: "van", count: 1 },
    { cameraClass: "suv", verdict: "suv", count: 3 },
    { cameraClass: null, verdict: "van", count: 2 },
  ]);
  assert.deepEqual(verdicts, ["suv", "van"]);
  assert.deepEqual(
    rows.map(({ cameraClass, total }) => [cameraClass, total]),
    [
      ["suv", 4],
      [null, 2],
    ],
  );
  assert.deepEqual(
    rows[0]?.cells.map(({ share }) => share),
    [0.75, 0.25],
  );
});

test("the page's first load is at most 60 kB compressed, script and style together", () => {
  const folder = assetPath("review");
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\/review\/([^"]+\.(?:js|css|svg))"/g)].map(([, name]) => String(name));
  assert.equal(named.length, 3);
  const bytes = ["index.html", ...named].map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length);
  const sum = bytes.reduce((total, size) => total + size, 0);
  assert.ok(sum <= 60_000 && sum > 10_000, `${sum} bytes`);
});

test.run();
