import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import type { SignInWay } from "../bin/demo/hardware/doorkeeper.ts";
import { type RelayHardware, startRelayBoard } from "../bin/demo/hardware/relay.ts";
import type { DriverParts } from "../daemon/devices/define-driver.ts";
import { relayHttp } from "../daemon/devices/drivers/relay-http.ts";
import { readStatus } from "../daemon/devices/http/status-text.ts";
import { conformanceOf } from "./helpers/driver-conformance.ts";
import { openForTest } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

const ends: (() => Promise<void>)[] = [];
const relayHttpTests = suite("relay-http");
relayHttpTests.after.each(async () => {
  for (const end of ends.splice(0)) await end();
});

async function startHardware(signIn: SignInWay = "digest-sha256"): Promise<RelayHardware> {
  const board = await startRelayBoard({ port: 0, user: "booth", password: "s3cret", signIn });
  ends.push(board.close);
  return board;
}

type Given = Record<string, string | number | boolean>;
const STATUS = { statusPath: "/status", statusPointer: "/relays/0/ison" };

function openBoard({ port }: RelayHardware, given: Given = {}, parts: Partial<DriverParts> = {}) {
  const settings = {
    address: `http://127.0.0.1:${port}/`,
    user: "booth",
    password: "s3cret",
    onPath: "/relay?turn=on",
    offPath: "/relay?turn=off",
    pulseMs: 60,
    checkMs: 200,
    ...given,
  };
  const opened = openForTest(relayHttp, settings, parts);
  ends.push(() => opened.device.close());
  return opened;
}

/** Waits for the `off` at the start, at a board without sign-in. */
const settled = (board: RelayHardware) =>
  until(() => board.asked.some(({ target }) => target.includes("off")), "the first off");

conformanceOf("relay-http", {
  tests: relayHttpTests,
  hardware: () => startRelayBoard({ port: 0, user: "booth", password: "s3cret", signIn: "digest-md5" }),
  open: (board, parts) => openBoard(board, STATUS, parts).device,
  async act(device, board) {
    const before = board.history.length;
    await device.signal("open");
    await until(() => board.history.length >= before + 2 && !board.isOn(), "the pulse to end");
  },
  actDead: (device) => assert.rejects(device.signal("open"), /nothing answers at this port/),
  stateOf: ({ history }) => history,
  connectsEachTime: true,
  secrets: ["s3cret"],
});

for (const signIn of ["none", "basic", "digest-md5"] as const)
  relayHttpTests(`a pulse is on and off, at a board whose sign-in is ${signIn}`, async () => {
    const board = await startHardware(signIn);
    const { device } = openBoard(board, { method: "GET" });
    await device.signal("open");
    assert.equal(board.isOn(), true);
    await until(() => !board.isOn(), "off again");
    assert.deepEqual(board.history, [false, true, false]);
    assert.equal(device.barrier(), "unknown", "a relay carries intent and reports no barrier");
    assert.equal(device.status().state, "ready");
  });

relayHttpTests("POST sends its body, with the pulse's length filled in, and the board ends the pulse", async () => {
  const board = await startHardware();
  const body = { pulsePath: "/relay", pulseBody: "pulse={ms}", offPath: "/relay", offBody: "turn=off" };
  const { device } = openBoard(board, { method: "POST", ...body });
  await device.signal("open");
  assert.equal(board.isOn(), true);
  await until(() => !board.isOn(), "off again");
  const pulse = board.asked.find(({ body: sent, headers }) => sent === "pulse=60" && headers.authorization);
  assert.equal(pulse?.headers["content-type"], "application/x-www-form-urlencoded");
});

relayHttpTests("a hold stays through an open, until it is released or closed", async () => {
  const board = await startHardware();
  const { device } = openBoard(board);
  for (const end of ["release", "close"] as const) {
    await device.signal("hold");
    await device.signal("open");
    assert.equal(board.isOn(), true);
    await device.signal(end);
    assert.equal(board.isOn(), false);
  }
  assert.deepEqual(board.history, [false, true, false, true, false]);
});

relayHttpTests("a board that dies in the middle of a pulse is switched off first thing when it is back", async () => {
  const board = await startHardware("none");
  const { device } = openBoard(board);
  await settled(board);
  await device.signal("open");
  await board.setDead(true);
  assert.equal(board.isOn(), true, "the relay stuck on");
  await until(() => device.status().state !== "ready", "trouble is shown");
  await board.setDead(false);
  await until(() => !board.isOn(), "off");
  await until(() => device.status().state === "ready", "ready again");
});

relayHttpTests("an on whose answer is lost is followed by an off all the same", async () => {
  const board = await startHardware("none");
  const { device } = openBoard(board, { deadlineMs: 100, checkMs: 60_000 });
  await settled(board);
  board.setSlow(300);
  await assert.rejects(device.signal("open"), /no answer in time/);
  assert.equal(device.status().state, "offline");
  board.setSlow(0);
  await until(() => board.history.length === 3 && !board.isOn(), "on, late, and off");
});

relayHttpTests("a relay that is found on though nobody holds it is switched off", async () => {
  const board = await startHardware("none");
  board.force(true);
  const { device } = openBoard(board, STATUS);
  await until(() => !board.isOn(), "off at the start");
  board.force(true);
  await until(() => !board.isOn(), "off again");
  await device.signal("hold");
  board.force(false);
  await until(() => board.isOn(), "held again after the board lost it");
});

