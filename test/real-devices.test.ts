import assert from "node:assert/strict";
import { suite } from "uvu";
import { mountArm, WIRING } from "../bin/demo/hardware/barrier-arm.ts";
import { type ModbusRelay, startModbusRelay } from "../bin/demo/hardware/modbus-relay.ts";
import { type Reader, startReader } from "../bin/demo/hardware/reader.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { until } from "./helpers/until.ts";

interface Context {
  running: TestBooth;
  admin: Client;
  relay: ModbusRelay;
  reader: Reader;
}
const devices = suite<Context>("real devices at a lane");

const HOST = "127.0.0.1";
const QUICK = { pollMs: 50, pulseMs: 100, timeoutMs: 500 };
const CARD = "2EC0C86\n";

devices.before.each(async (context) => {
  context.running = await startBooth();
  context.admin = await context.running.signIn("admin");
  context.relay = await startModbusRelay();
  context.reader = await startReader();
});
devices.after.each(async ({ running, relay, reader }) => {
  await running.close();
  await relay.close();
  await reader.close();
});

const access = ({ relay }: Context) => ({ driver: "relay-modbus", config: { host: HOST, port: relay.port, ...QUICK } });
const readerBy = ({ reader }: Context, driver: string) => ({ driver, config: { host: HOST, port: reader.port } });

async function assign(context: Context, driver: string): Promise<void> {
  const { admin, running, reader } = context;
  const lane = { lane: "exit-1", devices: { access: access(context), reader: readerBy(context, driver) } };
  const { status, text } = await admin.post("/api/setup/assign", lane);
  assert.equal(status, 201, text);
  await until(() => reader.connections() > 0, "the reader to be connected");
  const isReady = () => running.booth.devices.lane("exit-1")?.devices.every(({ state }) => state === "ready") === true;
  await until(isReady, "the lane's devices to be ready");
}

async function eventsOf({ admin }: Context, kind: string) {
  return (await admin.get(`/api/events?kind=${kind}&limit=100`)).body.items;
}

devices("a card that is read well opens the exit for its subscriber, by the relay", async (context) => {
  const { admin, reader, relay } = context;
  await assign(context, "wiegand");
  const subscription = {
    holder: "A. Holder",
    plates: [],
    credentials: ["118-1603"],
    validFrom: "2026-01-01T00:00:00.000Z",
    validTo: "2027-01-01T00:00:00.000Z",
    carsInside: 1,
  };
  assert.equal((await admin.post("/api/subscriptions", subscription)).status, 201);
  const before = relay.writes.length;
  reader.send(CARD);
  await until(() => relay.writes.length > before + 1, "the relay to be pulsed");
  assert.deepEqual(
    relay.writes.slice(before).map(({ value }) => value),
    [0xff00, 0],
  );
  const [intent] = await eventsOf(context, "barrier_intent");
  assert.deepEqual([intent.lane, intent.data.intent, intent.data.cause], ["exit-1", "open", "exit"]);
});

devices("a card with a wrong parity is a recorded refusal with its reason, and the screen says it", async (context) => {
  const { reader, running } = context;
  await assign(context, "wiegand");
  reader.send("2EC0C87\n");
  const waiting = () => running.booth.devices.lane("exit-1")?.waiting;
  await until(() => waiting()?.cause === "bad_read", "the screen to show it");
  const [refused] = await eventsOf(context, "vehicle_refused");
  assert.deepEqual(refused.data, {
    cause: "bad_read",
    by: "reader",
    plateRef: null,
    sessionId: null,
    reason: "the parity of a 26-bit frame is wrong",
  });
  assert.ok(!JSON.stringify(refused).includes("1603"), "a card that was not read well is not told");
});

devices("a bad read leaves the vehicle on the screen that is about to pay", async (context) => {
  const { admin, reader, running } = context;
  await assign(context, "wiegand");
  await admin.post("/api/sessions", {
    plate: "1234BCD",
    vehicleClass: "sedan",
    enteredAt: "2026-11-20T08:00:00.000Z",
    reason: "seen",
  });
  await running.anonymous.post("/api/ingress/camera/exit-1", {
    plate: "1234BCD",
    confidence: 0.9,
    vehicleClass: "sedan",
  });
  const waiting = () => running.booth.devices.lane("exit-1")?.waiting;
  await until(() => waiting()?.state === "due", "the payment due");
  reader.send("2EC0C87\n");
  let refused = [];
  await until(async () => {
    refused = await eventsOf(context, "vehicle_refused");
    return refused.length > 0;
  }, "the refusal to be recorded");
  assert.equal(waiting()?.state, "due");
});

