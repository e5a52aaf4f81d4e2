import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt, carInside, openShift, pay, quoteOf } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  cashier: Client;
}

const test = suite<Context>("admission");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.cashier = await context.booth.signIn("cashier");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const HOUR = 3_600_000;
const count = ({ booth }: Context, kind: string) =>
  (booth.booth.db.prepare("SELECT count(*) AS n FROM events WHERE kind = ?").get(kind) as { n: number }).n;
const waitingAt = async ({ cashier }: Context, lane: string) =>
  (await cashier.get("/api/lanes")).body.items.find((item: { id: string }) => item.id === lane).waiting;

test("an entry opens a stay with a ticket, and only then asks the barrier to open", async (context) => {
  const stay = await carInside(context.booth, context.cashier, "kx 482-bd");
  assert.equal(stay.plate, "KX482BD");
  assert.match(stay.ticket, /^00001-[0-9A-Z]{8}$/);
  assert.equal(stay.entryLane, "entry-1");
  const timeline = (await context.cashier.get(`/api/sessions/${stay.id}`)).body.timeline.map(
    (event: { kind: string }) => event.kind,
  );
  assert.deepEqual(timeline, ["session_open", "barrier_intent"]);
  assert.equal((await context.cashier.get("/api/site")).body.carsInside, 1);
});

test("the entry picture is kept with the stay", async ({ booth, cashier }) => {
  const stay = await carInside(booth, cashier, "AB123");
  assert.ok(stay.picture);
  const picture = await cashier.get(stay.picture);
  assert.equal(picture.headers.get("content-type"), "image/jpeg");
  assert.equal((await booth.anonymous.get(stay.picture)).status, 401);
});

test("a picture that came with the read is the lane's and the stay's", async ({ booth, cashier }) => {
  const jpeg = Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from("drawn by a test"),
    Buffer.from([0xff, 0xd9]),
  ]);
  const form = new FormData();
  form.set("meta", JSON.stringify({ plate: "AB123", confidence: 0.9 }));
  form.set("crop", new Blob([jpeg], { type: "image/jpeg" }), "crop.jpg");
  assert.equal((await fetch(`${booth.url}/api/ingress/camera/entry-1`, { method: "POST", body: form })).status, 202);
  const [stay] = (await cashier.get("/api/sessions")).body.items;
  for (const path of [stay.picture, "/api/lanes/entry-1/picture"]) {
    const cookie = [...cashier.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const bytes = Buffer.from(await (await fetch(booth.url + path, { headers: { cookie } })).arrayBuffer());
    assert.ok(bytes.equals(jpeg), path);
  }
});

test("a camera that reports one car ten times makes one stay", async (context) => {
  for (let read = 0; read < 10; read += 1) {
    await carAt(context.booth, "entry-1", "AB123");
    context.booth.clock.advance(1500);
  }
  assert.equal(count(context, "session_open"), 1);
  assert.equal(count(context, "vehicle_refused"), 0);
});

test("a car that is inside already is refused with its reason", async (context) => {
  await carAt(context.booth, "entry-1", "AB123");
  context.booth.clock.advance(HOUR);
  await carAt(context.booth, "entry-1", "AB123");
  assert.equal((await waitingAt(context, "entry-1")).cause, "already_inside");
  assert.equal(count(context, "session_open"), 1);
});

test("a ticket finds its stay, a forged one finds none", async (context) => {
  const { booth, cashier } = context;
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(HOUR);
  await booth.anonymous.post("/api/ingress/qr/exit-1", { code: stay.ticket.toLowerCase() });
  assert.equal((await waitingAt(context, "exit-1")).sessionId, stay.id);
  const forged = `${stay.ticket.slice(0, -1)}${stay.ticket.endsWith("0") ? "1" : "0"}`;
  await booth.anonymous.post("/api/ingress/qr/exit-1", { code: forged });
  assert.equal((await waitingAt(context, "exit-1")).cause, "unknown_ticket");
});

test("a near match is taken when it is the only one, and said; never a choice among several", async (context) => {
  const { booth, cashier } = context;
  const stay = await carInside(booth, cashier, "B0S5Z2");
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", "8OS5Z2");
  const near = await waitingAt(context, "exit-1");
  assert.equal(near.sessionId, stay.id);
  assert.equal(near.nearMatch, "8→B, O→0");
  await carAt(booth, "entry-1", "BOS5Z2");
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", "80S5Z2");
  assert.equal((await waitingAt(context, "exit-1")).cause, "ambiguous");
});

test("a stale read is recorded and never opens", async (context) => {
  const takenAt = new Date(context.booth.clock.now() - 12_001).toISOString();
  await context.booth.anonymous.post("/api/ingress/camera/entry-1", { plate: "AB123", takenAt });
  assert.equal(count(context, "session_open"), 0);
  assert.equal((await waitingAt(context, "entry-1")).cause, "stale_read");
});

test("a read that came late keeps off no fresh read of the same vehicle, and is recorded once", async (context) => {
  const { booth } = context;
  const takenAt = new Date(booth.clock.now() - 12_001).toISOString();
  const late = { plate: "AB123", takenAt };
  await booth.anonymous.post("/api/ingress/camera/entry-1", late);
  await booth.anonymous.post("/api/ingress/camera/entry-1", late);
  assert.equal(count(context, "vehicle_refused"), 1);
  await carAt(booth, "entry-1", "AB123");
  assert.equal((await waitingAt(context, "entry-1")).state, "admitted");
  await booth.anonymous.post("/api/ingress/camera/entry-1", late);
  await carAt(booth, "entry-1", "AB123");
  assert.equal(count(context, "vehicle_refused"), 1);
  assert.equal(count(context, "session_open"), 1);
});

