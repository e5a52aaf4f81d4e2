import assert from "node:assert/strict";
import { Cam } from "onvif/promises/index.js";
import { suite } from "uvu";
import { type CameraSettings, startCamera } from "../bin/demo/hardware/camera.ts";
import { withDeadline } from "../daemon/devices/deadline.ts";
import type { DriverParts } from "../daemon/devices/define-driver.ts";
import { cameraOnvif } from "../daemon/devices/drivers/camera-onvif.ts";
import { conformanceOf } from "./helpers/driver-conformance.ts";
import { exampleJpeg, fixedClock, openForTest } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

const jpeg = exampleJpeg();
const USER = { user: "booth & co", password: "s3cret <1>" };
const ends: (() => Promise<void>)[] = [];
const onvif = suite("camera-onvif");
onvif.after.each(async () => {
  for (const end of ends.splice(0)) await end();
});

async function startHardware(more: Partial<CameraSettings> = {}) {
  const camera = await startCamera({ port: 0, ...USER, signIn: "digest-sha256", jpeg: () => jpeg, ...more });
  ends.push(camera.close);
  return camera;
}

function openCamera(port: number, given: Record<string, string | number> = {}, parts: Partial<DriverParts> = {}) {
  const opened = openForTest(cameraOnvif, { host: "127.0.0.1", port, ...USER, ...given }, { testing: true, ...parts });
  ends.push(() => opened.device.close());
  return opened;
}

conformanceOf("camera-onvif", {
  tests: onvif,
  hardware: () => startCamera({ port: 0, ...USER, signIn: "digest-md5", jpeg: () => jpeg }),
  open: ({ port }, parts) => openForTest(cameraOnvif, { host: "127.0.0.1", port, ...USER, checkMs: 500 }, parts).device,
  act: async (device) => assert.deepEqual((await device.snapshot()).jpeg, jpeg),
  actDead: (device) => assert.rejects(device.snapshot(), /nothing answers at this port/),
  stateOf: (camera) => camera.aheadMs(),
  connectsEachTime: true,
  secrets: [USER.password],
});

const operations = (camera: { asked: readonly { method: string; body: string }[] }) =>
  camera.asked.map(({ method, body }) => /Body><(\w+)/.exec(body)?.[1] ?? method);

onvif(
  "the clock is read first and without a name, then the picture is found, and after that only fetched",
  async () => {
    const camera = await startHardware();
    const { device } = openCamera(camera.port);
    assert.deepEqual((await device.snapshot()).jpeg, jpeg);
    await device.snapshot();
    assert.deepEqual(operations(camera), [
      "GetSystemDateAndTime",
      "GetServices",
      "GetProfiles",
      "GetSnapshotUri",
      "GET",
      "GET",
      "GET",
    ]);
    const [first, second] = camera.asked;
    assert.doesNotMatch(first?.body ?? "", /Security/);
    assert.equal(first?.headers.authorization, undefined);
    assert.match(second?.body ?? "", /PasswordDigest/);
    assert.ok(camera.asked.every(({ body, headers }) => !`${body}${headers.authorization}`.includes("s3cret")));
    assert.match(camera.asked.at(-1)?.target ?? "", /^\/snapshot\.jpg\?profile=main&size=1$/);
  },
);

onvif("a camera whose clock is wrong by a day is believed and believes, in the time of its own clock", async () => {
  const camera = await startHardware();
  camera.setAheadMs(-86_400_000);
  const { device } = openCamera(camera.port);
  assert.deepEqual((await device.snapshot()).jpeg, jpeg);
  assert.match(await device.probe(), /its clock is 86[34]\d\d s behind\.$/);
  assert.equal(camera.aheadMs(), -86_400_000, "a test sets no clock");
});

onvif("first, second, both and old media services are found, at the host of the settings", async () => {
  for (const media of ["first", "second", "both", "old"] as const) {
    const camera = await startHardware({ media });
    const { device } = openCamera(camera.port, { profile: "sub" });
    assert.deepEqual((await device.snapshot()).jpeg, jpeg, media);
    assert.match(camera.asked.at(-1)?.target ?? "", /profile=sub/);
  }
});

