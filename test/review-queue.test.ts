import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { ReviewStatus } from "../common/api/carwash.ts";
import { openDb } from "../common/node/db.ts";
import type { ReviewKind, ReviewMeta } from "../common/review.ts";
import type { Booth } from "../daemon/context.ts";
import { BOOTH_ACTOR } from "../daemon/services/actors.ts";
import { commitWithCrop, type QueueLimits } from "../daemon/services/reviews/queue.ts";
import { readReviewStatus } from "../daemon/services/reviews/status.ts";
import { assignMany } from "../daemon/services/setup.ts";
import { startBooth } from "./helpers/booth.ts";
import { type ChildBooth, childEnvironment, freePort, isHealthy, openHere, spawnBooth } from "./helpers/child-booth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { type FakeCollector, openFakeCollector } from "./helpers/fake-collector.ts";
import { JPEG } from "./helpers/pictures.ts";
import { carAt, carInside } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

interface Context {
  bench: CliBench;
  collector: FakeCollector;
}
const test = suite<Context>("review queue");

test.before.each(async (context) => {
  context.bench = openCliBench();
  context.collector = await openFakeCollector();
});
test.after.each(async ({ bench, collector }) => {
  bench.close();
  await collector.close();
});

const wash = {
  order: { id: "W1" },
  operator: { hash: "h".repeat(22) },
  operatorCategory: { id: "s", name: "S", classes: ["sedan" as const] },
};

/** Queues packages as the car wash does; answers their ids. */
async function queue(booth: Booth, kinds: readonly ReviewKind[], limits?: QueueLimits): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of kinds) {
    const itemId = randomUUID();
    const every = { itemId, boothId: "booth-1", takenAt: "2026-11-20T12:00:00.000Z", cameraClass: null };
    const meta: ReviewMeta = kind === "wash" ? { kind, ...every, ...wash } : { kind, ...every };
    await commitWithCrop(booth, BOOTH_ACTOR, { itemId, jpeg: JPEG, sessionId: null }, (_, add) => add(meta), limits);
    ids.push(itemId);
  }
  return ids;
}

/** The same in the bench's directory, which no daemon has open. */
async function queueIn(bench: CliBench, kinds: readonly ReviewKind[], limits?: QueueLimits): Promise<string[]> {
  const booth = await openHere(bench.env);
  const ids = await queue(booth, kinds, limits);
  booth.db.close();
  return ids;
}

const crops = (dataDir: string) => {
  const folder = join(dataDir, "review");
  return existsSync(folder) ? readdirSync(folder).map((name) => name.replace(".jpg", "")) : [];
};
/** What the booth counts as queued: a crop's file is there before. */
function countQueued(dataDir: string): number {
  const db = openDb(join(dataDir, "booth.db"), { readonly: true });
  const { count } = db.prepare("SELECT count(*) AS count FROM review_items").get() as { count: number };
  db.close();
  return count;
}
const sending = ({ url }: { url: string }) => ({ env: { COLLECTOR_URL: url, COLLECTOR_TOKEN: "a token" } });
const flush = ({ bench, collector }: Context, ...more: string[]) =>
  bench.run(["review", "flush", "--json", ...more], sending(collector));
const statusOf = async ({ bench, collector }: Context) =>
  (await bench.json(["review", "status"], sending(collector))) as ReviewStatus;

const simulated = { driver: "simulated", config: {} };

/** Starts a booth in a process of its own, that samples every entry. */
async function openChild({ bench, collector }: Context): Promise<ChildBooth> {
  const more = { COLLECTOR_URL: collector.url, CARWASH_REVIEW_ENTRY_SAMPLE: "1" };
  const booth = spawnBooth(childEnvironment(bench.dataDir, await freePort(), more));
  await until(() => isHealthy(booth.url), `the booth to open: ${booth.log()}`, 30_000);
  return booth;
}

async function kill({ child, ended }: ChildBooth): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

test("what is queued survives kill -9, and is sent once by the next start", async (context) => {
  const { bench, collector } = context;
  const here = await openHere(bench.env);
  const devices = { access: simulated, reader: simulated, camera: simulated };
  await assignMany(here, BOOTH_ACTOR, [{ lane: "entry-1", name: "Entry 1", direction: "entry", devices }]);
  here.db.close();
  // The collector keeps the first package, and the booth never hears of it; the second does not get through.
  collector.next.push({ cut: "after" });
  collector.always = { cut: "before" };
  const first = await openChild(context);
  try {
    for (const plate of ["KILL1", "KILL2"]) await readPlate(first, plate);
    await until(() => countQueued(bench.dataDir) === 2 && collector.uploads.length > 0, "uploads that fail", 10_000);
  } finally {
    await kill(first);
  }
  assert.equal((await statusOf(context)).queue.entry.items, 2);
  collector.always = {};
  const second = await openChild(context);
  try {
    await until(() => crops(bench.dataDir).length === 0, "the queue to empty", 15_000);
  } finally {
    await kill(second);
  }
  assert.equal(collector.kept.size, 2);
  const { queue: after, sent } = await statusOf(context);
  assert.deepEqual([after.items, sent], [0, 2]);
});