test("where presence is reported, no vehicle means no entry, unless the gate is bypassed", async (context) => {
  const { booth } = context;
  const admin = await booth.signIn("admin");
  await booth.anonymous.post("/api/ingress/presence/entry-1", { present: false });
  await carAt(booth, "entry-1", "AB123");
  assert.equal((await waitingAt(context, "entry-1")).cause, "no_presence");
  assert.equal(count(context, "session_open"), 0);
  booth.clock.advance(30_000);
  const until = new Date(booth.clock.now() + HOUR).toISOString();
  assert.equal(
    (await admin.put("/api/site-config", { entryPresenceBypass: true, entryPresenceBypassUntil: until })).status,
    200,
  );
  await carAt(booth, "entry-1", "AB123");
  assert.equal(count(context, "session_open"), 1);
  booth.clock.advance(2 * HOUR);
  await carAt(booth, "entry-1", "CD456");
  assert.equal(count(context, "session_open"), 1);
});

test("nothing opens at an exit for a car that never came in", async (context) => {
  await carAt(context.booth, "exit-1", "NEVER1");
  assert.equal((await waitingAt(context, "exit-1")).cause, "no_session");
  assert.equal(count(context, "barrier_intent"), 0);
});

test("a corrected plate is found at the exit", async (context) => {
  const { booth, cashier } = context;
  const stay = await carInside(booth, cashier, "AB123");
  const corrected = await cashier.put(`/api/sessions/${stay.id}/plate`, { plate: "AC 129", reason: "misread" });
  assert.equal(corrected.body.plate, "AC129");
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", "AC129");
  assert.equal((await waitingAt(context, "exit-1")).sessionId, stay.id);
});

test("a car entered by hand gets a ticket and is priced from when it came in", async ({ booth, cashier }) => {
  const enteredAt = new Date(booth.clock.now() - 2 * HOUR).toISOString();
  const made = await cashier.post("/api/sessions", {
    plate: "AB123",
    vehicleClass: "van",
    enteredAt,
    reason: "reader was down",
  });
  assert.equal(made.status, 201, made.text);
  assert.equal((await quoteOf(cashier, made.body.id)).amount, 500);
  const future = new Date(booth.clock.now() + 1).toISOString();
  assert.equal((await cashier.post("/api/sessions", { enteredAt: future, reason: "x" })).status, 400);
  assert.equal((await cashier.post("/api/sessions", { plate: "AB123", enteredAt, reason: "x" })).status, 400);
});

test("a car let go without paying leaves its reason and what it owed", async (context) => {
  const { booth, cashier } = context;
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(2 * HOUR);
  assert.equal((await cashier.post(`/api/sessions/${stay.id}/close`, { reason: "other" })).status, 400);
  const closed = await cashier.post(`/api/sessions/${stay.id}/close`, { reason: "towed", lane: "exit-1" });
  assert.equal(closed.body.state, "closed");
  const event = (await cashier.get(`/api/sessions/${stay.id}`)).body.timeline.find(
    (item: { kind: string }) => item.kind === "session_close",
  );
  assert.equal(event.data.owed, 500);
  assert.equal(count(context, "barrier_intent"), 2);
});

test("an opening by hand is recorded with its reason, and needs the rights to it", async (context) => {
  const { booth, cashier } = context;
  const opened = await cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "equipment_fault" });
  assert.equal(opened.status, 201);
  assert.equal(opened.body.data.cause, "hand");
  const reader = await booth.signIn("readonly");
  assert.equal((await reader.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" })).status, 403);
  assert.equal((await cashier.post("/api/lanes/nowhere/intent", { intent: "open", reason: "staff" })).status, 404);
});

test("plates never enter the chain in clear", async (context) => {
  const { booth, cashier } = context;
  await openShift(cashier);
  const stay = await carInside(booth, cashier, "SECRET77");
  booth.clock.advance(HOUR);
  await carAt(booth, "exit-1", "SECRET77");
  await pay(cashier, await quoteOf(cashier, stay.id), { lane: "exit-1" });
  const rows = booth.booth.db.prepare("SELECT data || actor AS text FROM events").all() as { text: string }[];
  assert.ok(rows.length > 10);
  assert.equal(rows.filter((row) => row.text.includes("SECRET77")).length, 0);
});

test("a car that was read before it stood at the barrier is let in by the next read, once it does", async (context) => {
  const { booth } = context;
  await booth.anonymous.post("/api/ingress/presence/entry-1", { present: false });
  await carAt(booth, "entry-1", "AB123");
  await carAt(booth, "entry-1", "AB123");
  assert.equal(count(context, "vehicle_refused"), 1);
  await booth.anonymous.post("/api/ingress/presence/entry-1", { present: true });
  await carAt(booth, "entry-1", "AB123");
  await carAt(booth, "entry-1", "AB123");
  assert.equal(count(context, "session_open"), 1);
  assert.equal((await waitingAt(context, "entry-1")).state, "admitted");
});

test.run();
