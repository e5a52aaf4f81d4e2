import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { suite } from "uvu";
import { planTraffic } from "../bin/demo/plan.ts";
import { withSubscribers } from "../bin/demo/subscribers.ts";
import type { NextItems } from "../common/api/collector.ts";
import type { Lane } from "../common/api/lanes.ts";
import { type Client, openClient } from "./helpers/booth.ts";
import { basic } from "./helpers/collector.ts";
import { until } from "./helpers/until.ts";

const demo = suite("demo");
const COUNT = 2000;

const plan = (seed: number) => {
  const traffic = planTraffic(seed);
  return Array.from({ length: COUNT }, () => traffic.next().value);
};

demo("plans the same cars for the same seed, and others for another", () => {
  assert.deepEqual(plan(7), plan(7));
  assert.notDeepEqual(plan(7).slice(0, 10), plan(8).slice(0, 10));
});

demo(
  "plans no two plates that a camera could take for each other, and misreads in one character that looks alike",
  () => {
    const cars = plan(7);
    const shape = (plate: string) =>
      plate.replace(/O/g, "0").replace(/I/g, "1").replace(/B/g, "8").replace(/S/g, "5").replace(/Z/g, "2");
    assert.equal(new Set(cars.map(({ plate }) => shape(plate))).size, COUNT);
    const misread = cars.filter((car) => car.misread !== null);
    assert.ok(misread.length > COUNT / 20 && misread.length < COUNT / 4);
    for (const { plate, misread: read } of misread) {
      assert.notEqual(read, plate);
      assert.equal(shape(read ?? ""), shape(plate));
    }
  },
);

demo("plans an entry every 20 to 40 seconds, and some who leave with their ticket", () => {
  const cars = plan(7);
  assert.ok(cars.every(({ entryPauseMs }) => entryPauseMs >= 20_000 && entryPauseMs <= 40_000));
  const withTicket = cars.filter(({ leavesBy }) => leavesBy === "ticket").length;
  assert.ok(withTicket > COUNT / 20 && withTicket < COUNT / 4);
});

demo(
  "plans a subscriber's car now and then, each in its turn, and never one that a camera could take for a visitor's",
  () => {
    const mixed = (seed: number) => {
      const cars = planTraffic(seed);
      const next = withSubscribers(() => cars.next().value);
      return Array.from({ length: 200 }, next);
    };
    assert.deepEqual(mixed(7), mixed(7));
    const subscribers = mixed(7).filter(({ plate }) => /^[A-Z]/.test(plate));
    assert.equal(subscribers.length, 40);
    assert.equal(new Set(subscribers.map(({ plate }) => plate)).size, 6);
    assert.ok(subscribers.every(({ leavesBy, misread }) => leavesBy === "plate" && misread === null));
    const withCards = subscribers.filter(({ card }) => card !== null);
    assert.equal(new Set(withCards.map(({ plate }) => plate)).size, 1);
  },
);

interface Running {
  child: ChildProcess;
  out(): string;
  err(): string;
  ended: Promise<number | null>;
}