async function readPlate({ url }: ChildBooth, plate: string): Promise<void> {
  const answer = await fetch(`${url}/api/ingress/camera/entry-1`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ plate, confidence: 0.96, vehicleClass: "suv" }),
  });
  assert.equal(answer.status, 202, await answer.text());
}

test("a full queue lets the oldest entries go first and washes last, and counts them", async (context) => {
  const { bench } = context;
  const booth = await openHere(bench.env);
  try {
    const three = { items: 3, bytes: 1e9 };
    const [w1, , e2] = await queue(booth, ["wash", "entry", "entry", "wash"], three);
    assert.equal(crops(bench.dataDir).length, 3);
    assert.deepEqual(
      [w1, e2].map((id) => crops(bench.dataDir).includes(id!)),
      [true, true],
    );
    const [w3, w4] = await queue(booth, ["wash", "wash"], three);
    const { queue: now, dropped } = readReviewStatus({ db: booth.db, config: booth.config });
    assert.deepEqual([now.wash.items, now.entry.items, dropped], [3, 0, { wash: 1, entry: 2 }]);
    assert.equal(crops(bench.dataDir).includes(w1!), false);
    const [w5] = await queue(booth, ["wash"], { items: 100, bytes: 2 * JPEG.length });
    assert.deepEqual(crops(bench.dataDir).sort(), [w4!, w5!].sort());
    assert.equal(crops(bench.dataDir).includes(w3!), false);
  } finally {
    booth.db.close();
  }
  const told = await bench.run(["review", "status"], { env: { CARWASH_REVIEW_ENTRY_SAMPLE: "20" } });
  assert.match(told.stdout, /^sampling +1 in 20 entries sampled$/m);
  assert.match(told.stdout, /^wash +2 +4008 +\S+[+-]\d\d:\d\d +3$/m);
  assert.match(told.stdout, /^entry +0 +0 +– +2$/m);
});

test("a wash that was refused stays longer than any entry, and is counted when it goes", async (context) => {
  const { bench, collector } = context;
  const two = { items: 2, bytes: 1e9 };
  const [refused] = await queueIn(bench, ["wash"]);
  collector.next.push({ status: 415 });
  assert.equal((await flush(context)).code, 3);
  const [, wash] = await queueIn(bench, ["entry", "wash"], two);
  assert.deepEqual(crops(bench.dataDir).sort(), [refused, wash].sort());
  assert.deepEqual((await statusOf(context)).dropped, { wash: 0, entry: 1 });
  const [last] = await queueIn(bench, ["wash"], two);
  assert.deepEqual(crops(bench.dataDir).sort(), [wash, last].sort());
  assert.deepEqual((await statusOf(context)).dropped, { wash: 1, entry: 1 });
});

test("what is refused for good is set aside and listed with its reason, and can be tried again", async (context) => {
  const { bench, collector } = context;
  const [first, second] = await queueIn(bench, ["entry", "wash", "wash"]);
  collector.next.push({ status: 415 }, { status: 413 });
  const flushed = await flush(context);
  assert.deepEqual([flushed.code, JSON.parse(flushed.stdout)], [3, { sent: 1, left: 0, setAside: 2 }]);
  const { setAside } = await statusOf(context);
  assert.deepEqual(
    setAside.items.map(({ itemId, reason }) => [itemId, reason]).sort(),
    [
      [first, "the collector answers 415: said 415"],
      [second, "the collector answers 413: said 413"],
    ].sort(),
  );
  const told = await bench.run(["review", "status"]);
  assert.match(told.stdout, new RegExp(`^${first} +entry .* the collector answers 415: said 415$`, "m"));
  assert.equal((await flush(context)).code, 0);
  assert.equal(collector.kept.size, 1);
  const again = await flush(context, "--set-aside");
  assert.deepEqual([again.code, JSON.parse(again.stdout)], [0, { sent: 2, left: 0, setAside: 0 }]);
  assert.equal(collector.kept.size, 3);
});

