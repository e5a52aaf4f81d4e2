import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { NextItems, VerdictAnswer } from "../common/api/collector.ts";
import type { Answer } from "./helpers/booth.ts";
import { basic, entryMeta, startCollector, type TestCollector, washMeta } from "./helpers/collector.ts";

const test = suite<{ here: TestCollector }>("collector: labelling");

test.before.each(async (context) => {
  context.here = await startCollector();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const ANNA = "client-anna";
const BEN = "client-benn";

/** Sends entries that come one second after another; answers their ids. */
async function sendSome(here: TestCollector, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const meta = entryMeta({}, index);
    assert.equal((await here.send(meta)).status, 201);
    ids.push(meta.itemId);
    here.clock.advance(1000);
  }
  return ids;
}

async function next(here: TestCollector, client: string, query = ""): Promise<NextItems> {
  const answer = await here.get(`/api/next?client=${client}${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const idsOf = ({ items }: NextItems) => items.map(({ itemId }) => itemId);

const say = (here: TestCollector, id: string, verdict: string, client: string, query = "") =>
  here.post(`/api/items/booth-1/${id}/verdict${query}`, { verdict, client });

const undo = (here: TestCollector, id: string, client: string, query = "") =>
  here.post(`/api/items/booth-1/${id}/undo${query}`, { client });

test("a wash shows the operator's choice beside the camera's, an entry nothing of any operator", async ({ here }) => {
  await here.send(washMeta());
  here.clock.advance(1000);
  await here.send(entryMeta());
  const [wash, entry] = (await next(here, ANNA)).items;
  assert.deepEqual(wash?.operatorCategory, { id: "large", name: "Large", classes: ["suv", "van"] });
  assert.equal(wash?.operatorHash, "operator-a");
  assert.equal(wash?.cameraClass, "suv");
  assert.equal(entry?.kind, "entry");
  assert.ok(entry && !("operatorCategory" in entry) && !("operatorHash" in entry));
});

test("the oldest come first, a verdict brings the next, and skipped ones come to others last", async ({ here }) => {
  const [a, b, c] = (await sendSome(here, 3)) as [string, string, string];
  assert.deepEqual(idsOf(await next(here, ANNA, "&n=2")), [a, b]);
  const skipped = (await say(here, a, "skip", ANNA)).body as VerdictAnswer;
  assert.equal(skipped.item.state, "skipped");
  assert.deepEqual(idsOf(skipped), [b, c]);
  const labelled = (await say(here, b, "suv", ANNA)).body as VerdictAnswer;
  assert.deepEqual([labelled.item.state, labelled.item.verdict], ["reviewed", "suv"]);
  const rest = (await say(here, c, "unusable", ANNA)).body as VerdictAnswer;
  assert.deepEqual([rest.items, rest.progress.pending, rest.progress.skipped], [[], 0, 1]);
  assert.deepEqual(idsOf(await next(here, BEN)), [a]);
  const done = (await say(here, a, "van", BEN)).body as VerdictAnswer;
  assert.deepEqual([done.items, done.progress.pending, done.progress.labelledToday], [[], 0, 3]);
});

test("one's own skipped crops come again after all others, when they are asked for, and not twice for one asking", async ({
  here,
}) => {
  const [a, b, c] = (await sendSome(here, 3)) as [string, string, string];
  await next(here, ANNA);
  await say(here, a, "skip", ANNA);
  const { skipped, seq } = ((await say(here, b, "skip", ANNA)).body as VerdictAnswer).progress;
  assert.equal(skipped, 2);
  const asked = `&skippedUpTo=${seq}`;
  const again = await next(here, ANNA, asked);
  assert.deepEqual([idsOf(again), again.progress.pending, again.progress.skipped], [[c, a, b], 3, 0]);
  await say(here, c, "suv", ANNA, `?${asked}`);
  const twice = (await say(here, a, "skip", ANNA, `?${asked}`)).body as VerdictAnswer;
  assert.deepEqual([idsOf(twice), twice.progress.skipped], [[b], 1]);
  const undone = (await undo(here, a, ANNA, `?${asked}`)).body as VerdictAnswer;
  assert.deepEqual([idsOf(undone), undone.progress.skipped], [[a, b], 0]);
});

test("a leased crop is nobody else's until 120 s have gone by, and asking again renews it", async ({ here }) => {
  const [a, b] = (await sendSome(here, 2)) as [string, string];
  assert.deepEqual(idsOf(await next(here, ANNA, "&n=1")), [a]);
  assert.deepEqual(idsOf(await next(here, BEN)), [b]);
  here.clock.advance(119_000);
  assert.deepEqual(idsOf(await next(here, ANNA, "&n=1")), [a]);
  here.clock.advance(2000);
  // Ben's has ended meanwhile, Anna's was renewed.
  assert.deepEqual(idsOf(await next(here, BEN)), [b]);
  here.clock.advance(118_000);
  assert.deepEqual(idsOf(await next(here, BEN)), [b, a]);
});

test("a verdict on what somebody else holds or has decided is 409 and says how it stands", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  await next(here, ANNA);
  const held = await say(here, a, "suv", BEN);
  assert.deepEqual([held.status, held.body.error, held.body.current.state], [409, "item_taken", "pending"]);
  assert.equal(held.body.heldUntil, "2026-11-20T12:02:01.000Z");
  here.clock.advance(121_000);
  assert.equal((await say(here, a, "suv", BEN)).status, 200);
  const late = await say(here, a, "van", ANNA);
  assert.deepEqual([late.status, late.body.current.verdict, late.body.heldUntil], [409, "suv", null]);
});

test("a verdict that is sent again because its answer got lost counts once", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  await say(here, a, "suv", ANNA);
  const again = await say(here, a, "suv", ANNA);
  assert.deepEqual([again.status, again.body.progress.labelledToday], [200, 1]);
  assert.equal((await say(here, a, "van", ANNA)).status, 409);
  await undo(here, a, ANNA);
  assert.equal((await undo(here, a, ANNA)).status, 200);
  assert.equal(here.running.collector.db.prepare("SELECT count(*) AS n FROM verdicts").pluck().get(), 2);
});

test("an undo brings the crop back first, and a second thought counts", async ({ here }) => {
  const [a, b] = (await sendSome(here, 2)) as [string, string];
  await say(here, a, "suv", ANNA);
  await say(here, b, "skip", ANNA);
  const undone = (await undo(here, b, ANNA)).body as VerdictAnswer;
  assert.deepEqual([undone.item.state, idsOf(undone)], ["pending", [b]]);
  assert.deepEqual(idsOf((await undo(here, a, ANNA)).body), [a, b]);
  const second = (await say(here, a, "van", ANNA)).body as VerdictAnswer;
  assert.deepEqual([second.item.verdict, second.progress.labelledToday], ["van", 1]);
});

test("only one's own last ten can be taken back", async ({ here }) => {
  const ids = await sendSome(here, 12);
  for (const id of ids) assert.equal((await say(here, id, "suv", ANNA)).status, 200);
  assert.equal((await undo(here, ids[1]!, ANNA)).status, 409);
  assert.equal((await undo(here, ids[11]!, BEN)).status, 409);
  assert.equal((await undo(here, ids[2]!, ANNA)).status, 200);
});

test("a skipped crop that somebody else looks at by now is not taken from them", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  await say(here, a, "skip", ANNA);
  assert.deepEqual(idsOf(await next(here, BEN)), [a]);
  assert.equal((await undo(here, a, ANNA)).status, 409);
});

test("the filter of the query holds for what comes next and for what is counted", async ({ here }) => {
  const wash = washMeta({ boothId: "booth-2" });
  await here.send(wash);
  await here.send(entryMeta());
  assert.deepEqual(idsOf(await next(here, ANNA, "&kind=wash&booth=booth-2")), [wash.itemId]);
  const { progress, booths } = await next(here, ANNA, "&booth=booth-1");
  assert.deepEqual([progress.pending, booths], [1, ["booth-1", "booth-2"]]);
});

test("the pace is that of one's own last ten minutes", async ({ here }) => {
  const ids = await sendSome(here, 6);
  for (const id of ids.slice(0, 4)) {
    await say(here, id, "suv", ANNA);
    here.clock.advance(30_000);
  }
  const { progress } = await next(here, ANNA);
  assert.deepEqual([progress.perMinute, progress.labelledToday], [2, 4]);
  assert.equal((await next(here, BEN)).progress.perMinute, 0);
  here.clock.set("2026-11-21T00:00:01.000Z");
  assert.equal((await next(here, ANNA)).progress.labelledToday, 0);
});

test("the history of verdicts cannot be changed", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  await say(here, a, "suv", ANNA);
  const { db } = here.running.collector;
  assert.throws(() => db.prepare("UPDATE verdicts SET verdict = 'van'").run(), /only ever added/);
  assert.throws(() => db.prepare("DELETE FROM verdicts").run(), /only ever added/);
});

test("what is no verdict, no client and no item is refused in words", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  assert.equal((await say(here, a, "constructor", ANNA)).status, 400);
  assert.equal((await say(here, a, "suv", "x")).status, 400);
  assert.equal((await here.get(`/api/next?client=${ANNA}&n=31`)).status, 400);
  assert.equal((await here.get(`/api/next?client=${ANNA}&skippedUpTo=-1`)).status, 400);
  assert.equal((await say(here, "no-such-item", "suv", ANNA)).status, 404);
  assert.equal((await here.post(`/api/items/booth-2/${a}/verdict`, { verdict: "suv", client: ANNA })).status, 404);
});

test("an item's crop is answered as it was sent, and asked for once", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  const answer = await here.get(`/crops/booth-1/${a}.jpg`);
  assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/jpeg"]);
  assert.match(answer.headers.get("cache-control") ?? "", /private, max-age/);
  const again = await here.anonymous.get(`/crops/booth-1/${a}.jpg`, {
    authorization: basic(),
    "if-none-match": answer.headers.get("etag") ?? "",
    "cache-control": "max-age=0",
  });
  assert.equal(again.status, 304);
  assert.equal((await here.get("/crops/booth-1/..%2f..%2fcollector.db.jpg")).status, 404);
});

test("an item whose picture is gone is 404 and says so, and no browser keeps that", async ({ here }) => {
  const [a] = (await sendSome(here, 1)) as [string];
  rmSync(join(here.dataDir, "crops", "booth-1", `${a}.jpg`));
  const answer = await here.get(`/crops/booth-1/${a}.jpg`);
  assert.deepEqual([answer.status, answer.body.error], [404, "not_found"]);
  assert.equal(answer.body.message, "the picture of this item is not here any more");
  assert.equal(answer.headers.get("cache-control"), "no-store");
});

test("a full disk refuses packages and labels with 503, and takes the same ones when there is room", async ({
  here,
}) => {
  const ids = await sendSome(here, 60);
  const { db } = here.running.collector;
  db.pragma(`max_page_count = ${db.pragma("page_count", { simple: true })}`);
  const filling = async (send: (turn: number) => Promise<Answer>) => {
    for (let turn = 0; turn < ids.length; turn += 1) {
      const answer = await send(turn);
      if (answer.status < 300) continue;
      assert.deepEqual([answer.status, answer.body.error, answer.headers.get("retry-after")], [503, "not_ready", "60"]);
      return turn;
    }
    throw new Error("it was never full");
  };
  const upload = (turn: number) => here.send(entryMeta({}, 1000 + turn));
  const label = (turn: number) => say(here, ids[turn] ?? "", "suv", ANNA);
  const unsent = await filling(upload);
  const unsaved = await filling(label);
  assert.equal(here.stored().rows, ids.length + unsent);
  assert.equal((await here.get(`/api/items?state=pending&limit=1`)).status, 200);
  db.pragma("max_page_count = 1000000");
  assert.deepEqual([(await upload(unsent)).status, (await label(unsaved)).status], [201, 200]);
  assert.equal(db.prepare("SELECT count(*) AS n FROM verdicts").pluck().get(), unsaved + 1);
});

test("a page of items is narrowed by a matrix's cell", async ({ here }) => {
  const ids = await sendSome(here, 3);
  for (const id of ids.slice(0, 2)) await say(here, id, "suv", ANNA);
  const page = (await here.get("/api/items?verdict=suv&cameraClass=sedan&kind=entry&limit=1")).body;
  assert.deepEqual([page.items[0].itemId, page.items.length], [ids[1], 1]);
  const rest = (await here.get(`/api/items?verdict=suv&limit=1&cursor=${page.next}`)).body;
  assert.deepEqual([rest.items[0].itemId, rest.next], [ids[0], null]);
  assert.deepEqual((await here.get("/api/items?cameraClass=none")).body.items, []);
});

test.run();
