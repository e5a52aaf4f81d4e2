import assert from "node:assert/strict";
import { suite } from "uvu";
import { type CameraSettings, startCamera } from "../bin/demo/hardware/camera.ts";
import type { SignInWay } from "../bin/demo/hardware/doorkeeper.ts";
import type { Reply } from "../bin/demo/hardware/http-device.ts";
import type { DriverParts } from "../daemon/devices/define-driver.ts";
import { cameraHttp } from "../daemon/devices/drivers/camera-http.ts";
import { conformanceOf } from "./helpers/driver-conformance.ts";
import { exampleJpeg, fixedClock, openForTest } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

const PASSWORD = "s3cret:Pässwörd";
const jpeg = exampleJpeg();
const ends: (() => Promise<void>)[] = [];
const cameraHttpTests = suite("camera-http");
cameraHttpTests.after.each(async () => {
  for (const end of ends.splice(0)) await end();
});

async function startHardware(signIn: SignInWay = "digest-both", more: Partial<CameraSettings> = {}) {
  const camera = await startCamera({ port: 0, user: "booth", password: PASSWORD, signIn, jpeg: () => jpeg, ...more });
  ends.push(camera.close);
  return camera;
}

type Given = Record<string, string | number | boolean>;
function openCamera(port: number, given: Given = {}, parts: Partial<DriverParts> = { testing: true }) {
  const address = `http://127.0.0.1:${port}/snapshot.jpg?size=1&token=hush`;
  const opened = openForTest(cameraHttp, { address, user: "booth", password: PASSWORD, ...given }, parts);
  ends.push(() => opened.device.close());
  return opened;
}

conformanceOf("camera-http", {
  tests: cameraHttpTests,
  hardware: () =>
    startCamera({ port: 0, user: "booth", password: PASSWORD, signIn: "digest-sha256", jpeg: () => jpeg }),
  open: ({ port }, parts) => {
    const address = `http://127.0.0.1:${port}/snapshot.jpg?token=hush`;
    return openForTest(cameraHttp, { address, user: "booth", password: PASSWORD, checkMs: 500 }, parts).device;
  },
  act: async (device) => assert.deepEqual((await device.snapshot()).jpeg, jpeg),
  actDead: (device) => assert.rejects(device.snapshot(), /nothing answers at this port/),
  connectsEachTime: true,
  secrets: [PASSWORD, "hush"],
});

for (const signIn of ["none", "basic", "digest-md5", "digest-sha256", "digest-both", "digest-legacy"] as const)
  cameraHttpTests(
    `a picture comes from a camera whose sign-in is ${signIn}, and tells when it was asked for`,
    async () => {
      const hardware = await startHardware(signIn);
      const clock = fixedClock("2026-11-20T10:00:00.000Z");
      const { device, transcript } = openCamera(hardware.port, {}, { testing: true, clock });
      const picture = await device.snapshot();
      assert.deepEqual(picture.jpeg, jpeg);
      assert.equal(picture.takenAt, "2026-11-20T10:00:00.000Z");
      assert.match(await device.probe(), /^The camera gave a picture of \d+ × \d+ and \d+ kB\.$/);
      assert.deepEqual(device.status(), { state: "ready", message: null });
      assert.equal(hardware.asked.length, signIn === "none" ? 2 : 3, "a sign-in is asked for once");
      assert.doesNotMatch(transcript.join("\n"), /hush|s3cret/);
      assert.match(transcript[0] ?? "", /^GET http:\/\/127\.0\.0\.1:\d+\/snapshot\.jpg: 200 image\/jpeg, \d+ bytes$/);
    },
  );

cameraHttpTests("a nonce that has run out is replaced once, and the strongest hash is taken", async () => {
  const hardware = await startHardware("digest-both");
  const { device } = openCamera(hardware.port);
  await device.snapshot();
  hardware.expire();
  await device.snapshot();
  const sent = hardware.asked.map(({ headers }) => headers.authorization ?? "-");
  assert.deepEqual(
    sent.map((header) => /algorithm=([\w-]+).*nc=(\d+)/.exec(header)?.slice(1).join(" ") ?? header),
    ["-", "SHA-256 00000001", "SHA-256 00000002", "SHA-256 00000001"],
  );
});

