import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { addBooth, removeBooth, rotateToken } from "../collector/booths.ts";
import { entryMeta, sendPackage, startCollector, type TestCollector, washMeta } from "./helpers/collector.ts";
import { jpegOf } from "./helpers/hostile-uploads.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";

const test = suite<{ here: TestCollector }>("collector: taking packages in");

test.before.each(async (context) => {
  context.here = await startCollector();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const cropFile = (here: TestCollector, booth: string, id: string) => join(here.dataDir, "crops", booth, `${id}.jpg`);

test("a new package is 201, and its crop lies where the contract says, byte for byte", async ({ here }) => {
  const meta = washMeta();
  const answer = await here.send(meta);
  assert.deepEqual([answer.status, answer.body], [201, { itemId: meta.itemId }]);
  assert.deepEqual(readFileSync(cropFile(here, "booth-1", meta.itemId)), Buffer.from(exampleJpeg()));
  const row = here.running.collector.db
    .prepare(
      "SELECT booth_id, item_id, kind, meta_json, crop_sha256, received_at, state, verdict, reviewed_at FROM items",
    )
    .get() as Record<string, unknown>;
  assert.deepEqual(row, {
    booth_id: "booth-1",
    item_id: meta.itemId,
    kind: "wash",
    meta_json: JSON.stringify(meta),
    crop_sha256: createHash("sha256").update(exampleJpeg()).digest("hex"),
    received_at: "2026-11-20T12:00:00.000Z",
    state: "pending",
    verdict: null,
    reviewed_at: null,
  });
});

test("a known item is 200, the same crop or not, and stays as it came first", async ({ here }) => {
  const meta = entryMeta();
  await here.send(meta);
  assert.equal((await here.send(meta)).status, 200);
  assert.equal((await here.send({ ...meta, cameraClass: "bus" }, jpegOf(50_000))).status, 200);
  assert.deepEqual(here.stored(), { rows: 1, crops: 1, incoming: 0 });
  assert.deepEqual(readFileSync(cropFile(here, "booth-1", meta.itemId)), Buffer.from(exampleJpeg()));
  assert.equal((await here.get("/api/items")).body.items[0].cameraClass, "sedan");
});

test("a known item that is labelled stays labelled", async ({ here }) => {
  const meta = entryMeta();
  await here.send(meta);
  await here.post(`/api/items/booth-1/${meta.itemId}/verdict`, { verdict: "suv", client: "client-anna" });
  assert.equal((await here.send(meta)).status, 200);
  assert.equal((await here.get("/api/items")).body.items[0].verdict, "suv");
});

test("one item sent twenty times at once is one row and one whole crop, and one of them was new", async ({ here }) => {
  const meta = entryMeta();
  const crops = Array.from({ length: 20 }, (_, n) => jpegOf(30_000 + n));
  const answers = await Promise.all(crops.map((crop) => here.send(meta, crop)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [...Array.from({ length: 19 }, () => 200), 201]);
  assert.deepEqual(here.stored(), { rows: 1, crops: 1, incoming: 0 });
  const kept = readFileSync(cropFile(here, "booth-1", meta.itemId));
  const hash = here.running.collector.db.prepare("SELECT crop_sha256 FROM items").pluck().get();
  assert.equal(createHash("sha256").update(kept).digest("hex"), hash);
});

test("a hundred packages at once are all there", async ({ here }) => {
  const metas = Array.from({ length: 100 }, () => entryMeta());
  const answers = await Promise.all(metas.map((meta) => here.send(meta)));
  assert.ok(answers.every(({ status }) => status === 201));
  assert.deepEqual(here.stored(), { rows: 100, crops: 100, incoming: 0 });
});

test("an item's id is its booth's own: another booth's item of that id is another item", async ({ here }) => {
  const mine = entryMeta({ cameraClass: "suv" });
  await here.send(mine);
  assert.equal((await here.send({ ...mine, boothId: "booth-2", cameraClass: "bus" }, jpegOf(40_000))).status, 201);
  const { items } = (await here.get("/api/items?booth=booth-1")).body;
  assert.deepEqual([items.length, items[0].cameraClass], [1, "suv"]);
  assert.deepEqual(readFileSync(cropFile(here, "booth-1", mine.itemId)), Buffer.from(exampleJpeg()));
});

test("a crop without its row, as a crash leaves one, is replaced when the package comes again", async ({ here }) => {
  const meta = entryMeta();
  mkdirSync(join(here.dataDir, "crops", "booth-1"), { recursive: true });
  writeFileSync(cropFile(here, "booth-1", meta.itemId), "half a crop");
  assert.equal((await here.send(meta)).status, 201);
  assert.deepEqual(readFileSync(cropFile(here, "booth-1", meta.itemId)), Buffer.from(exampleJpeg()));
});

test("what was on its way when the collector was killed is cleared away at its start", async ({ here }) => {
  await here.running.stop();
  writeFileSync(join(here.dataDir, "incoming", "half"), "half a crop");
  const again = await startCollector({ dataDir: here.dataDir });
  assert.equal(again.stored().incoming, 0);
  await again.close();
});

test("a crop whose row was never written goes at the next start, and the others stay", async ({ here }) => {
  const [kept, lost] = [entryMeta(), entryMeta()];
  await here.send(kept);
  await here.running.stop();
  writeFileSync(cropFile(here, "booth-1", lost.itemId), exampleJpeg());
  const again = await startCollector({ dataDir: here.dataDir });
  assert.deepEqual([again.stored().rows, again.stored().crops], [1, 1]);
  assert.ok(existsSync(cropFile(here, "booth-1", kept.itemId)));
  await again.close();
});

test("crops of another database, more than a crash can leave, are none to sweep", async ({ here }) => {
  await here.send(entryMeta());
  await here.running.stop();
  for (let n = 0; n < 129; n += 1) writeFileSync(cropFile(here, "booth-1", entryMeta().itemId), "a crop");
  const again = await startCollector({ dataDir: here.dataDir });
  assert.deepEqual([again.stored().rows, again.stored().crops], [1, 130]);
  await again.close();
});

test("where a crop cannot be written nothing is acknowledged, and it works again without a restart", async ({
  here,
}) => {
  const meta = entryMeta();
  const folder = join(here.dataDir, "incoming");
  rmSync(folder, { recursive: true });
  assert.equal((await here.send(meta)).status, 500);
  assert.equal(here.stored().rows, 0);
  mkdirSync(folder);
  assert.equal((await here.send(meta)).status, 201);
  rmSync(join(here.dataDir, "crops"), { recursive: true });
  assert.equal((await here.send(entryMeta())).status, 500);
  assert.equal((await here.send(entryMeta())).status, 201);
});

test("a token is stored as a hash; a new one ends the old one at once", async ({ here }) => {
  const { collector } = here.running;
  const old = here.tokens["booth-1"]!;
  const upload = (token: string) =>
    sendPackage(here.url, { token, booth: "booth-1", meta: entryMeta(), crop: exampleJpeg() });
  assert.ok(!JSON.stringify(collector.db.prepare("SELECT * FROM booths").all()).includes(old));
  const { token } = rotateToken(collector, "booth-1");
  assert.deepEqual([(await upload(old)).status, (await upload(token)).status], [401, 201]);
  assert.equal(removeBooth(collector, "booth-1"), true);
  assert.equal((await upload(token)).status, 401);
  assert.equal(here.stored().rows, 1);
  assert.equal((await upload(addBooth(collector, "booth-1").token)).status, 201);
});

test("a second collector on the same directory is refused", async ({ here }) => {
  await assert.rejects(startCollector({ dataDir: here.dataDir }), /another collector runs on this data directory/);
  assert.ok(existsSync(here.dataDir));
  assert.equal((await here.send(entryMeta())).status, 201);
});

test("whether it turns is for anybody to know", async ({ here }) => {
  const answer = await here.anonymous.get("/healthz");
  assert.deepEqual([answer.status, answer.body], [200, { status: "ok", version: "test" }]);
  assert.equal(answer.headers.get("cache-control"), "no-store");
});

test.run();
