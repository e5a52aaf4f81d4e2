import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { type CameraHardware, startCamera } from "../bin/demo/hardware/camera.ts";
import type { AssignedLane, DeviceTest } from "../common/api/setup.ts";
import type { Payload } from "../common/events.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";

interface Context {
  bench: CliBench;
  camera: CameraHardware;
}
const setup = suite<Context>("cli setup with tests");

const PASSWORD = "s3cret-s3cret";
const jpeg = exampleJpeg("suv-day");

setup.before.each(async (context) => {
  context.bench = openCliBench();
  context.camera = await startCamera({
    port: 0,
    user: "booth",
    password: PASSWORD,
    signIn: "digest-both",
    jpeg: () => jpeg,
  });
  await context.bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
});

setup.after.each(async ({ bench, camera }) => {
  bench.close();
  await camera.close();
});

const ASSIGN = ["setup", "assign", "exit-1", "--direction", "exit", "--access", "simulated"];

/** The flags of the real camera; its password is read from a file. */
function cameraFlags({ bench, camera }: Context, password = PASSWORD): string[] {
  const file = join(bench.dir, "password");
  writeFileSync(file, `${password}\n`);
  const address = `http://127.0.0.1:${camera.port}/snapshot.jpg`;
  return [
    ...["--camera", "camera-http", "--set", `camera.address=${address}`],
    ...["--set", "camera.user=booth", "--set-file", `camera.password=${file}`],
  ];
}

async function headOf(bench: CliBench): Promise<number> {
  return ((await bench.json(["ledger", "head"])) as { seq: number }).seq;
}

async function assignedEvents(bench: CliBench): Promise<Payload<"device_assign">[]> {
  const { items } = (await bench.json(["ledger", "list", "--kind", "device_assign"])) as {
    items: { data: Payload<"device_assign"> }[];
  };
  return items.map(({ data }) => data);
}

setup("a test asks the devices, and a device that does not answer is exit 8", async ({ bench }) => {
  await bench.run([...ASSIGN, "--camera", "simulated"]);
  const good = (await bench.json(["setup", "test", "exit-1"])) as { items: DeviceTest[] };
  assert.deepEqual(
    good.items.map(({ ok }) => ok),
    [true, true],
  );
  await bench.run(["setup", "assign", "exit-1", "--set", "camera.answers=silent"]);
  assert.equal((await bench.run(["setup", "test", "exit-1", "--only", "access"])).code, 0);
  const bad = await bench.run(["setup", "test", "exit-1"]);
  assert.equal(bad.code, 8);
  assert.match(bad.stdout, /✗ camera/);
  assert.match(bad.stderr, /camera did not pass/);
  assert.equal((await bench.run(["setup", "test", "exit-1", "--only", "printer"])).code, 7);
  assert.equal((await bench.run(["setup", "test", "nowhere"])).code, 6);
});

setup("a test prints what was asked and answered with -v, in --json, and always where it failed", async (context) => {
  const { bench, camera } = context;
  await bench.run([...ASSIGN, ...cameraFlags(context)]);
  const line = `GET http://127.0.0.1:${camera.port}/snapshot.jpg: `;
  const only = ["setup", "test", "exit-1", "--only", "camera"];
  const quiet = await bench.run(only);
  assert.deepEqual([quiet.code, quiet.stdout.split("\n").length, quiet.stdout.includes(line)], [0, 2, false]);
  const verbose = await bench.run([...only, "-v"]);
  assert.ok(verbose.stdout.includes(`\n    ${line}200 image/jpeg, ${jpeg.length} bytes\n`), verbose.stdout);
  const { items } = (await bench.json(only)) as { items: DeviceTest[] };
  assert.deepEqual(items[0]!.transcript, [`${line}200 image/jpeg, ${jpeg.length} bytes`]);

  camera.setReply({ status: 503, body: "starting" });
  const failed = await bench.run(only);
  assert.equal(failed.code, 8);
  assert.ok(failed.stdout.includes(`\n    ${line}503, 8 bytes\n`), failed.stdout);
  for (const said of [quiet, verbose, failed]) assert.ok(!(said.stdout + said.stderr).includes(PASSWORD));
});

