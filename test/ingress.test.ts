import assert from "node:assert/strict";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { JPEG, sendPicture } from "./helpers/pictures.ts";
import { until } from "./helpers/until.ts";

const ingress = suite("ingress");

let here: TestBooth;
ingress.before.each(async () => {
  here = await startBooth();
});
ingress.after.each(async () => {
  await here.close();
});

const camera = (plate: string, lane = "entry-1", more: object = {}) =>
  here.anonymous.post(`/api/ingress/camera/${lane}`, { plate, confidence: 0.98, vehicleClass: "sedan", ...more });
const presence = (present: boolean, lane = "entry-1") =>
  here.anonymous.post(`/api/ingress/presence/${lane}`, { present });

const kinds = (kind: string) =>
  here.booth.db
    .prepare("SELECT data FROM events WHERE kind = ? ORDER BY seq")
    .all(kind)
    .map((row) => JSON.parse((row as { data: string }).data));
const inside = () =>
  here.booth.db.prepare("SELECT count(*) AS count FROM sessions WHERE state IN ('open', 'paid')").pluck().get();

/** Sends a body without saying how long it is. */
function sendChunked(path: string, chunks: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      here.url + path,
      { method: "POST", headers: { "content-type": "application/json" } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on("error", reject);
    for (const chunk of chunks) request.write(chunk);
    request.end();
  });
}

ingress("answers every read with 202 and not a byte more, and opens a stay and then the barrier", async () => {
  const answer = await camera("B1234");
  assert.equal(answer.status, 202);
  assert.equal(answer.text, "");
  assert.equal(answer.headers.get("content-length"), "0");
  assert.equal(inside(), 1);
  const rows = here.booth.db.prepare("SELECT kind, lane FROM events ORDER BY seq DESC LIMIT 2").all();
  assert.deepEqual(rows, [
    { kind: "barrier_intent", lane: "entry-1" },
    { kind: "session_open", lane: "entry-1" },
  ]);
});

ingress("answers a read that leads to nothing no differently", async () => {
  const unknown = await here.anonymous.post("/api/ingress/qr/exit-1", { code: "17-NOTATICKET" });
  assert.equal(unknown.status, 202);
  assert.equal(unknown.text, "");
  assert.equal(kinds("vehicle_refused")[0]?.cause, "unknown_ticket");
  assert.equal((await here.anonymous.post("/api/ingress/reader/exit-1", { credential: "0A1B2C" })).status, 202);
  assert.deepEqual(kinds("barrier_intent"), []);
});

ingress("knows no lane but those there are, and no device a lane does not have", async () => {
  const lost = await camera("B1234", "entry-9");
  assert.deepEqual([lost.status, lost.body.error], [404, "not_found"]);
  const admin = await here.signIn("admin");
  assert.equal((await admin.post("/api/setup/assign", { lane: "entry-1", devices: { camera: null } })).status, 201);
  const blind = await camera("B1234");
  assert.deepEqual([blind.status, blind.body.error], [409, "no_such_device"]);
});

ingress("takes at most 8 KiB, announced or not", async () => {
  const long = JSON.stringify({ code: "x".repeat(9000) });
  const announced = await here.anonymous.post("/api/ingress/qr/exit-1", long);
  assert.deepEqual([announced.status, announced.body.error], [413, "too_large"]);
  assert.equal(
    await sendChunked(
      "/api/ingress/qr/exit-1",
      Array.from({ length: 20 }, () => "x".repeat(1000)),
    ),
    413,
  );
  assert.equal(await sendChunked("/api/ingress/qr/exit-1", ['{"code":', '"17-ABC"}']), 202);
});

ingress("takes JSON, and for a camera multipart, and nothing else", async () => {
  for (const type of ["text/plain", "application/x-www-form-urlencoded"]) {
    const answer = await here.anonymous.post("/api/ingress/qr/exit-1", '{"code":"17-ABC"}', { "content-type": type });
    assert.deepEqual([answer.status, answer.body.error], [415, "unsupported_media"]);
  }
  const form = new FormData();
  form.set("meta", '{"code":"17-ABC"}');
  assert.equal((await fetch(`${here.url}/api/ingress/qr/exit-1`, { method: "POST", body: form })).status, 415);
});

