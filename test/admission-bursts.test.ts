import assert from "node:assert/strict";
import { suite } from "uvu";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carInside } from "./helpers/stay.ts";

interface Context {
  booth: TestBooth;
  cashier: Client;
}
const test = suite<Context>("bursts of reads, and reads around a restart");

test.before.each(async (context) => {
  context.booth = await startBooth();
  context.cashier = await context.booth.signIn("cashier");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

const read = (booth: TestBooth, lane: string, plate: string | null, confidence = 0.9) =>
  booth.anonymous.post(`/api/ingress/camera/${lane}`, { plate, confidence });
const stays = async (cashier: Client) => (await cashier.get("/api/sessions")).body.items;
const count = ({ booth }: TestBooth, kind: string) =>
  booth.db.prepare("SELECT count(*) FROM events WHERE kind = ?").pluck().get(kind);

test("look-alike spellings of one plate are one stay, with the spelling the camera was surest of", async (context) => {
  const { booth, cashier } = context;
  await read(booth, "entry-1", "8OS5Z2", 0.6);
  booth.clock.advance(400);
  await read(booth, "entry-1", "B0S5Z2", 0.95);
  booth.clock.advance(400);
  await read(booth, "entry-1", "80S5Z2", 0.7);
  const [stay, ...more] = await stays(cashier);
  assert.deepEqual([stay.plate, more.length], ["B0S5Z2", 0]);
  assert.equal(count(booth, "barrier_intent"), 1);
  const { timeline } = (await cashier.get(`/api/sessions/${stay.id}`)).body;
  assert.equal(timeline.find(({ kind }: { kind: string }) => kind === "plate_correction").data.reason, "misread");
  assert.equal(booth.booth.devices.lane("entry-1")?.waiting?.plate, "B0S5Z2");
});

test("a plate that is read only at the second try belongs to the car of the first", async ({ booth, cashier }) => {
  await read(booth, "entry-1", null, 0);
  booth.clock.advance(800);
  await read(booth, "entry-1", "AB123", 0.8);
  booth.clock.advance(800);
  await read(booth, "entry-1", null, 0);
  assert.deepEqual(
    (await stays(cashier)).map(({ plate }: { plate: string }) => plate),
    ["AB123"],
  );
});

test("two cars one second apart are two stays", async ({ booth, cashier }) => {
  for (const plate of ["AB123", "AB124", "XY777"]) {
    await read(booth, "entry-1", plate);
    booth.clock.advance(1000);
  }
  assert.equal((await stays(cashier)).length, 3);
  assert.equal(count(booth, "plate_correction"), 0);
});

test("another spelling is tried where the first led to nothing", async ({ booth, cashier }) => {
  const stay = await carInside(booth, cashier, "AB123");
  booth.clock.advance(3_600_000);
  await read(booth, "exit-1", "A8I23E");
  await read(booth, "exit-1", "AB123E");
  assert.equal(count(booth, "vehicle_refused"), 2);
  await read(booth, "exit-1", "A8123");
  assert.equal(booth.booth.devices.lane("exit-1")?.waiting?.sessionId, stay.id);
  assert.equal(booth.booth.devices.lane("exit-1")?.waiting?.nearMatch, "8→B");
});

test("a read dated ahead of the booth's clock grows old like any other", async ({ booth, cashier }) => {
  const takenAt = new Date(booth.clock.now() + 3_600_000).toISOString();
  await booth.anonymous.post("/api/ingress/camera/entry-1", { plate: "AB123", takenAt });
  assert.equal((await stays(cashier)).length, 1);
});

/** Stops a booth and opens its directory again, some time later. */
async function restarted(check: (first: TestBooth, again: () => Promise<TestBooth>) => Promise<void>): Promise<void> {
  const first = await startBooth();
  let running = first;
  const again = async () => {
    await running.daemon.stop();
    running = await startBooth({ dataDir: first.dataDir, clock: first.clock });
    return running;
  };
  try {
    await check(first, again);
  } finally {
    await running.close();
    await first.close();
  }
}

test("a car that was let in as the booth went down is not let in twice: its barrier is asked again", async () => {
  await restarted(async (first, again) => {
    await read(first, "entry-1", "AB123");
    first.clock.advance(5000);
    const second = await again();
    await read(second, "entry-1", "AB123");
    assert.deepEqual([count(second, "session_open"), count(second, "barrier_intent")], [1, 2]);
    assert.equal(count(second, "vehicle_refused"), 0);
    second.clock.advance(16_000);
    const third = await again();
    await read(third, "entry-1", "AB123");
    assert.deepEqual([count(third, "barrier_intent"), count(third, "vehicle_refused")], [2, 1]);
  });
});

test("a car that had left as the booth went down gets its barrier again, and nobody behind it", async () => {
  await restarted(async (first, again) => {
    await read(first, "entry-1", "AB123");
    first.clock.advance(60_000);
    await read(first, "exit-1", "AB123");
    assert.equal(count(first, "session_close"), 1);
    first.clock.advance(5000);
    const second = await again();
    await read(second, "exit-1", "AB123");
    assert.deepEqual([count(second, "session_close"), count(second, "barrier_intent")], [1, 3]);
    await read(second, "exit-1", "XY777");
    assert.equal(count(second, "barrier_intent"), 3);
  });
});

test.run();