onvif("a camera that calls itself by another name is asked at the address of the settings", async () => {
  const elsewhere = await startHardware();
  const { port } = elsewhere;
  const camera = await startHardware({ ownAddress: "http://camera.invalid" });
  const { device } = openCamera(camera.port);
  await assert.rejects(device.snapshot(), /http:\/\/127\.0\.0\.1\/onvif\/media/, "its port counts, its name does not");
  const behind = await startHardware({ ownAddress: `https://192.0.2.1:${port}` });
  assert.deepEqual((await openCamera(behind.port).device.snapshot()).jpeg, jpeg);
  assert.equal(elsewhere.asked.length, 0);
});

onvif("a test says what was found, signs in, and leaves no password in its transcript", async () => {
  const camera = await startHardware();
  const { device, transcript } = openCamera(camera.port);
  const found = await device.probe();
  assert.match(
    found,
    /^Found Simulated Gate & lane 1\.0; it gave a picture of \d+ × \d+ and \d+ kB; its clock is right\.$/,
  );
  const asked = transcript.flatMap((line) => /^POST \S+ (\w+): 200 /.exec(line)?.[1] ?? []);
  const [clock, information, ...picture] = asked;
  assert.deepEqual([clock, information], ["GetSystemDateAndTime", "GetDeviceInformation"]);
  assert.deepEqual(picture.slice(-3), ["GetServices", "GetProfiles", "GetSnapshotUri"]);
  assert.doesNotMatch(transcript.join(), /s3cret|profile=/);
  assert.ok(!operations(camera).includes("SetSystemDateAndTime"));
});

onvif("the clock is set in UTC where it drifts, keeps zone and summer time, and the drift is told", async () => {
  const clock = fixedClock("2026-11-20T23:59:58.400Z");
  const camera = await startHardware({ clock });
  const { device } = openCamera(camera.port, {}, { clock });
  camera.setAheadMs(92_000);
  const { driftMs } = await device.syncClock(clock.now());
  assert.ok(Math.abs(driftMs - 92_000) <= 600, String(driftMs));
  assert.ok(Math.abs(camera.aheadMs()) <= 500, String(camera.aheadMs()));
  assert.match(camera.asked.at(-1)?.body ?? "", /<DateTimeType>Manual<.*<DaylightSavings>true<.*CET-1CEST.*<Hour>23</);
  const asked = camera.asked.length;
  const again = await device.syncClock(clock.now());
  assert.ok(Math.abs(again.driftMs) < 1500);
  assert.equal(camera.asked.length, asked + 1, "a clock that is right is only read");
  assert.deepEqual((await device.snapshot()).jpeg, jpeg);
});

onvif("a drift is told against the time that is handed in, not the booth's clock", async () => {
  const clock = fixedClock("2026-11-20T12:00:00.000Z");
  const camera = await startHardware({ clock });
  const { device } = openCamera(camera.port, {}, { clock });
  const { driftMs } = await device.syncClock(clock.now() + 10_000);
  assert.ok(Math.abs(driftMs + 10_000) <= 600, String(driftMs));
  assert.ok(Math.abs(camera.aheadMs() - 10_000) <= 500);
});

onvif("a wrong password, a missing profile and a wrong path are faults that say so", async () => {
  const camera = await startHardware();
  const said: [Record<string, string>, RegExp][] = [
    [{ password: "wr0ng" }, /refuses the user name or the password for Get/],
    [{ profile: "third" }, /no such profile; it has main, sub/],
    [{ path: "/nowhere" }, /nothing is at \/nowhere/],
    [{ path: "/snapshot.jpg", user: "" }, /asks for a user name and a password/],
  ];
  for (const [given, message] of said) {
    const { device } = openCamera(camera.port, given);
    await assert.rejects(device.snapshot(), message);
    assert.equal(device.status().state, "fault");
    assert.doesNotMatch(device.status().message ?? "", /wr0ng/);
    await assert.rejects(device.probe(), message);
  }
});

