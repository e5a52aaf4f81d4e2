import assert from "node:assert/strict";
import { join } from "node:path";
import { suite } from "uvu";
import { openDb } from "../common/node/db.ts";
import { type Answer, type Client, openClient, TEST_KEYS } from "./helpers/booth.ts";
import { type CliBench, openCliBench, type Running } from "./helpers/cli.ts";
import { cookieHeader, LIVE_ORIGIN, upgradeStatus } from "./helpers/live.ts";
import { samplesIn } from "./helpers/samples.ts";
import { until } from "./helpers/until.ts";

const test = suite<{ bench: CliBench }>("request log");

test.before.each(async (context) => {
  context.bench = openCliBench();
  await context.bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
});

test.after.each(({ bench }) => {
  bench.close();
});

interface Line {
  level: number;
  msg: string;
  requestId?: string;
  method?: string;
  route?: string;
  status?: number;
  ms?: number;
  origin?: string;
  count?: number;
}

const linesOf = (running: Running): Line[] =>
  running
    .said()
    .stderr.split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line);

async function serve(bench: CliBench, env: Record<string, string> = {}): Promise<{ running: Running; url: string }> {
  const running = bench.start(["serve"], { COOKIE_SECURE: "0", ...env });
  const address = () => /"url":"([^"]+)"/.exec(running.said().stderr)?.[1];
  await until(() => address() !== undefined, "the booth to open", 20_000);
  return { running, url: address() ?? "" };
}

async function stop(running: Running): Promise<void> {
  running.child.kill("SIGTERM");
  await running.ended;
}

const idOf = (answer: Answer) => answer.headers.get("x-request-id");

const SECRETS = [
  "admin-pass",
  "a-wrong-pass",
  "maria-pass-word",
  "camera-secret",
  "LOG482BD",
  "Ms Holder",
  "card-9931",
];

/** A morning at a booth in which plates, names, passwords and cards come by, and some requests go wrong. */
async function liveThrough(url: string): Promise<{ answers: Answer[]; admin: Client }> {
  const admin = openClient(url);
  const answers: Answer[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await admin.request(method, path, body);
    answers.push(answer);
    return answer;
  };
  await ask("POST", "/api/auth/login", { username: "admin", password: "admin-pass" });
  const camera = {
    driver: "camera-http",
    config: { address: "http://127.0.0.1:9/x.jpg", user: "u", password: "camera-secret" },
  };
  const simulated = { driver: "simulated", config: {} };
  await ask("POST", "/api/setup/assign", {
    lane: "entry-1",
    direction: "entry",
    devices: { access: simulated, reader: simulated, camera },
  });
  const person = { displayName: "Maria", roleId: "cashier", language: "en" };
  await ask("POST", "/api/users", { ...person, username: "maria-lopez", password: "maria-pass-word" });
  const term = { validFrom: "2026-01-01", validTo: "2999-12-31" };
  const holder = { holder: "Ms Holder", plates: ["LOG482BD"], credentials: ["card-9931"], carsInside: 1, ...term };
  await ask("POST", "/api/subscriptions", { ...holder, status: "active", antiPassback: "off" });
  const anonymous = openClient(url);
  answers.push(await anonymous.post("/api/auth/login", { username: "maria-lopez", password: "a-wrong-pass" }));
  answers.push(await anonymous.post("/api/ingress/camera/entry-1", { plate: "LOG482BD", confidence: 0.9 }));
  answers.push(await anonymous.post("/api/ingress/reader/entry-1", { credential: "card-9931" }));
  await ask("GET", "/api/sessions?q=LOG482BD");
  await ask("GET", "/api/nothing/LOG482BD");
  await ask("PUT", "/api/nothing", "{not json");
  await ask("POST", "/api/sessions", { plate: "LOG482BD", vehicleClass: "no such", reason: "Ms Holder" });
  const statuses = [200, 201, 201, 201, 401, 202, 202, 200, 404, 404, 400];
  assert.deepEqual(
    answers.map(({ status }) => status),
    statuses,
    answers.map(({ text }) => text).join("\n"),
  );
  return { answers, admin };
}

test("each answer's id is in one line of the log, with route, status and time", async ({ bench }) => {
  const { running, url } = await serve(bench);
  const { answers } = await liveThrough(url);
  await stop(running);
  const lines = linesOf(running).filter(({ msg }) => msg === "request");
  for (const answer of answers) {
    const own = lines.filter(({ requestId }) => requestId === idOf(answer));
    assert.equal(own.length, 1, `${answer.status} ${answer.text}`);
    assert.equal(own[0]?.status, answer.status);
    assert.ok((own[0]?.ms ?? -1) >= 0);
    if (answer.status >= 400) assert.equal(answer.body.requestId, own[0]?.requestId);
  }
  assert.ok(lines.some(({ route, method }) => route === "/api/sessions" && method === "GET"));
  assert.ok(lines.some(({ route, status }) => route === "none" && status === 404));
});

