import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { suite } from "uvu";
import type { WashOrder } from "../common/api/carwash.ts";
import { sampleEntry } from "../daemon/services/carwash/samples.ts";
import { retryAfterMs } from "../daemon/services/reviews/retry-after.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt, carInside } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

const test = suite("car wash and review queue");

/** A collector that answers what it is told to, and keeps what it was sent. */
async function openCollector() {
  const got: { headers: Record<string, unknown>; body: string }[] = [];
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { status, headers } = answers.shift() ?? { status: 201 };
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString("latin1") });
      response.writeHead(status, { "content-type": "application/json", ...headers }).end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url, got, answers, close };
}

const NOBODY = "http://127.0.0.1:9";
const env = (url: string, n: number) => ({
  COLLECTOR_URL: url,
  COLLECTOR_TOKEN: "a token",
  CARWASH_REVIEW_ENTRY_SAMPLE: String(n),
});
const statusOf = async (client: Client) => (await client.get("/api/carwash/status")).body;
const countedTo = async (client: Client, n: number) =>
  until(async () => (await statusOf(client)).entries === n, `${n} entries counted`);

async function enter(booth: TestBooth, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1) await carAt(booth, "entry-1", `CAR${n}`, "suv");
}

test("exactly one in N entries is sampled", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 40 }), (n, rounds) => {
      const counts = Array.from({ length: n * rounds }, (_, index) => index + 1);
      assert.equal(counts.filter((count) => sampleEntry(count, n)).length, rounds);
    }),
  );
  assert.equal(sampleEntry(7, 0), false);
});

test("Retry-After is read as seconds and as a date, and held to a day", () => {
  const now = Date.parse("2026-11-20T12:00:00.000Z");
  assert.equal(retryAfterMs("120", now), 120_000);
  assert.equal(retryAfterMs("Fri, 20 Nov 2026 12:01:00 GMT", now), 60_000);
  assert.equal(retryAfterMs("99999999", now), 24 * 3_600_000);
  for (const text of [undefined, "", "soon", "-5"]) assert.equal(retryAfterMs(text, now), null, text);
});

test("entries are counted across restarts, and a module that is off listens to none and keeps what is queued", async () => {
  const first = await startBooth({ env: env(NOBODY, 3) });
  const admin = await first.signIn("admin");
  await enter(first, 1, 5);
  await countedTo(admin, 5);
  assert.equal((await statusOf(admin)).queue.entry.items, 1);
  await first.daemon.stop();
  const again = await startBooth({ env: env(NOBODY, 3), dataDir: first.dataDir, clock: first.clock });
  try {
    const client = await again.signIn("admin");
    await enter(again, 6, 6);
    await countedTo(client, 6);
    await client.put("/api/site-config", { modules: ["parking"] });
    await enter(again, 7, 12);
    assert.equal((await client.get("/api/carwash/status")).body.error, "module_disabled");
    await client.put("/api/site-config", { modules: ["parking", "carwash"] });
    const status = await statusOf(client);
    assert.deepEqual([status.entries, status.entrySample, status.queue.entry.items], [6, 3, 2]);
    assert.equal(readdirSync(join(first.dataDir, "review")).length, 2);
  } finally {
    await again.close();
    await first.close();
  }
});

test("a read that lets nobody in is no entry: it is neither counted nor queued", async () => {
  const booth = await startBooth({ env: env(NOBODY, 1) });
  try {
    const admin = await booth.signIn("admin");
    const stale = { plate: "LATE1", confidence: 0.96, takenAt: "2026-11-20T11:59:00.000Z" };
    const late = await booth.anonymous.post("/api/ingress/camera/entry-1", stale);
    assert.equal(late.status, 202, late.text);
    await carAt(booth, "entry-1", "INSIDE1");
    booth.clock.advance(3_600_000);
    await carAt(booth, "entry-1", "INSIDE1");
    await carAt(booth, "exit-1", "INSIDE1");
    await carAt(booth, "entry-1", "NEXT1");
    await until(async () => (await statusOf(admin)).queue.entry.items >= 2, "two packages");
    const { entries, queue } = await statusOf(admin);
    assert.deepEqual([entries, queue.entry.items], [2, 2]);
    const refused = (await admin.get("/api/events?kind=vehicle_refused")).body.items;
    assert.deepEqual(refused.map(({ data }: { data: { cause: string } }) => data.cause).sort(), [
      "already_inside",
      "stale_read",
    ]);
  } finally {
    await booth.close();
  }
});