test("a token that is refused keeps everything, and says so", async (context) => {
  await queueIn(context.bench, ["entry", "wash"]);
  for (const status of [401, 403]) {
    context.collector.next.push({ status });
    const refused = await flush(context);
    const { code, hint } = JSON.parse(refused.stderr);
    assert.deepEqual([refused.code, code], [5, "collector_denied"]);
    assert.match(
      hint,
      /^put what .* booths add booth-1 .* into COLLECTOR_TOKEN, then systemctl restart parking-booth$/,
    );
    assert.deepEqual(JSON.parse(refused.stdout), { sent: 0, left: 2, setAside: 0 });
    const { queue: waiting, lastError } = await statusOf(context);
    assert.equal(waiting.items, 2);
    assert.equal(lastError?.message, `the collector answers ${status}: said ${status}`);
  }
  assert.equal((await flush(context)).code, 0);
  assert.equal(context.collector.kept.size, 2);
});

test("a flush says when there is nothing to send, nowhere to send it, and nobody who takes it", async (context) => {
  const { bench, collector } = context;
  await queueIn(bench, []);
  const idle = await bench.run(["review", "flush"]);
  assert.deepEqual([idle.code, idle.stdout, idle.stderr], [0, "sent 0, left 0, set aside 0\n", "Nothing waits.\n"]);
  await queueIn(bench, ["entry", "entry"]);
  const nowhere = await bench.run(["review", "flush"]);
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /COLLECTOR_URL is not set/);
  const nobody = await bench.run(["review", "flush"], sending({ url: `http://127.0.0.1:${await freePort()}` }));
  assert.deepEqual([nobody.code, nobody.stdout], [9, "sent 0, left 2, set aside 0\n"]);
  collector.next.push({ cut: "before" }, { status: 404 });
  assert.deepEqual([(await flush(context)).code, (await flush(context)).code], [9, 9]);
  collector.next.push({ status: 429, headers: { "retry-after": "120" } });
  assert.equal((await flush(context)).code, 10);
  assert.equal(collector.uploads.length, 3);
  collector.next.push({ status: 500 });
  assert.equal((await flush(context)).code, 0, "one that fails holds up none behind it");
  assert.equal(collector.kept.size, 2);
});

test("two processes that send the same packages do no harm", async (context) => {
  const { bench, collector } = context;
  const ids = await queueIn(
    bench,
    Array.from({ length: 12 }, () => "entry" as const),
  );
  let bothSend = () => {};
  const after = new Promise<void>((resolve) => {
    bothSend = resolve;
  });
  collector.next.push({ after }, { after });
  const both = [flush(context), flush(context)];
  await until(() => collector.uploads.length === 2, "both to send their first package", 20_000);
  assert.equal(collector.uploads[0], collector.uploads[1]);
  bothSend();
  for (const ran of await Promise.all(both)) assert.deepEqual([ran.code, ran.stderr], [0, ""]);
  assert.deepEqual([...collector.kept.keys()].sort(), ids.sort());
  const { queue: left, sent } = await statusOf(context);
  assert.deepEqual([left.items, sent, crops(bench.dataDir)], [0, 12, []]);
});

test("the booth waits as long as the collector asks it to", async ({ collector }) => {
  collector.always = { status: 429, headers: { "retry-after": "3600" } };
  const booth = await startBooth({ env: { COLLECTOR_URL: collector.url, CARWASH_REVIEW_ENTRY_SAMPLE: "1" } });
  try {
    const admin = await booth.signIn("admin");
    const status = async () => (await admin.get("/api/carwash/status")).body as ReviewStatus;
    await carAt(booth, "entry-1", "WAIT1");
    await until(async () => (await status()).nextTry !== null, "a pause");
    assert.equal((await status()).nextTry, "2026-11-20T13:00:00.000Z");
    await carAt(booth, "entry-1", "WAIT2");
    await until(async () => (await status()).queue.items === 2, "the second package to wait");
    assert.equal(collector.uploads.length, 1);
  } finally {
    await booth.close();
  }
});

test("a plate that is erased takes what waits of its car with it", async () => {
  const booth = await startBooth({ env: { CARWASH_REVIEW_ENTRY_SAMPLE: "1" } });
  try {
    const admin = await booth.signIn("admin");
    const gone = await carInside(booth, admin, "ERASE1");
    await carInside(booth, admin, "KEEP1");
    await admin.post("/api/carwash/orders", { plate: "ERASE1", categoryId: "m" });
    await until(() => crops(booth.dataDir).length === 3, "three packages");
    assert.equal((await admin.post(`/api/sessions/${gone.id}/close`, { reason: "towed" })).status, 200);
    const erased = await admin.post("/api/plates/erase", { plate: "ERASE1", reason: "asked by letter" });
    assert.equal(erased.status, 200, erased.text);
    assert.equal(crops(booth.dataDir).length, 1);
    const { queue: left, dropped } = (await admin.get("/api/carwash/status")).body as ReviewStatus;
    assert.deepEqual([left.wash.items, left.entry.items, dropped], [0, 1, { wash: 0, entry: 0 }]);
  } finally {
    await booth.close();
  }
});

test.run();
