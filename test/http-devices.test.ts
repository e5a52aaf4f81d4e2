import assert from "node:assert/strict";
import { suite } from "uvu";
import { type CameraHardware, startCamera } from "../bin/demo/hardware/camera.ts";
import { type RelayHardware, startRelayBoard } from "../bin/demo/hardware/relay.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

interface Context {
  running: TestBooth;
  admin: Client;
  camera: CameraHardware;
  relay: RelayHardware;
}
const devices = suite<Context>("http devices at a lane");

const DOOR = { port: 0, user: "booth", password: "s3cret-s3cret", signIn: "digest-both" } as const;
const SIGN_IN: { user: string; password: string } = { user: DOOR.user, password: DOOR.password };
const jpeg = exampleJpeg("suv-day");

devices.before.each(async (context) => {
  context.running = await startBooth();
  context.admin = await context.running.signIn("admin");
  context.camera = await startCamera({ ...DOOR, jpeg: () => jpeg, clock: context.running.booth.clock });
  context.relay = await startRelayBoard(DOOR);
});
devices.after.each(async ({ running, camera, relay }) => {
  await running.close();
  await camera.close();
  await relay.close();
});

const laneOf = ({ camera, relay }: Context, driver: "camera-http" | "camera-onvif") => {
  const address = `http://127.0.0.1:${relay.port}/`;
  const paths = { onPath: "/relay?turn=on", offPath: "/relay?turn=off", statusPath: "/status" };
  const status = { statusPointer: "/relays/0/ison", pulseMs: 100, checkMs: 200 };
  const place =
    driver === "camera-http"
      ? { address: `http://127.0.0.1:${camera.port}/snapshot.jpg` }
      : { host: "127.0.0.1", port: camera.port };
  return {
    lane: "exit-1",
    devices: {
      access: { driver: "relay-http", config: { address, ...SIGN_IN, ...paths, ...status } },
      camera: { driver, config: { ...place, ...SIGN_IN, checkMs: 500 } },
    },
  };
};

async function assign(context: Context, driver: "camera-http" | "camera-onvif") {
  const answer = await context.admin.post("/api/setup/assign", laneOf(context, driver));
  assert.equal(answer.status, 201, answer.text);
  const shown = () => context.running.booth.devices.lane("exit-1")?.devices ?? [];
  await until(() => shown().every(({ state }) => state === "ready"), "the lane's devices to be ready");
  return { answer, shown };
}

for (const driver of ["camera-http", "camera-onvif"] as const)
  devices(`an opening by hand takes a picture with ${driver} and pulses the relay`, async (context) => {
    const { admin, relay, running } = context;
    await assign(context, driver);
    const intent = { intent: "open", reason: "emergency" };
    const { status, text } = await admin.post("/api/lanes/exit-1/intent", intent, { "idempotency-key": "one" });
    assert.ok(status < 300, text);
    await until(() => relay.history.length === 3, "the pulse to end");
    assert.deepEqual(relay.history, [false, true, false]);
    const picture = await admin.get("/api/lanes/exit-1/picture");
    assert.equal(picture.headers.get("content-length"), String(jpeg.length));
    assert.deepEqual(running.booth.devices.lastPicture("exit-1")?.jpeg, jpeg);
  });

devices("a password is stored and used, and shown to nobody", async (context) => {
  const { answer } = await assign(context, "camera-onvif");
  const state = await context.admin.get("/api/setup/state");
  const events = await context.admin.get("/api/events?kind=device_assign");
  for (const text of [answer.text, state.text, events.text]) assert.ok(!text.includes(DOOR.password));
  assert.deepEqual(answer.body.devices.camera.config.password, { set: true });
});

devices("a test of a camera says what it found, or that the password is wrong, and stores nothing", async (context) => {
  const { admin, camera } = context;
  const lane = laneOf(context, "camera-onvif");
  const test = async () => {
    const { status, body, text } = await admin.post("/api/setup/test", {
      ...lane,
      devices: { camera: lane.devices.camera },
    });
    assert.equal(status, 200, text);
    assert.ok(!text.includes(DOOR.password));
    return body.items?.[0] ?? body[0];
  };
  camera.setAheadMs(-7_200_000);
  const found = await test();
  assert.equal(found.ok, true, found.message);
  assert.match(found.message, /^Found Simulated Gate & lane .* its clock is (7199|7200) s behind\.$/);
  assert.ok(found.transcript.some((line: string) => line.includes("/onvif/device_service GetDeviceInformation: 200")));
  lane.devices.camera.config.password = "wr0ng";
  const refused = await test();
  assert.equal(refused.ok, false);
  assert.match(refused.message, /refuses the user name or the password/);
  assert.equal(camera.aheadMs(), -7_200_000);
});

devices("a camera that fails holds up no opening, and no picture is passed off as new", async (context) => {
  const { admin, camera, relay } = context;
  const { shown } = await assign(context, "camera-http");
  const lane = () => context.running.booth.devices.lane("exit-1");
  assert.ok(await context.running.booth.devices.snapshot("exit-1"));
  assert.equal(lane()?.pictureStale, undefined);
  await camera.setDead(true);
  const intent = { intent: "open", reason: "emergency" };
  const { status, text } = await admin.post("/api/lanes/exit-1/intent", intent, { "idempotency-key": "two" });
  assert.ok(status < 300, text);
  await until(() => relay.history.length === 3, "the pulse to end");
  assert.equal(shown().find(({ category }) => category === "camera")?.state, "offline");
  assert.equal(lane()?.pictureStale, true);
  assert.equal(await context.running.booth.devices.snapshot("exit-1"), null);
  await camera.setDead(false);
  await until(() => shown().every(({ state }) => state === "ready"), "the camera to be back");
  assert.ok(await context.running.booth.devices.snapshot("exit-1"));
  assert.equal(lane()?.pictureStale, undefined);
});

devices.run();
