import assert from "node:assert/strict";
import { suite } from "uvu";
import { previewAssignments } from "../daemon/services/setup.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { fullLane, recorded, simulated, storedIn } from "./helpers/setup.ts";

interface Context {
  running: TestBooth;
  admin: Client;
}
const setup = suite<Context>("setup");

setup.before.each(async (context) => {
  context.running = await startBooth({ lanes: false });
  context.admin = await context.running.signIn("admin");
});
setup.after.each(async ({ running }) => {
  await running.close();
});

setup("the catalog is open to anybody", async ({ running }) => {
  const { status, body } = await running.anonymous.get("/api/setup/catalog");
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ["kinds"]);
  assert.deepEqual(Object.keys(body.kinds), ["access", "reader", "camera", "printer"]);
});

setup("an assignment is 201 with what is stored, defaults filled in", async ({ running, admin }) => {
  const { status, body } = await admin.post("/api/setup/assign", fullLane);
  assert.equal(status, 201);
  assert.deepEqual([body.lane, body.name, body.direction, body.position], ["exit-1", "exit-1", "exit", 1]);
  assert.deepEqual(Object.keys(body.devices), ["access", "reader"]);
  const { assignedBy, ...access } = body.devices.access;
  assert.deepEqual(access, {
    driver: "simulated",
    config: { openMs: 4000, moveMs: 900, latencyMs: 60, answers: "ok" },
    assignedAt: "2026-11-20T12:00:00.000Z",
  });
  assert.equal(assignedBy, (await admin.get("/api/auth/me")).body.id);
  assert.deepEqual(recorded(running, "device_assign"), [
    { lane: "exit-1", category: "access", driver: "simulated", config: access.config },
    { lane: "exit-1", category: "reader", driver: "simulated", config: { answers: "ok" } },
  ]);
});

setup("assigning the same again changes nothing and is 201", async ({ running, admin }) => {
  const first = await admin.post("/api/setup/assign", fullLane);
  const before = storedIn(running);
  running.clock.advance(60_000);
  const again = await admin.post("/api/setup/assign", fullLane);
  assert.deepEqual([again.status, again.body], [201, first.body]);
  assert.deepEqual(storedIn(running), before);
});

setup("an assignment merges by category, and null takes a device off", async ({ running, admin }) => {
  await admin.post("/api/setup/assign", fullLane);
  const merged = await admin.post("/api/setup/assign", {
    lane: "exit-1",
    devices: { camera: simulated, reader: null, printer: null },
  });
  assert.equal(merged.status, 201);
  assert.deepEqual(Object.keys(merged.body.devices), ["access", "camera"]);
  assert.equal(merged.body.devices.access.config.openMs, 4000);
  assert.deepEqual(
    previewAssignments(running.booth, [{ lane: "exit-1", devices: { reader: null } }]),
    [],
    "what is not there cannot be taken off",
  );
  assert.deepEqual(recorded(running, "device_unassign"), [{ lane: "exit-1", category: "reader", driver: "simulated" }]);
});

setup("a lane is renamed and turned round by assigning it again, which is recorded", async ({ running, admin }) => {
  await admin.post("/api/setup/assign", fullLane);
  const { body } = await admin.post("/api/setup/assign", { lane: "exit-1", name: "North exit", direction: "both" });
  assert.deepEqual([body.name, body.direction], ["North exit", "both"]);
  assert.deepEqual(recorded(running, "site_change"), [
    {
      before: { lane: "exit-1", name: "exit-1", direction: "exit" },
      after: { lane: "exit-1", name: "North exit", direction: "both" },
    },
  ]);
});

setup("new lanes line up in the order they come", async ({ admin }) => {
  for (const lane of ["b", "a", "c"])
    await admin.post("/api/setup/assign", { lane, direction: "entry", devices: { access: simulated } });
  const { body } = await admin.get("/api/setup/state");
  assert.deepEqual(
    body.lanes.map((lane: { lane: string; position: number }) => [lane.lane, lane.position]),
    [
      ["b", 1],
      ["a", 2],
      ["c", 3],
    ],
  );
});

setup("an unknown driver is 400 unknown_driver, and nothing is stored", async ({ running, admin }) => {
  const before = storedIn(running);
  const { status, body } = await admin.post("/api/setup/assign", {
    ...fullLane,
    devices: { ...fullLane.devices, camera: { driver: "no-such-camera", config: {} } },
  });
  assert.deepEqual([status, body.error], [400, "unknown_driver"]);
  assert.deepEqual(
    body.details.map(({ path }: { path: string }) => path),
    ["devices.camera.driver"],
  );
  const otherKind = await admin.post("/api/setup/assign", {
    ...fullLane,
    devices: { access: { driver: "wiegand", config: {} } },
  });
  assert.equal(otherKind.body.error, "unknown_driver");
  assert.deepEqual(storedIn(running), before);
});