test("a wash is one signed event and one package, whose operator is a hash; an entry names nobody", async () => {
  const collector = await openCollector();
  const booth = await startBooth({ env: env(collector.url, 1) });
  try {
    const cashier = await booth.signIn("cashier");
    const stay = await carInside(booth, cashier, "WASH1");
    const ordered = await cashier.post("/api/carwash/orders", { plate: "WASH1", categoryId: "m" });
    assert.equal(ordered.status, 201, ordered.text);
    assert.deepEqual(
      [ordered.body.sessionId, ordered.body.category.name, ordered.body.cameraClass, ordered.body.queued],
      [stay.id, "M", "sedan", true],
    );
    await until(() => collector.got.length === 2, "two packages to arrive");
    const metas = collector.got.map(({ body }) => JSON.parse(/\{"kind".*\}/.exec(body)![0]));
    const [entry, wash] = ["entry", "wash"].map((kind) => metas.find((meta) => meta.kind === kind));
    assert.deepEqual(Object.keys(entry).sort(), ["boothId", "cameraClass", "itemId", "kind", "takenAt"]);
    assert.match(wash.operator.hash, /^[\w-]{22}$/);
    assert.equal(wash.order.id, ordered.body.id);
    assert.equal(collector.got[0]!.headers.authorization, "Bearer a token");
    assert.equal(collector.got[0]!.headers["x-booth-id"], "booth-1");
    const events = (await (await booth.signIn("admin")).get("/api/events?kind=wash_order")).body.items;
    assert.equal(events.length, 1);
    await until(() => readdirSync(join(booth.dataDir, "review")).length === 0, "the crops to go");
  } finally {
    await booth.close();
    await collector.close();
  }
});

test("where a picture cannot be kept the wash is ordered all the same, and the loss is told", async () => {
  const booth = await startBooth({ env: env(NOBODY, 1) });
  try {
    writeFileSync(join(booth.dataDir, "review"), "no folder");
    const admin = await booth.signIn("admin");
    await carInside(booth, admin, "WASH1");
    const ordered = await admin.post("/api/carwash/orders", { plate: "WASH1", categoryId: "m" });
    assert.deepEqual([ordered.status, ordered.body.queued], [201, false], ordered.text);
    await countedTo(admin, 1);
    const { dropped, queue } = await statusOf(admin);
    assert.deepEqual([dropped, queue.items], [{ wash: 1, entry: 1 }, 0]);
  } finally {
    await booth.close();
  }
});

test("who may order is told what there is to choose for a stay, and what was ordered for it by whom", async () => {
  const booth = await startBooth();
  try {
    const cashier = await booth.signIn("cashier");
    const stay = await carInside(booth, cashier, "WASH2");
    const ask = () => cashier.get(`/api/carwash/orders?session=${stay.id}`);
    const before = (await ask()).body;
    assert.deepEqual([before.items, before.offer.cameraClass], [[], "sedan"]);
    assert.deepEqual(
      before.offer.categories.map(({ id }: { id: string }) => id),
      ["s", "m", "l"],
    );
    await cashier.post("/api/carwash/orders", { sessionId: stay.id, categoryId: "l" });
    assert.deepEqual(
      (await ask()).body.items.map(({ category, orderedByName }: WashOrder) => [category.id, orderedByName]),
      [["l", "cashier"]],
    );
    assert.equal("offer" in (await cashier.get("/api/carwash/orders")).body, false);
    assert.equal((await cashier.get("/api/carwash/orders?session=nobody")).status, 404);
  } finally {
    await booth.close();
  }
});

test("a failure is tried again, a final refusal is set aside with its reason", async () => {
  const collector = await openCollector();
  collector.answers.push({ status: 500 }, { status: 415 });
  const booth = await startBooth({ env: env(collector.url, 1) });
  try {
    const admin = await booth.signIn("admin");
    await enter(booth, 1, 1);
    await until(async () => (await statusOf(admin)).setAside.count === 1, "the package to be set aside", 10_000);
    const { setAside, queue } = await statusOf(admin);
    assert.match(setAside.items[0].reason, /415/);
    assert.deepEqual([queue.items, collector.got.length], [0, 2]);
  } finally {
    await booth.close();
    await collector.close();
  }
});

test("categories change once under an entity tag, with one signed event", async () => {
  const booth = await startBooth();
  try {
    const admin = await booth.signIn("admin");
    const before = await admin.get("/api/carwash/categories");
    const items = [{ id: "van", name: "Van", classes: ["van"] }];
    const tag = { "if-match": before.headers.get("etag")! };
    assert.equal((await admin.put("/api/carwash/categories", { items }, tag)).status, 200);
    assert.equal((await admin.put("/api/carwash/categories", { items: [] }, tag)).status, 412);
    const twice = await admin.put("/api/carwash/categories", { items: [...items, ...items] });
    assert.deepEqual([twice.status, twice.body.details[0].path], [400, "items.1.id"]);
    assert.equal((await admin.get("/api/events?kind=site_change")).body.items.length, 1);
    const cashier = await booth.signIn("cashier");
    assert.equal((await cashier.put("/api/carwash/categories", { items })).status, 403);
  } finally {
    await booth.close();
  }
});

test.run();