devices("a ticket that a reader on the network reads is a ticket", async (context) => {
  const { admin, reader, running } = context;
  await assign(context, "tcp-ip");
  const entry = { plate: "1234BCD", vehicleClass: "sedan", enteredAt: "2026-11-20T08:00:00.000Z", reason: "seen" };
  const { body } = await admin.post("/api/sessions", entry);
  reader.send(`${body.ticket}\r\n`);
  const shown = () => running.booth.devices.lane("exit-1");
  await until(() => shown()?.waiting?.state === "due", "the payment due");
  assert.equal(shown()?.waiting?.sessionId, body.id);
  assert.equal(shown()?.lastRead?.by, "qr");
});

devices(
  "a test beside the lane answers with its transcript, and the assignment that follows carries it",
  async (context) => {
    const { admin, relay } = context;
    const lane = { lane: "exit-1", devices: { access: access(context) } };
    const { body } = await admin.post("/api/setup/test", lane);
    assert.equal(body.items[0].ok, true, body.items[0].message);
    assert.deepEqual(body.items[0].transcript, [`connect to ${HOST}:${relay.port}, unit 1`, "FC01 coil 0: off"]);
    assert.deepEqual(relay.writes, [], "a test switches nothing");
    await admin.post("/api/setup/assign", lane);
    const [assigned] = await eventsOf(context, "device_assign");
    const { ok, message, transcript } = body.items[0];
    assert.deepEqual(assigned.data.test, { at: "2026-11-20T12:00:00.000Z", ok, message, transcript });
  },
);

devices("a test of another config, or one too long ago, is not this assignment's", async (context) => {
  const { admin, running } = context;
  const lane = { lane: "exit-1", devices: { access: access(context) } };
  await admin.post("/api/setup/test", lane);
  running.clock.advance(11 * 60_000);
  await admin.post("/api/setup/assign", lane);
  await admin.post("/api/setup/test", { lane: "exit-1", devices: { reader: readerBy(context, "wiegand") } });
  const other = { ...readerBy(context, "wiegand").config, format: "34-bit" };
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { reader: { driver: "wiegand", config: other } } });
  const assigned = await eventsOf(context, "device_assign");
  assert.deepEqual(
    assigned.slice(0, 2).map(({ data }: { data: { test?: unknown } }) => data.test),
    [undefined, undefined],
  );
});

devices("a test of what the lane has open asks over the lane's own connection", async (context) => {
  const { admin, reader, running } = context;
  await assign(context, "tcp-ip");
  const { body } = await admin.post("/api/setup/test", { lane: "exit-1" });
  const found = Object.fromEntries(body.items.map((item: { category: string }) => [item.category, item]));
  assert.deepEqual([found.reader.ok, found.access.ok], [true, true]);
  assert.deepEqual(found.reader.transcript, ["asked over the connection that the lane has open"]);
  assert.equal(reader.connections(), 1);
  assert.equal(running.booth.devices.lane("exit-1")?.devices[1]?.state, "ready");
});

devices("the lane shows the arm as it moves, and as it goes down by itself", async (context) => {
  const { admin, running, relay } = context;
  const arm = mountArm(relay, { moveMs: 150, openMs: 150 });
  const seen: string[] = [];
  running.booth.bus.on("lane", ({ id, barrier }) => {
    if (id === "exit-1" && barrier !== seen.at(-1)) seen.push(barrier);
  });
  const { driver, config } = access(context);
  const { openCoil, presenceInput, openInput, closedInput } = WIRING;
  const wired = { ...config, openCoil, presenceInput, openInput, closedInput };
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { access: { driver, config: wired } } });
  await until(() => seen.at(-1) === "closed", "the arm to be down");
  const before = seen.length;
  await admin.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" });
  await until(() => seen.length >= before + 4, "the arm to go up and down");
  assert.deepEqual(seen.slice(before), ["moving", "open", "moving", "closed"]);
  arm.close();
});

devices(
  "a test of a board that is not there fails in time with a sentence, and the transcript ends there",
  async (context) => {
    const { admin, relay } = context;
    await relay.setDead(true);
    const { status, body } = await admin.post("/api/setup/test", {
      lane: "exit-1",
      devices: { access: access(context) },
    });
    assert.equal(status, 200);
    assert.equal(body.items[0].ok, false);
    assert.match(body.items[0].message, /refuses port \d+: check the port/);
    assert.deepEqual(body.items[0].transcript, [`connect to ${HOST}:${relay.port}, unit 1`]);
  },
);

devices.run();