setup("--test asks each device as it is about to be stored, and its event says what was found", async (context) => {
  const { bench } = context;
  const ran = await bench.run([...ASSIGN, ...cameraFlags(context), "--test"]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(
    ran.stdout,
    /^✓ access .*\n✓ camera {2}The camera gave a picture .*\nexit-1 \(new, exit\)\n {2}\+ access simulated/,
  );
  const events = await assignedEvents(bench);
  const tested = events.find(({ category }) => category === "camera");
  assert.ok(tested?.test?.ok);
  assert.match(tested.test.transcript.join("\n"), /snapshot\.jpg: 200 image\/jpeg/);
  assert.deepEqual(tested.config.password, { set: true });
  assert.ok(!JSON.stringify(events).includes(PASSWORD));

  const again = (await bench.json(["setup", "assign", "exit-1", "--set", "access.openMs=7000", "--test"])) as {
    items: AssignedLane[];
    tests: (DeviceTest & { lane: string })[];
  };
  assert.deepEqual(
    again.tests.map(({ lane, category, ok }) => [lane, category, ok]),
    [["exit-1", "access", true]],
  );
  assert.equal(again.items[0]!.devices.access!.config.openMs, 7000);
});

setup("where a device does not pass, nothing is changed: three lines, and exit 8", async (context) => {
  const { bench } = context;
  await bench.run(ASSIGN);
  const before = await headOf(bench);
  const wrong = [...cameraFlags(context, "wrong"), "--set", "access.openMs=7000"];
  const ran = await bench.run(["setup", "assign", "exit-1", ...wrong, "--test"]);
  assert.equal(ran.code, 8);
  assert.match(ran.stdout, /^✓ access .*\n✗ camera {2}the device refuses the user name or the password .*\n {4}GET /);
  assert.deepEqual(ran.stderr.split("\n"), [
    "✗ exit-1 camera did not pass the test.",
    "  exit-1 was not changed.",
    "  Try: boothctl setup catalog --kind camera",
    "  Without --test it is stored as it is.",
    "",
  ]);
  const asJson = await bench.run(["setup", "assign", "exit-1", ...wrong, "--test", "--json"]);
  const told = JSON.parse(asJson.stdout) as { items: unknown[]; tests: DeviceTest[] };
  assert.deepEqual([told.items, told.tests.map(({ ok }) => ok)], [[], [true, false]]);
  assert.equal((JSON.parse(asJson.stderr) as { code: string }).code, "check_failed");
  assert.equal(await headOf(bench), before);
  assert.equal((await bench.run(["setup", "assign", "exit-1", ...wrong])).code, 0, "without --test it is stored");
  assert.equal(await headOf(bench), before + 2);
});

setup(
  "of a file with one device that does not pass, no lane is assigned; a dry run stores nothing",
  async (context) => {
    const { bench } = context;
    const lane = (id: string, answers: string) => ({
      lane: id,
      direction: "exit",
      devices: { access: { driver: "simulated", config: { answers } }, reader: null },
    });
    const file = join(bench.dir, "lanes.json");
    writeFileSync(file, JSON.stringify([lane("a", "ok"), lane("b", "silent")]));
    const ran = await bench.run(["setup", "assign", "-f", file, "--test"]);
    assert.equal(ran.code, 8);
    assert.match(ran.stderr, /^✗ b access did not pass the test\.\n {2}No lane was changed\.\n/);
    assert.deepEqual(((await bench.json(["lanes", "list"])) as { items: unknown[] }).items, []);
    writeFileSync(file, JSON.stringify([lane("a", "ok")]));
    const dry = await bench.run(["setup", "assign", "-f", file, "--test", "--dry-run"]);
    assert.deepEqual([dry.code, /✓ access/.test(dry.stdout)], [0, true]);
    assert.deepEqual(((await bench.json(["lanes", "list"])) as { items: unknown[] }).items, []);
  },
);

setup.run();
