import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { type CameraHardware, startCamera } from "../bin/demo/hardware/camera.ts";
import { type RelayHardware, startRelayBoard } from "../bin/demo/hardware/relay.ts";
import { checkConfig } from "../daemon/devices/driver-config.ts";
import { cameraHttp } from "../daemon/devices/drivers/camera-http.ts";
import { cameraOnvif } from "../daemon/devices/drivers/camera-onvif.ts";
import { relayHttp } from "../daemon/devices/drivers/relay-http.ts";
import type { Device } from "../daemon/devices/interfaces.ts";
import { openCliBench } from "./helpers/cli.ts";
import { exampleJpeg, openForTest } from "./helpers/open-driver.ts";
import { makeCertificate, startTlsFront, type TlsFront } from "./helpers/tls-front.ts";

interface Context {
  camera: CameraHardware;
  relay: RelayHardware;
  front: TlsFront;
}
const certificates = suite<Context>("certificates of devices");

const DOOR = { port: 0, user: "booth", password: "s3cret-s3cret", signIn: "digest-sha256" } as const;
const USER = { user: DOOR.user, password: DOOR.password };
const OWN = makeCertificate();
const OTHER = makeCertificate();
const jpeg = exampleJpeg();
let fronts: TlsFront[] = [];

async function frontOf(port: number, certificate = OWN): Promise<TlsFront> {
  const front = await startTlsFront(port, certificate);
  fronts.push(front);
  return front;
}

certificates.before.each(async (context) => {
  context.camera = await startCamera({ ...DOOR, jpeg: () => jpeg });
  context.relay = await startRelayBoard(DOOR);
  context.front = await frontOf(context.camera.port);
});
certificates.after.each(async ({ camera, relay }) => {
  for (const front of fronts) await front.close();
  fronts = [];
  await camera.close();
  await relay.close();
});

type Given = Record<string, string | number>;
const picture = (port: number) => `https://127.0.0.1:${port}/snapshot.jpg`;

function openPicture(port: number, more: Given) {
  return openForTest(cameraHttp, { address: picture(port), ...USER, ...more }, { testing: true });
}

function openOnvif(port: number, more: Given) {
  const place = { host: "127.0.0.1", port, scheme: "https" };
  return openForTest(cameraOnvif, { ...place, ...USER, ...more }, { testing: true });
}

function openBoard(port: number, more: Given) {
  const paths = { onPath: "/relay?turn=on", offPath: "/relay?turn=off", statusPath: "/status" };
  const address = `https://127.0.0.1:${port}/`;
  return openForTest(
    relayHttp,
    { address, ...USER, ...paths, statusPointer: "/relays/0/ison", ...more },
    { testing: true },
  );
}

async function probe({ device }: { device: Device }): Promise<string> {
  try {
    return await device.probe();
  } finally {
    await device.close();
  }
}

const DRIVERS = [
  ["camera-http", openPicture, "camera"],
  ["camera-onvif", openOnvif, "camera"],
  ["relay-http", openBoard, "relay"],
] as const;

for (const [name, open, kind] of DRIVERS)
  certificates(
    `${name} takes the certificate of its settings, however its digits are written, and no other`,
    async (context) => {
      const front = await frontOf(context[kind].port);
      for (const fingerprint of [OWN.fingerprint, OWN.fingerprint.replaceAll(":", "").toLowerCase()])
        assert.match(await probe(open(front.port, { fingerprint })), /gave a picture|relay is off/);
      front.show(OTHER);
      const before = front.received();
      await assert.rejects(probe(open(front.port, { fingerprint: OWN.fingerprint })), (error: Error) => {
        assert.match(error.message, /certificate is not the one in the settings/);
        assert.ok(error.message.includes(OTHER.fingerprint), error.message);
        return true;
      });
      assert.equal(front.received(), before, "nothing was said to it");
    },
  );

certificates(
  "without a fingerprint a certificate of its own is refused, and the refusal tells it",
  async ({ front }) => {
    const { device, transcript } = openPicture(front.port, {});
    await assert.rejects(device.probe(), /is vouched for by nobody/);
    const { state, message } = device.status();
    assert.equal(state, "fault");
    const told = /SHA-256 ((?:[0-9A-F]{2}:){31}[0-9A-F]{2})/.exec(message ?? "")?.[1];
    assert.equal(told, OWN.fingerprint);
    assert.ok(transcript.join().includes(OWN.fingerprint));
    assert.equal(front.received(), 0, "nothing was said to it, least of all the password");
    await device.close();
    assert.match(await probe(openPicture(front.port, { fingerprint: told })), /gave a picture/, "it can be pasted");
  },
);

certificates(
  "a certificate that is trusted on this machine needs no fingerprint, but must have the name",
  async ({ camera }) => {
    const bench = openCliBench();
    try {
      const named = makeCertificate("DNS:elsewhere.example");
      const file = join(bench.dir, "trusted.pem");
      writeFileSync(file, OWN.cert + named.cert);
      await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
      writeFileSync(join(bench.dir, "password"), DOOR.password);
      const test = async (port: number) => {
        const settings = ["--set", `camera.address=${picture(port)}`, "--set", "camera.user=booth"];
        const args = ["--camera", "camera-http", ...settings, "--set-file", "camera.password=password", "--test"];
        const env = { NODE_EXTRA_CA_CERTS: file };
        return bench.run(["setup", "assign", `exit-${port}`, "--direction", "exit", ...args], { env });
      };
      const trusted = await test((await frontOf(camera.port)).port);
      assert.equal(trusted.code, 0, trusted.stdout + trusted.stderr);
      const misnamed = await test((await frontOf(camera.port, named)).port);
      assert.equal(misnamed.code, 8);
      assert.match(misnamed.stdout, /is made out to another name: SHA-256 [0-9A-F:]{95};/);
    } finally {
      bench.close();
    }
  },
);

certificates("what is no https is said so, and a fingerprint without https is refused", async ({ camera }) => {
  await assert.rejects(probe(openPicture(camera.port, {})), /does not speak https here/);
  const plain = { address: `http://127.0.0.1:${camera.port}/`, fingerprint: OWN.fingerprint };
  const refused = checkConfig(cameraHttp, plain);
  assert.deepEqual(!refused.ok && refused.details, [
    { path: "devices.camera.config.fingerprint", message: "needs an https address" },
  ]);
  for (const fingerprint of ["AB:CD", OWN.fingerprint.slice(0, -1), `${OWN.fingerprint}:00`]) {
    const wrong = checkConfig(cameraHttp, { address: picture(1), fingerprint });
    assert.match((!wrong.ok && wrong.details[0]?.message) || "", /expected a SHA-256 fingerprint: 64 hex digits/);
  }
});

certificates.run();