onvif("what is no SOAP, hostile or too large is a fault in words", async () => {
  const camera = await startHardware();
  const { device } = openCamera(camera.port);
  const soap = (body: string) => `<e:Envelope xmlns:e="e"><e:Body>${body}</e:Body></e:Envelope>`;
  const reason = (text: string) => soap(`<e:Fault><e:Reason><e:Text>${text}</e:Text></e:Reason></e:Fault>`);
  const replies: [string, RegExp][] = [
    ["<html><body>Welcome", /no well-formed XML/],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', /no well-formed XML/],
    [soap("<Other/>"), /does not answer GetSystemDateAndTime/],
    [
      reason(`busy\u0085${"x".repeat(500)}`),
      /^ExchangeFailure: the device refuses GetSystemDateAndTime: busy x{75}…$|: busy x+…$/,
    ],
    ["x".repeat(200_000), /larger than 128 KiB/],
  ];
  for (const [body, message] of replies) {
    camera.setReply({ status: 200, body });
    await assert.rejects(device.snapshot(), message);
    assert.equal(device.status().state, "fault");
  }
  camera.setReply({ status: 200, body: soap("<GetSystemDateAndTimeResponse/>") });
  await assert.rejects(device.syncClock(0), /does not tell what time it has/);
  camera.setReply(null);
  assert.deepEqual((await device.snapshot()).jpeg, jpeg);
});

onvif("dead, slow and babbling cameras are given up, and one that is back is found again by itself", async () => {
  const camera = await startHardware();
  const { device } = openCamera(camera.port, { deadlineMs: 400, checkMs: 500 }, { testing: false });
  await until(() => device.status().state === "ready", "ready by itself");
  camera.setSlow(10_000);
  await assert.rejects(device.snapshot(), /no answer in time/);
  assert.equal(device.status().state, "offline");
  camera.setSlow(0);
  camera.setGarbage(true);
  await assert.rejects(device.snapshot(), /does not speak HTTP/);
  camera.setGarbage(false);
  await camera.setDead(true);
  await assert.rejects(device.snapshot(), /nothing answers|broke the connection off/);
  await camera.setDead(false);
  await until(() => device.status().state === "ready", "ready again", 10_000);
  assert.deepEqual((await device.snapshot()).jpeg, jpeg);
  camera.setSlow(10_000);
  const taking = device.snapshot();
  await device.close();
  await assert.rejects(taking, /closed/);
});

const PLAIN = { user: "booth", password: "s3cret" };

/** The `onvif` package, which is not ours, at the simulated camera: what satisfies both is not our own misreading. */
async function secondClient(port: number) {
  const { user: username, password } = PLAIN;
  const cam = new Cam({ hostname: "127.0.0.1", port, username, password, timeout: 3000, autoconnect: false });
  await withDeadline(cam.connect(), 5000, "the second client did not connect");
  return cam;
}

onvif("a second client that we did not write finds the same picture in the same camera", async () => {
  for (const media of ["first", "second", "both"] as const) {
    const camera = await startHardware({ ...PLAIN, media });
    const cam = await secondClient(camera.port);
    const { uri } = await withDeadline(cam.getSnapshotUri(), 5000, "no address");
    assert.equal(uri, `http://127.0.0.1:${camera.port}/snapshot.jpg?profile=main&size=1`);
    const { device } = openCamera(camera.port, PLAIN);
    await device.snapshot();
    const { pathname, search } = new URL(uri);
    assert.equal(camera.asked.at(-1)?.target, pathname + search, media);
  }
});

onvif("a second client sees the clock that we set, and we the one it sets", async () => {
  const camera = await startHardware(PLAIN);
  camera.setAheadMs(3_600_000);
  const early = await secondClient(camera.port);
  const { device } = openCamera(camera.port, PLAIN);
  const before: Date = await withDeadline(early.getSystemDateAndTime(), 5000, "no time");
  await device.syncClock(before.getTime() - 3_600_000);
  // It signs in by the time the camera had when it connected.
  const cam = await secondClient(camera.port);
  const after: Date = await withDeadline(cam.getSystemDateAndTime(), 5000, "no time");
  assert.ok(Math.abs(before.getTime() - 3_600_000 - after.getTime()) <= 3000);
  const wrong = new Date(after.getTime() - 60_000);
  const change = {
    dateTime: wrong,
    dateTimeType: "Manual" as const,
    daylightSavings: true,
    timezone: "CET-1CEST,M3.5.0,M10.5.0/3",
  };
  await withDeadline(cam.setSystemDateAndTime(change), 5000, "not set");
  assert.match(await device.probe(), /its clock is (59|60|61|62) s behind/);
});

onvif.run();