ingress("turns browsers away", async () => {
  for (const header of [{ origin: here.url }, { "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }]) {
    const answer = await here.anonymous.post("/api/ingress/presence/entry-1", { present: true }, header);
    assert.deepEqual([answer.status, answer.body.error], [403, "origin_refused"]);
  }
});

ingress("takes garbage for what it is", async () => {
  const bodies: [string, number, string][] = [
    ["{", 400, "malformed_json"],
    ["", 400, "malformed_json"],
    ["null", 400, "invalid_input"],
    ["[]", 400, "invalid_input"],
    ['"B1234"', 400, "invalid_input"],
    ['{"__proto__":{"plate":"B1"},"plate":"B1234"}', 400, "invalid_input"],
    ['{"constructor":{"prototype":{}},"plate":"B1234"}', 400, "invalid_input"],
    ['{"plate":"B1234","open":true}', 400, "invalid_input"],
    ['{"plate":{"$ne":1}}', 400, "invalid_input"],
    ['{"plate":"B1234","takenAt":"yesterday"}', 400, "invalid_input"],
    ['{"plate":"B1234","confidence":7}', 400, "invalid_input"],
    ['{"plate":"B1234","vehicleClass":"tank"}', 400, "invalid_input"],
  ];
  for (const [body, status, error] of bodies) {
    const answer = await here.anonymous.post("/api/ingress/camera/entry-1", body);
    assert.deepEqual([body, answer.status, answer.body?.error], [body, status, error]);
    here.clock.advance(100);
  }
  assert.equal(inside(), 0);
});

ingress(
  "takes 20 reads a second of a lane, tells the 21st when to come again, and leaves other lanes alone",
  async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 20; index += 1) statuses.push((await presence(true)).status);
    assert.deepEqual(new Set(statuses), new Set([202]));
    const late = await presence(true);
    assert.deepEqual([late.status, late.body.error, late.headers.get("retry-after")], [429, "rate_limited", "1"]);
    assert.equal((await presence(true, "exit-1")).status, 202);
    here.clock.advance(999);
    assert.equal((await presence(true)).status, 429);
    here.clock.advance(1);
    assert.equal((await presence(true)).status, 202);
  },
);

ingress("leaves of a flood a few events that count all of it, the last at the stop", async () => {
  let refused = 0;
  for (let index = 0; index < 500; index += 1) {
    if ((await presence(true)).status === 429) refused += 1;
    here.clock.advance(1);
  }
  assert.ok(refused > 450);
  await until(() => kinds("ingress_flood").length > 0, "the first count");
  here.clock.advance(1000);
  for (let index = 0; index < 60; index += 1) if ((await presence(true)).status === 429) refused += 1;
  await here.daemon.stop();
  const db = openDb(join(here.dataDir, "booth.db"), { readonly: true });
  const counts = db
    .prepare("SELECT data ->> 'count' FROM events WHERE kind = 'ingress_flood'")
    .pluck()
    .all() as number[];
  db.close();
  assert.ok(counts.length <= 3, `${counts.length} events`);
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    refused,
  );
});

ingress("makes one stay of a plate that is read twice within 20 seconds", async () => {
  await camera("B1234");
  here.clock.advance(19_000);
  await camera("B1234");
  assert.equal(inside(), 1);
  assert.deepEqual(kinds("vehicle_refused"), []);
  here.clock.advance(1000);
  await camera("B1234");
  assert.equal(kinds("vehicle_refused")[0]?.cause, "already_inside");
  assert.equal(kinds("session_open").length, 1);
});

ingress("makes one stay of a plate that is read many times in one moment", async () => {
  await Promise.all(Array.from({ length: 10 }, () => camera("B1234")));
  assert.equal(kinds("session_open").length, 1);
  assert.equal(kinds("barrier_intent").length, 1);
});