setup("a wrong config is 400 with one detail for each field, and nothing is stored", async ({ running, admin }) => {
  const before = storedIn(running);
  const devices = {
    access: { driver: "simulated", config: { openMs: -1, answers: "maybe", volts: 12 } },
    reader: simulated,
    camera: { driver: "simulated", config: { scene: "moon" } },
  };
  const { status, body } = await admin.post("/api/setup/assign", { ...fullLane, devices });
  assert.deepEqual([status, body.error], [400, "invalid_input"]);
  assert.deepEqual(body.details.map(({ path }: { path: string }) => path).sort(), [
    "devices.access.config.answers",
    "devices.access.config.openMs",
    "devices.access.config.volts",
    "devices.camera.config.scene",
  ]);
  assert.deepEqual(storedIn(running), before);
});

setup("a new lane needs its direction, and a body only the members of an assignment", async ({ running, admin }) => {
  const before = storedIn(running);
  const { status, body } = await admin.post("/api/setup/assign", { lane: "exit-1", devices: { access: simulated } });
  assert.deepEqual([status, body.error, body.details[0].path], [400, "invalid_input", "direction"]);
  for (const wrong of [
    { ...fullLane, lane: "../x" },
    { ...fullLane, direction: "up" },
    { ...fullLane, colour: 1 },
    { ...fullLane, devices: { gate: simulated } },
    { ...fullLane, devices: { access: "simulated" } },
  ]) {
    const refused = await admin.post("/api/setup/assign", wrong);
    assert.deepEqual([refused.status, refused.body.error], [400, "invalid_input"]);
  }
  assert.deepEqual(storedIn(running), before);
});

setup("assigning wants a sign-in, the CSRF header and the administrator's role", async ({ running, admin }) => {
  const before = storedIn(running);
  const operator = await running.signIn("operator");
  const routes = [
    ["POST", "assign"],
    ["POST", "test"],
    ["POST", "complete"],
    ["GET", "state"],
    ["GET", "lanes/exit-1"],
  ] as const;
  for (const [method, name] of routes) {
    const path = `/api/setup/${name}`;
    const body = method === "POST" ? fullLane : undefined;
    assert.equal((await running.anonymous.request(method, path, body)).status, 401, path);
    assert.deepEqual(
      await operator.request(method, path, body).then(({ status, body: { error } }) => [status, error]),
      [403, "forbidden"],
      path,
    );
    if (method === "GET") continue;
    const bare = await admin.request(method, path, body, { "x-csrf-token": "" });
    assert.deepEqual([bare.status, bare.body.error], [403, "csrf_mismatch"], path);
  }
  const signIns = storedIn(running);
  assert.deepEqual((signIns as unknown[]).slice(0, 3), (before as unknown[]).slice(0, 3));
});

setup(
  "a lane has its place among the others, moves at a word, and the move is recorded",
  async ({ running, admin }) => {
    const lane = (id: string, more = {}) => admin.post("/api/setup/assign", { lane: id, direction: "exit", ...more });
    await lane("exit-1");
    assert.equal((await lane("exit-2")).body.position, 2);
    assert.equal((await lane("exit-2", { position: 9 })).body.position, 9);
    assert.equal((await lane("exit-2")).body.position, 9);
    await lane("exit-1", { position: 10 });
    const state = (await admin.get("/api/setup/state")).body;
    assert.deepEqual(
      state.lanes.map((each: { lane: string }) => each.lane),
      ["exit-2", "exit-1"],
    );
    assert.equal(recorded(running, "site_change").length, 2);
    const wrong = await lane("exit-1", { position: 0 });
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, "position"]);
  },
);

setup("what was changed on sight of an older state is refused with how the lane stands now", async ({ admin }) => {
  const first = await admin.post("/api/setup/assign", fullLane);
  const seen = await admin.get("/api/setup/lanes/exit-1");
  assert.deepEqual([seen.headers.get("etag"), seen.body], [first.headers.get("etag"), first.body]);
  const ifMatch = { "if-match": seen.headers.get("etag") ?? "" };
  const theirs = await admin.post("/api/setup/assign", { lane: "exit-1", name: "Theirs" }, ifMatch);
  assert.equal(theirs.status, 201);
  const mine = await admin.post("/api/setup/assign", { lane: "exit-1", devices: { camera: simulated } }, ifMatch);
  assert.deepEqual([mine.status, mine.body.error, mine.body.current], [412, "changed_meanwhile", theirs.body]);
  const now = { "if-match": theirs.headers.get("etag") ?? "" };
  assert.equal(
    (await admin.post("/api/setup/assign", { lane: "exit-1", devices: { camera: simulated } }, now)).status,
    201,
  );
  assert.equal((await admin.get("/api/setup/lanes/nowhere")).status, 404);
});

