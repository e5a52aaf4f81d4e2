import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import { convert, explainRefusal } from "../bin/cli/assignment.ts";
import type { CliError } from "../bin/cli/errors.ts";
import type { AssignedLane, SetupState } from "../common/api/setup.ts";
import { BoothError } from "../common/errors.ts";
import { findDriver } from "../daemon/devices/catalog.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";

const setup = suite<{ bench: CliBench }>("cli setup");

setup.before.each(async (context) => {
  context.bench = openCliBench();
  await context.bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
});

setup.after.each(({ bench }) => {
  bench.close();
});

const ASSIGN = ["setup", "assign", "exit-1", "--direction", "exit", "--access", "simulated", "--camera", "simulated"];

async function headOf(bench: CliBench): Promise<number> {
  return ((await bench.json(["ledger", "head"])) as { seq: number }).seq;
}

async function laneOf(bench: CliBench): Promise<AssignedLane> {
  return (await bench.json(["setup", "show", "exit-1"])) as AssignedLane;
}

setup(
  "a lane is assigned, each device is an event of cli:<login name>, and doing it again changes nothing",
  async ({ bench }) => {
    const before = await headOf(bench);
    assert.equal((await bench.run(ASSIGN)).code, 0);
    assert.equal(await headOf(bench), before + 2);
    const { items } = (await bench.json(["ledger", "list", "--kind", "device_assign"])) as {
      items: { actor: { type: string; id: string } }[];
    };
    assert.equal(items.length, 2);
    assert.equal(items[0]!.actor.type, "cli");
    assert.ok(items[0]!.actor.id.length > 0);
    const again = await bench.run(ASSIGN);
    assert.equal(again.code, 0);
    assert.match(again.stderr, /so already/);
    assert.equal(await headOf(bench), before + 2);
  },
);

setup("--dry-run prints the difference and changes nothing", async ({ bench }) => {
  const before = await headOf(bench);
  const text = await bench.run([...ASSIGN, "--dry-run"]);
  assert.equal(text.stdout, "exit-1 (new, exit)\n  + access simulated\n  + camera simulated\n");
  const planned = (await bench.json([...ASSIGN, "--dry-run"])) as { dryRun: boolean; changes: { lane: string }[] };
  assert.deepEqual([planned.dryRun, planned.changes[0]!.lane], [true, "exit-1"]);
  assert.equal(await headOf(bench), before);
  assert.equal((await bench.run(["setup", "show", "exit-1"])).code, 6);
});

setup("a lane is given its place among the others", async ({ bench }) => {
  await bench.run(ASSIGN);
  const planned = await bench.run(["setup", "assign", "exit-1", "--position", "4", "--dry-run"]);
  assert.equal(planned.stdout, "exit-1 (now at place 4)\n");
  assert.equal((await bench.run(["setup", "assign", "exit-1", "--position", "4"])).code, 0);
  assert.equal((await laneOf(bench)).position, 4);
  assert.equal((await bench.run(["setup", "assign", "exit-1", "--position", "0"])).code, 2);
});

setup("settings are converted by the driver's fields, and those not named stay", async ({ bench }) => {
  await bench.run([...ASSIGN, "--set", "access.openMs=8000"]);
  await bench.run(["setup", "assign", "exit-1", "--set", "access.latencyMs=5"]);
  const { config } = (await laneOf(bench)).devices.access!;
  assert.deepEqual([config.openMs, config.latencyMs], [8000, 5]);
  const [int, flag] = [{ type: "int" }, { type: "bool" }] as unknown as Parameters<typeof convert>[0][];
  assert.deepEqual(
    [convert(int, "7"), convert(int, "x"), convert(flag, "yes"), convert(flag, "false"), convert(undefined, "7")],
    [7, "x", true, false, "7"],
  );
});

setup("a setting may be read from a file, without its last newline", async ({ bench }) => {
  const file = join(bench.dir, "scene");
  writeFileSync(file, "van-day\n");
  await bench.run([...ASSIGN, "--set-file", `camera.scene=${file}`]);
  assert.equal((await laneOf(bench)).devices.camera!.config.scene, "van-day");
  assert.equal((await bench.run([...ASSIGN, "--set-file", `camera.scene=${file}-not`])).code, 2);
});

setup("what is refused names the field, leaves the lane, and is exit 2", async ({ bench }) => {
  await bench.run(ASSIGN);
  const before = await headOf(bench);
  const tries: [string[], RegExp][] = [
    [["--set", "access.openMs=soon"], /access\.openMs expected a whole number/],
    [["--set", "access.nonsense=1"], /access\.nonsense is not a setting/],
    [["--reader", "tcp-nonsense"], /"tcp-nonsense" is not a driver/],
    [["--set", "printer.paper=low"], /no printer yet/],
    [["--set", "nonsense"], /not of the form/],
  ];
  for (const [args, expected] of tries) {
    const ran = await bench.run(["setup", "assign", "exit-1", ...args]);
    assert.equal(ran.code, 2, ran.stderr);
    assert.match(ran.stderr, expected);
    assert.match(ran.stderr, /^ {2}exit-1 was not changed\.$/m);
    assert.match(ran.stderr, /^ {2}Try: boothctl setup /m);
  }
  assert.equal(await headOf(bench), before);
  assert.match((await bench.run(["setup", "assign", "new-1", "--access", "simulated"])).stderr, /needs a direction/);
  const odd = await bench.run(["setup", "assign", "Exit/1", "--direction", "exit", "--access", "simulated"]);
  assert.match(odd.stderr, /The input: lane: expected 1 to 64 letters/);
});