function startDemo(port: number, collectorPort: number, ...flags: string[]): Running {
  const main = join(import.meta.dirname, "..", "bin", "boothctl.ts");
  const args = ["--import", import.meta.resolve("tsx"), main, "demo", ...flags];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PORT: String(port), COLLECTOR_PORT: String(collectorPort), LOG_LEVEL: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (text) => {
    out += String(text);
  });
  child.stderr.on("data", (text) => {
    err += String(text);
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  return { child, out: () => out, err: () => err, ended };
}

/** Runs boothctl with these settings alone, and answers its exit code. */
function boothctl(env: Record<string, string>, ...args: string[]): Promise<number | null> {
  const main = join(import.meta.dirname, "..", "bin", "boothctl");
  const child = spawn(process.execPath, [main, ...args], { env, stdio: "ignore" });
  return new Promise((resolve) => child.on("close", resolve));
}

async function assertSubscribers(cashier: Client): Promise<void> {
  const { items } = (await cashier.get("/api/subscriptions")).body;
  assert.deepEqual(
    items.map(({ status, plates }: { status: string; plates: string[] }) => `${status} ${plates.length}`).sort(),
    ["active 1", "active 1", "active 3", "blocked 1"],
  );
  const company = items.find(({ plates }: { plates: string[] }) => plates.length === 3);
  const inside = (await cashier.get("/api/sessions?state=open&limit=500")).body.items;
  assert.equal(
    inside.filter(({ subscriptionId }: { subscriptionId?: string }) => subscriptionId === company.id).length,
    2,
  );
}

async function assertRealDrivers(lanes: () => Promise<Lane[]>): Promise<void> {
  await until(async () => (await lanes()).every(({ state }) => state === "ready"), "all devices to be ready");
  const devices = (await lanes()).flatMap((lane) => lane.devices);
  assert.deepEqual(
    devices.map(({ driver }) => driver),
    ["relay-modbus", "wiegand", "camera-http", "relay-modbus", "tcp-ip", "camera-onvif", "escpos-tcp"],
  );
  assert.ok(devices.every(({ simulated }) => simulated));
}

interface Beside {
  url: string;
  reviewer: { username: string; password: string };
  dataDir: string;
}

/** Labels what the demo's booth sent to the collector beside it: a washed car's picture, and a sampled entry's. */
async function labelOfEach({ url, reviewer: { username, password }, dataDir }: Beside): Promise<void> {
  const { origin, pathname } = new URL(url);
  assert.equal(pathname, "/review");
  const client = openClient(origin);
  const authorization = basic(username, password);
  const page = await client.get("/review", { authorization });
  assert.deepEqual([page.status, (await client.get("/review")).status], [200, 401]);
  for (const kind of ["wash", "entry"] as const) {
    const path = `/api/next?client=a-newcomer&kind=${kind}`;
    const next = async () => (await client.get(path, { authorization })).body as NextItems;
    await until(async () => (await next()).items.length > 0, `the first picture of the kind ${kind}`, 20_000);
    const [item] = (await next()).items;
    assert.deepEqual([item?.boothId, item?.kind], ["demo", kind]);
    const crop = await client.get(item?.crop ?? "", { authorization });
    assert.equal(crop.headers.get("content-type"), "image/jpeg");
    const verdict = { verdict: item?.cameraClass ?? "other", client: "a-newcomer" };
    const given = await client.post(`/api/items/demo/${item?.itemId}/verdict`, verdict, { authorization });
    assert.deepEqual([given.status, given.body.item.state], [200, "reviewed"]);
  }
  const env = { PATH: process.env.PATH ?? "", DATA_DIR: dataDir };
  assert.equal(await boothctl(env, "collector", "stats"), 0);
}

demo("shows a newcomer a car at the exit soon, and ends within two seconds without a trace", async () => {
  const running = startDemo(0, 0, "--json", "--seed", "7", "--rate", "4x");
  try {
    await until(() => running.out().trimEnd().endsWith("}"), "the address and the sign-ins", 20_000);
    const { url, people, dataDir, papers, environment, collector } = JSON.parse(running.out()) as {
      url: string;
      collector: Beside;
      dataDir: string;
      papers: string;
      environment: Record<string, string>;
      people: { username: string; password: string }[];
    };
    assert.deepEqual(people.map(({ username }) => username).sort(), ["admin", "cashier", "operator", "readonly"]);
    const cashier = openClient(url);
    const { password } = people.find(({ username }) => username === "cashier") ?? { password: "" };
    assert.equal((await cashier.post("/api/auth/login", { username: "cashier", password })).status, 200);
    assert.equal((await cashier.get("/api/hello")).body.demo, true);
    await assertSubscribers(cashier);
    const lanes = async () => (await cashier.get("/api/lanes")).body.items as Lane[];
    const exitLane = async () => (await lanes()).find(({ id }) => id === "exit-1");
    await assertRealDrivers(lanes);
    await until(async () => (await exitLane())?.waiting?.state === "due", "a car at the exit that owes money", 12_000);
    const quote = (await exitLane())?.waiting?.quote;
    const picture = (await exitLane())?.pictureAt;
    const shown = await cashier.get(`/api/lanes/exit-1/picture?at=${encodeURIComponent(picture ?? "")}`);
    assert.equal(shown.headers.get("content-type"), "image/jpeg");
    assert.ok(quote && quote.amount >= 100 && quote.amount <= 2000, `a fee of ${quote?.amount}`);
    await cashier.post("/api/shifts", { float: 10_000 });
    const payment = {
      sessionId: quote.sessionId,
      quotedAt: quote.quotedAt,
      amount: quote.amount,
      method: "card",
      lane: "exit-1",
    };
    const paid = await cashier.post("/api/payments", payment);
    assert.equal(paid.status, 201);
    await until(async () => (await exitLane())?.barrier === "open", "the arm to be up");
    assert.equal((await cashier.post(`/api/payments/${paid.body.id}/receipt`, { original: true })).status, 201);
    await until(() => readdirSync(papers).length === 1, "the receipt to be printed");
    assert.match(readFileSync(join(papers, "0001.txt"), "utf8"), /^ *Harbour Street\n/);
    await until(async () => (await exitLane())?.waiting === null, "the car to have driven off", 10_000);
    const beside = await boothctl(environment, "subscriptions", "block", "M4471KX", "--reason", "card lost");
    assert.equal(beside, 0, "boothctl changes the demo from another terminal");
    assert.equal(await boothctl(environment, "review", "flush"), 0, "boothctl knows the collector, too");
    await labelOfEach(collector);
    for (const { password: secret } of [...people, collector.reviewer])
      assert.equal(running.err().includes(secret), false);
    const askedAt = performance.now();
    running.child.kill("SIGINT");
    assert.equal(await running.ended, 0);
    assert.ok(performance.now() - askedAt < 2000);
    assert.equal(existsSync(dataDir), false);
    assert.equal(running.err(), "");
  } finally {
    running.child.kill("SIGKILL");
  }
});

demo("says in one sentence that its port is taken, or the collector's", async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  try {
    for (const [own, beside] of [
      [port, 0],
      [0, port],
    ] as const) {
      const running = startDemo(own, beside);
      assert.equal(await running.ended, 10);
      assert.match(running.err(), new RegExp(`^✗ Port ${port} is taken by another program on this host\\.\\n`));
      assert.match(running.err(), own === 0 ? / COLLECTOR_PORT=8090 npm start/ : / PORT=8080 npm start/);
      assert.equal(running.out(), "");
    }
  } finally {
    server.close();
  }
});

demo.run();