cameraHttpTests("a wrong password is a fault in words that does not name it, and is tried once a picture", async () => {
  for (const signIn of ["basic", "digest-sha256"] as const) {
    const hardware = await startHardware(signIn);
    const { device, transcript } = openCamera(hardware.port, { password: "wr0ng" });
    for (const tries of [1, 2]) {
      await assert.rejects(device.snapshot(), /refuses the user name or the password/);
      const tried = hardware.asked.filter(({ headers }) => headers.authorization !== undefined);
      assert.equal(tried.length, tries);
    }
    assert.equal(device.status().state, "fault");
    assert.doesNotMatch(transcript.join() + device.status().message, /wr0ng/);
    const nameless = openCamera(hardware.port, { user: "" }).device;
    await assert.rejects(nameless.snapshot(), /asks for a user name and a password/);
  }
});

cameraHttpTests("whatever else comes than one whole JPEG is a fault that says what came", async () => {
  const hardware = await startHardware("none");
  const { device } = openCamera(hardware.port);
  const type = { "content-type": "image/jpeg" };
  const replies: [Reply, RegExp][] = [
    [{ status: 200, headers: { "content-type": "text/html" }, body: "<h1>Welcome</h1>" }, /sends text\/html where/],
    [
      { status: 200, headers: { "content-type": "multipart/x-mixed-replace; boundary=x" } },
      /multipart\/x-mixed-replace/,
    ],
    [{ status: 200, headers: type, body: jpeg.subarray(0, -100) }, /its end is missing/],
    [{ status: 200, headers: type, body: "GIF89a" }, /does not begin as one/],
    [{ status: 200, headers: type, body: new Uint8Array(2 * 1024 * 1024 + 1) }, /larger than 2048 KiB/],
    [{ status: 503, headers: type, body: jpeg }, /answers 503/],
    [{ status: 302, headers: { location: "http://10.9.9.9/x?y=hush" } }, /sends us on to http:\/\/10\.9\.9\.9\/x;/],
    [
      { status: 401, headers: { "www-authenticate": 'Digest realm="r", nonce="n", algorithm=SHA-512-256' } },
      /digest SHA-512-256/,
    ],
  ];
  for (const [reply, said] of replies) {
    hardware.setReply(reply);
    await assert.rejects(device.snapshot(), said);
    assert.equal(device.status().state, "fault");
    assert.match(device.status().message ?? "", said);
  }
  hardware.setReply(null);
  assert.deepEqual((await device.snapshot()).jpeg, jpeg);
  assert.equal(device.status().state, "ready");
});

cameraHttpTests("garbage is a fault or no answer, and never more than an error of one picture", async () => {
  const hardware = await startHardware("none");
  const { device } = openCamera(hardware.port);
  hardware.setGarbage(true);
  await assert.rejects(device.snapshot(), /does not speak HTTP/);
  assert.notEqual(device.status().state, "ready");
  hardware.setGarbage(false);
  await device.snapshot();
});

cameraHttpTests("a camera that is too slow is given up, and shows as offline", async () => {
  const hardware = await startHardware("none");
  const { device } = openCamera(hardware.port, { deadlineMs: 200 });
  hardware.setSlow(10_000);
  await assert.rejects(device.snapshot(), /no answer in time/);
  assert.equal(device.status().state, "offline");
});

cameraHttpTests("a camera that is gone shows as offline, and comes back by itself", async () => {
  const hardware = await startHardware("digest-md5");
  let changes = 0;
  const { device } = openCamera(hardware.port, { checkMs: 500 }, { onChange: () => changes++ });
  assert.equal(device.status().message, "connecting: the device was not heard from yet");
  await until(() => device.status().state === "ready", "ready by itself");
  await hardware.setDead(true);
  await assert.rejects(device.snapshot(), /nothing answers at this port|broke the connection off/);
  assert.equal(device.status().state, "offline");
  await hardware.setDead(false);
  await until(() => device.status().state === "ready", "ready again");
  assert.ok(changes >= 3);
});

cameraHttpTests("two who want a picture at once get the same one", async () => {
  const hardware = await startHardware("none");
  const { device } = openCamera(hardware.port);
  const [one, other] = await Promise.all([device.snapshot(), device.snapshot()]);
  assert.equal(one, other);
  assert.equal(hardware.asked.length, 1);
  await device.snapshot();
  assert.equal(hardware.asked.length, 2);
});

cameraHttpTests("closing ends what is under way, and nothing is asked any more", async () => {
  const hardware = await startHardware("none");
  const { device } = openCamera(hardware.port, { checkMs: 500 }, {});
  hardware.setSlow(10_000);
  const taking = device.snapshot();
  await device.close();
  await assert.rejects(taking, /closed/);
  await device.close();
  await assert.rejects(device.snapshot());
});

cameraHttpTests("an address with a user name in it is refused, for it would be shown", () => {
  assert.throws(() => openCamera(80, { address: "http://admin:hush@127.0.0.1/snapshot.jpg" }), /without a user name/);
});

cameraHttpTests.run();