setup("taking a device off on sight of an older state is refused, and the device stays", async ({ admin }) => {
  const seen = { "if-match": (await admin.post("/api/setup/assign", fullLane)).headers.get("etag") ?? "" };
  const theirs = await admin.post("/api/setup/assign", { lane: "exit-1", devices: { printer: simulated } });
  const off = { lane: "exit-1", devices: { reader: null } };
  const refused = await admin.post("/api/setup/assign", off, seen);
  assert.deepEqual([refused.status, refused.body.error, refused.body.current], [412, "changed_meanwhile", theirs.body]);
  const now = { "if-match": theirs.headers.get("etag") ?? "" };
  const done = await admin.post("/api/setup/assign", off, now);
  assert.deepEqual([done.status, Object.keys(done.body.devices)], [201, ["access", "printer"]]);
});

setup("of two people who add a lane of one id, the second is told that it is there by now", async ({ admin }) => {
  const add = (name: string, header: Record<string, string>) =>
    admin.post("/api/setup/assign", { lane: "exit-1", direction: "exit", name }, header);
  const state = await admin.get("/api/setup/state");
  const seen = { "if-match": state.headers.get("etag") ?? "" };
  const answers = await Promise.all(["Mine", "Yours"].map((name) => add(name, { "if-none-match": "*" })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 412]);
  const [made, refused] = answers.sort((a, b) => a.status - b.status);
  assert.deepEqual([refused!.body.error, refused!.body.current], ["changed_meanwhile", made!.body]);
  assert.match(refused!.body.message, /there is a lane "exit-1" by now/);
  const late = await add("Late", seen);
  assert.deepEqual([late.status, late.body.current], [412, made!.body], "the tag of the whole state does as well");
  const next = { "if-match": (await admin.get("/api/setup/state")).headers.get("etag") ?? "" };
  const another = await admin.post("/api/setup/assign", { lane: "exit-2", direction: "exit" }, next);
  assert.equal(another.status, 201);
  const nowhere = await admin.post("/api/setup/assign", { lane: "exit-3", direction: "exit" }, { "if-match": "*" });
  assert.deepEqual([nowhere.status, nowhere.body.current], [412, null]);
});

setup("setup is complete once each lane has its access, and a reader or a camera", async ({ running, admin }) => {
  const complete = () => admin.post("/api/setup/complete");
  const refusedPaths = async () => {
    const { status, body } = await complete();
    assert.deepEqual([status, body.error], [409, "setup_incomplete"]);
    return body.details.map(({ path }: { path: string }) => path);
  };
  assert.deepEqual(await refusedPaths(), ["lanes"]);
  await admin.post("/api/setup/assign", { lane: "exit-1", direction: "exit", devices: { printer: simulated } });
  assert.deepEqual(await refusedPaths(), ["lanes.exit-1.access", "lanes.exit-1.reader"]);
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { access: simulated } });
  assert.deepEqual(await refusedPaths(), ["lanes.exit-1.reader"]);
  assert.deepEqual((await admin.get("/api/setup/state")).body.missing, [
    { lane: "exit-1", message: "has neither a reader nor a camera" },
  ]);
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { camera: simulated } });

  const state = (await admin.get("/api/setup/state")).body;
  assert.deepEqual([state.completed, state.completedAt, state.missing], [false, null, []]);
  const done = await complete();
  assert.deepEqual([done.status, done.body.completed, done.body.completedAt], [200, true, "2026-11-20T12:00:00.000Z"]);
  running.clock.advance(60_000);
  const again = await complete();
  assert.deepEqual([again.status, again.body], [200, done.body]);
  assert.deepEqual((await admin.get("/api/setup/state")).body, done.body);
  assert.deepEqual(recorded(running, "setup_complete"), [{ lanes: ["exit-1"] }]);
  await admin.post("/api/setup/assign", { lane: "entry-9", direction: "entry", devices: {} });
  assert.deepEqual(await refusedPaths(), ["lanes.entry-9.access", "lanes.entry-9.reader"], "one that came later too");
  assert.equal(recorded(running, "setup_complete").length, 1);
});

setup.run();