test("a session's log holds no plate, name, card, password, cookie or key", async ({ bench }) => {
  const { running, url } = await serve(bench, { LOG_LEVEL: "trace" });
  const { admin } = await liveThrough(url);
  await stop(running);
  const { stderr } = running.said();
  assert.ok(linesOf(running).length > 10);
  for (const secret of [...SECRETS, "maria-lopez", ...admin.cookies.values(), ...Object.values(TEST_KEYS)])
    assert.ok(!stderr.toLowerCase().includes(secret.toLowerCase()), `the log holds ${secret}`);
});

test("a refused socket is in the log by the id that its answer carries", async ({ bench }) => {
  const { running, url } = await serve(bench);
  const { status, body } = await upgradeStatus(url, "", { origin: "http://elsewhere.test" });
  assert.equal(status, 403);
  await stop(running);
  const line = linesOf(running).find(({ route }) => route === "/api/live");
  assert.deepEqual([line?.status, line?.requestId], [403, (JSON.parse(body) as { requestId: string }).requestId]);
  assert.equal(line?.origin, "http://elsewhere.test");
});

/** Somebody who is signed in at a booth, as they ask for a socket. */
async function visitorAt(url: string): Promise<Record<string, string>> {
  const admin = openClient(url);
  assert.equal((await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" })).status, 200);
  return { origin: LIVE_ORIGIN, cookie: cookieHeader(admin) };
}

test("a socket that was let in carries an id, by which the log tells when it came and went", async ({ bench }) => {
  const { running, url } = await serve(bench, { WS_ALLOWED_ORIGINS: LIVE_ORIGIN });
  const visitor = await visitorAt(url);
  const { status, requestId } = await upgradeStatus(url, "", visitor);
  assert.equal(status, 101);
  const told = () => linesOf(running).filter((line) => line.requestId === requestId);
  await until(() => told().length === 2, "the socket's end in the log");
  assert.deepEqual(
    told().map(({ msg, route, status }) => [msg, route, status]),
    [
      ["request", "/api/live", 101],
      ["live feed ended", undefined, undefined],
    ],
  );
  await stop(running);
});

test("a fault of the booth at the live feed's door is in the log as an error, with its cause", async ({ bench }) => {
  const { running, url } = await serve(bench, { WS_ALLOWED_ORIGINS: LIVE_ORIGIN });
  const visitor = await visitorAt(url);
  const db = openDb(join(bench.dataDir, "booth.db"));
  db.exec("ALTER TABLE users RENAME TO elsewhere");
  const { status, body, requestId } = await upgradeStatus(url, "", visitor);
  db.exec("ALTER TABLE elsewhere RENAME TO users");
  db.close();
  await stop(running);
  assert.equal(status, 500);
  assert.ok(!body.includes("table"), body);
  const told = linesOf(running).filter((line) => line.requestId === requestId);
  assert.deepEqual(
    told.map(({ level, msg }) => [level, msg]),
    [
      [50, "a request failed"],
      [50, "request"],
    ],
  );
  assert.match(JSON.stringify(told[0]), /no such table/);
});

test("what a flood of reads is refused is one count, told as it begins and as it goes on", async ({ bench }) => {
  const { running, url } = await serve(bench);
  const device = openClient(url);
  let refused = 0;
  const flood = async () => {
    const answers = await Promise.all(
      Array.from({ length: 150 }, () => device.post("/api/ingress/presence/nowhere", { present: true })),
    );
    refused += answers.filter(({ status }) => status === 429).length;
    return refused > 0;
  };
  await until(flood, "a read to be turned away", 20_000);
  const samples = samplesIn(await device.get("/metrics"));
  await stop(running);
  assert.equal(samples.get("booth_ingress_rejected_total"), refused);
  const lines = linesOf(running).filter(({ msg }) => /turned away/.test(msg));
  assert.match(lines[0]?.msg ?? "", /more reads come than/);
  assert.equal(
    lines.reduce((sum, { count = 0 }) => sum + count, 0),
    refused,
  );
  assert.ok(lines.length <= 4, `${lines.length} lines for ${refused} reads`);
});

test("probes stay out of the usual log, and LOG_LEVEL says how much is told", async ({ bench }) => {
  const usual = await serve(bench);
  await openClient(usual.url).get("/healthz");
  await stop(usual.running);
  assert.ok(!usual.running.said().stderr.includes("/healthz"));
  const chatty = await serve(bench, { LOG_LEVEL: "debug" });
  await openClient(chatty.url).get("/healthz");
  await stop(chatty.running);
  assert.ok(linesOf(chatty.running).some(({ route }) => route === "/healthz"));
  const quiet = bench.start(["serve"], { LOG_LEVEL: "error", PORT: "0" });
  await until(async () => (await bench.run(["status"])).stdout.includes("answers at"), "the booth to answer", 20_000);
  await stop(quiet);
  assert.equal(quiet.said().stderr, "");
});

test("LOG_FORMAT=text writes lines for people", async ({ bench }) => {
  const running = bench.start(["serve"], { LOG_FORMAT: "text" });
  await until(() => running.said().stderr.includes("the booth is open"), "the booth to open", 20_000);
  await stop(running);
  assert.match(running.said().stderr, /^\d{4}-\d\d-\d\dT[\d:.]+Z \[migrate\] done/m);
});

test.run();