ingress("decides about two cars in the order in which they came, though the first waits for its picture", async () => {
  const first = camera("B1111");
  await until(() => here.booth.devices.lane("entry-1")?.lastRead?.plate === "B1111", "the first read");
  const [a, b] = await Promise.all([first, sendPicture(here.url, JPEG, '{"plate":"B2222"}')]);
  assert.deepEqual([a.status, b.status], [202, 202]);
  const plates = here.booth.db
    .prepare("SELECT p.plate FROM sessions s JOIN plates p ON p.ref = s.plate_ref ORDER BY s.opened_seq")
    .pluck()
    .all();
  assert.deepEqual(plates, ["B1111", "B2222"]);
  assert.equal(here.booth.devices.lane("entry-1")?.waiting?.plate, "B2222");
});

ingress("lets a car in at once though the camera takes long, and keeps the picture when it comes", async () => {
  const admin = await here.signIn("admin");
  const slow = { lane: "entry-1", devices: { camera: { driver: "simulated", config: { latencyMs: 2500 } } } };
  assert.equal((await admin.post("/api/setup/assign", slow)).status, 201);
  assert.equal((await camera("B1234")).status, 202);
  assert.equal(inside(), 1);
  const [stay] = (await admin.get("/api/sessions")).body.items;
  assert.equal(stay.picture, undefined);
  await until(async () => (await admin.get(`/api/sessions/${stay.id}/picture`)).status === 200, "the picture");
});

ingress("does not lose a read that waits for its picture when the booth stops", async () => {
  const admin = await here.signIn("admin");
  const slow = { lane: "entry-1", devices: { camera: { driver: "simulated", config: { latencyMs: 9000 } } } };
  await admin.post("/api/setup/assign", slow);
  assert.equal((await camera("B1234")).status, 202);
  await here.daemon.stop();
  const db = openDb(join(here.dataDir, "booth.db"), { readonly: true });
  assert.equal(db.prepare("SELECT count(*) FROM sessions").pluck().get(), 1);
  db.close();
});

ingress("records a read older than 12 seconds and never opens on it", async () => {
  const takenAt = new Date(here.clock.now() - 12_001).toISOString();
  assert.equal((await camera("B1234", "entry-1", { takenAt })).status, 202);
  assert.equal(inside(), 0);
  assert.equal(kinds("vehicle_refused")[0]?.cause, "stale_read");
  assert.deepEqual(kinds("barrier_intent"), []);
  const recent = new Date(here.clock.now() - 11_000).toISOString();
  await camera("B5678", "entry-1", { takenAt: recent });
  assert.equal(inside(), 1);
});

ingress("keeps a car off that no presence stands behind, once its lane can tell", async () => {
  await presence(false);
  await camera("B1234");
  assert.equal(inside(), 0);
  assert.equal(kinds("vehicle_refused")[0]?.cause, "no_presence");
  await presence(true);
  await camera("B5678");
  assert.equal(inside(), 1);
});

ingress("does not take an old report of presence for what stands there now", async () => {
  await presence(false);
  const takenAt = new Date(here.clock.now() - 12_001).toISOString();
  const old = { present: true, takenAt };
  assert.equal((await here.anonymous.post("/api/ingress/presence/entry-1", old)).status, 202);
  assert.equal(here.booth.devices.lane("entry-1")?.presence, false);
  await camera("B1234");
  assert.equal(inside(), 0);
});

ingress("takes a vehicle off the screen when it has driven on, and shows the paid one as leaving", async () => {
  const cashier = await here.signIn("cashier");
  await cashier.post("/api/shifts", { float: 10_000 });
  await camera("B1234");
  here.clock.advance(3_600_000);
  await presence(true, "exit-1");
  await camera("B1234", "exit-1");
  const waiting = () => here.booth.devices.lane("exit-1")?.waiting ?? null;
  const quote = waiting()?.quote;
  assert.equal(waiting()?.state, "due");
  const payment = {
    sessionId: quote?.sessionId,
    quotedAt: quote?.quotedAt,
    amount: quote?.amount,
    method: "card",
    lane: "exit-1",
  };
  assert.equal((await cashier.post("/api/payments", payment)).status, 201);
  assert.equal(waiting()?.state, "paid");
  await presence(false, "exit-1");
  assert.equal(waiting(), null);
});

ingress.run();