relayHttpTests("a test switches nothing, neither at its start nor at its end, and says what it found", async () => {
  const board = await startHardware();
  board.force(true);
  const ask = (given: Given) => openBoard(board, given, { testing: true });
  const { device, transcript } = ask(STATUS);
  assert.match(await device.probe(), /^The board at 127\.0\.0\.1:\d+ says that the relay is on\.$/);
  assert.match(await ask({ ...STATUS, statusMeans: "arm" }).device.probe(), /says that the barrier is open\.$/);
  assert.match(await ask({ statusPath: "/state", statusOn: "relay0=ON" }).device.probe(), /relay is on\.$/);
  assert.match(await ask({}).device.probe(), /^Something answers at/);
  await assert.rejects(ask({ statusPath: "/nowhere" }).device.probe(), /answers 404 to \/nowhere/);
  const unread = { ...STATUS, statusPointer: "/relays/1/ison" };
  await assert.rejects(ask(unread).device.probe(), /neither on nor off/);
  await assert.rejects(ask({ password: "wr0ng" }).device.probe(), /refuses the user name or the password/);
  for (const end of ends.splice(1)) await end();
  assert.ok(!board.asked.some(({ target }) => target.includes("turn")));
  assert.equal(board.isOn(), true);
  assert.equal(transcript.length, 1);
  assert.doesNotMatch(transcript.join(), /s3cret/);
});

relayHttpTests("a device that is tested is not looked at beyond the test", async () => {
  const [board, neighbour] = [await startHardware("none"), await startHardware("none")];
  await openBoard(board, STATUS, { testing: true }).device.probe();
  openBoard(neighbour, STATUS);
  const looks = () => neighbour.asked.filter(({ target }) => target === "/status").length;
  await until(() => looks() >= 4, "a device that is open to be looked at for as long as several checks take");
  assert.equal(board.asked.length, 1);
});

relayHttpTests("where the status tells of the arm, the barrier is reported", async () => {
  const board = await startHardware("none");
  let seen = 0;
  const { device } = openBoard(board, { ...STATUS, statusMeans: "arm", pulseMs: 300 }, { onChange: () => seen++ });
  await until(() => device.barrier() === "closed", "closed");
  await device.signal("open");
  await until(() => device.barrier() === "open", "open");
  await until(() => device.barrier() === "closed", "closed again");
  await device.signal("hold");
  await until(() => device.barrier() === "held", "held");
  await board.setDead(true);
  await until(() => device.barrier() === "unknown", "unknown");
  assert.ok(seen > 4);
});

relayHttpTests("a dead, slow or babbling board rejects an intent in words", async () => {
  const board = await startHardware("none");
  const { device } = openBoard(board, { deadlineMs: 150, checkMs: 60_000 });
  await settled(board);
  board.setGarbage(true);
  await assert.rejects(device.signal("open"), /does not speak HTTP/);
  board.setGarbage(false);
  board.setSlow(10_000);
  await assert.rejects(device.signal("open"), /no answer in time|busy for too long/);
  await board.setDead(true);
  await assert.rejects(device.signal("open"), /nothing answers|broke the connection off|busy for too long/);
  assert.notEqual(device.status().state, "ready");
});

relayHttpTests("closing switches off what is on, once, and asks nothing of a board at rest", async () => {
  const board = await startHardware("none");
  const { device } = openBoard(board, { checkMs: 60_000 });
  await settled(board);
  await device.signal("hold");
  await device.close();
  assert.equal(board.isOn(), false);
  const asked = board.asked.length;
  await device.close();
  assert.equal(board.asked.length, asked);
});

relayHttpTests("a status is read by text or by JSON pointer (RFC 6901)", () => {
  const json = JSON.stringify({ a: [{ "b/c": true }, 7], "~": "on", nothing: null });
  const at = (pointer: string, on: string, off?: string) => readStatus(json, { pointer, on, off });
  assert.equal(at("/a/0/b~1c", "true"), true);
  assert.equal(at("/a/1", "7"), true);
  assert.equal(at("/a/1", "8"), false);
  assert.equal(at("/a/1", "8", "9"), null);
  assert.equal(at("/~0", "on"), true);
  for (const none of ["/b", "/nothing", "/a", "/a/0/b~1c/d", "/__proto__/a"]) assert.equal(at(none, "x"), null, none);
  assert.equal(readStatus("not json", { pointer: "/a", on: "x", off: undefined }), null);
  assert.equal(readStatus("R1=ON", { pointer: undefined, on: "ON", off: "OFF" }), true);
  assert.equal(readStatus("R1=OFF", { pointer: undefined, on: "ON", off: "OFF" }), false);
  assert.equal(readStatus("both ON and OFF", { pointer: undefined, on: "ON", off: "OFF" }), null);
  assert.equal(readStatus("", { pointer: undefined, on: "ON", off: undefined }), false);
  fc.assert(
    fc.property(fc.json(), fc.string(), (text, pointer) => {
      assert.ok([true, false, null].includes(readStatus(text, { pointer: `/${pointer}`, on: "1", off: "0" })));
    }),
  );
});

relayHttpTests("an intent under way or in line when the lane is closed leaves the relay off", async () => {
  const board = await startHardware("none");
  const { device } = openBoard(board, { checkMs: 600_000 });
  await settled(board);
  await until(() => device.status().state === "ready", "the first look to be over");
  const before = board.history.length;
  board.setSlow(300);
  const outcomes = Promise.allSettled([device.signal("open"), device.signal("hold")]);
  await until(() => board.asked.at(-1)?.target.includes("turn=on") ?? false, "the intent to reach the board");
  board.setSlow(0);
  await device.close();
  await outcomes;
  assert.equal(board.isOn(), false);
  assert.equal(board.history.at(-1), false);
  assert.ok(board.history.slice(before).filter((on) => on).length <= 1, "the one in line was not passed on");
});

relayHttpTests.run();