setup("missing settings are named, with the line that would work and where to look them up", () => {
  const reader = findDriver("reader", "simulated")!;
  const details = ["host", "port"].map((name) => ({
    path: `devices.reader.config.${name}`,
    message: "is missing; expected it",
  }));
  const fields = [
    { name: "host", type: "host" },
    { name: "port", type: "port" },
  ];
  const original = reader.fields;
  Object.assign(reader, { fields });
  try {
    const refusal = new BoothError("invalid_input", "nothing was assigned", { details });
    const told = explainRefusal(refusal, "exit-1", {
      lane: "exit-1",
      devices: { reader: { driver: "simulated", config: {} } },
    }) as CliError;
    assert.equal(told.message, 'Reader "simulated" needs host and port.');
    assert.equal(
      told.more.hint,
      "boothctl setup assign exit-1 --reader simulated --set reader.host=10.0.0.21 --set reader.port=4001",
    );
    assert.deepEqual(told.more.notes, ["Fields: boothctl setup catalog --kind reader"]);
    assert.equal(told.exit, 2);
  } finally {
    Object.assign(reader, { fields: original });
  }
});

setup("an export assigns the same again elsewhere, from a file or from stdin", async ({ bench }) => {
  await bench.run([...ASSIGN, "--set", "access.openMs=7000"]);
  const exported = await bench.run(["setup", "export"]);
  const file = join(bench.dir, "lanes.json");
  writeFileSync(file, exported.stdout);
  const same = await bench.run(["setup", "assign", "-f", file, "--dry-run"]);
  assert.deepEqual([same.code, same.stdout], [0, ""]);

  const other = openCliBench();
  try {
    await other.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
    const ran = await other.run(["setup", "assign", "-f", "-"], { input: exported.stdout });
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal((await laneOf(other)).devices.access!.config.openMs, 7000);
    assert.equal((await other.run(["setup", "export"])).stdout, exported.stdout);
  } finally {
    other.close();
  }
});

setup("of a file with one bad lane nothing is assigned", async ({ bench }) => {
  const lane = (id: string, driver: string) => ({ lane: id, direction: "exit", devices: { access: { driver } } });
  const file = join(bench.dir, "lanes.json");
  writeFileSync(file, JSON.stringify([lane("a", "simulated"), lane("b", "nonsense")]));
  const ran = await bench.run(["setup", "assign", "-f", file]);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /b\.devices\.access\.driver/);
  assert.deepEqual(((await bench.json(["lanes", "list"])) as { items: unknown[] }).items, []);
  writeFileSync(file, "[{");
  assert.equal((await bench.run(["setup", "assign", "-f", file])).code, 2);
});

setup("devices are taken off, and taking them off again is done already", async ({ bench }) => {
  await bench.run(ASSIGN);
  assert.equal((await bench.run(["setup", "unassign", "exit-1", "--camera"])).code, 0);
  assert.equal((await laneOf(bench)).devices.camera, undefined);
  const again = await bench.run(["setup", "unassign", "exit-1", "--camera"]);
  assert.deepEqual([again.code, /nothing to do/.test(again.stderr)], [0, true]);
  assert.equal((await bench.run(["setup", "unassign", "exit-1"])).code, 2);
  assert.equal((await bench.run(["setup", "unassign", "nowhere", "--camera"])).code, 6);
});

setup("setup is complete once every lane has what it needs, and stays so", async ({ bench }) => {
  await bench.run(["setup", "assign", "exit-1", "--direction", "exit", "--access", "simulated"]);
  const refused = await bench.run(["setup", "complete"]);
  assert.equal(refused.code, 7);
  assert.match(refused.stderr, /Setup stays open/);
  assert.equal(((await bench.json(["setup", "state"])) as SetupState).missing[0]!.lane, "exit-1");
  await bench.run(["setup", "assign", "exit-1", "--reader", "simulated"]);
  const first = (await bench.json(["setup", "complete"])) as SetupState;
  const second = (await bench.json(["setup", "complete"])) as SetupState;
  assert.ok(first.completed);
  assert.equal(second.completedAt, first.completedAt);
});

setup("the catalog is the one the setup screens read, narrowed by kind", async ({ bench }) => {
  const all = (await bench.json(["setup", "catalog"])) as { kinds: Record<string, { id: string }[]> };
  assert.deepEqual(Object.keys(all.kinds), ["access", "reader", "camera", "printer"]);
  const one = (await bench.json(["setup", "catalog", "--kind", "reader"])) as typeof all;
  assert.deepEqual(Object.keys(one.kinds), ["reader"]);
  assert.equal((await bench.run(["setup", "catalog", "--kind", "nonsense"])).code, 2);
});

setup.run();
