import assert from "node:assert/strict";
import { connect } from "node:net";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "./helpers/booth.ts";
import { cookieHeader, LIVE_ORIGIN, upgradeStatus } from "./helpers/live.ts";

const door = suite("the live feed's door");

let here: TestBooth;
door.before.each(async () => {
  here = await startBooth();
});
door.after.each(async () => {
  await here.close();
});

door("asks where a page comes from before it asks who is there", async () => {
  const admin = await here.signIn("admin");
  const cookie = cookieHeader(admin);
  const statusOf = async (headers: Record<string, string>) => (await upgradeStatus(here.url, "", headers)).status;
  assert.equal(await statusOf({}), 403);
  assert.equal(await statusOf({ cookie }), 403);
  assert.equal(await statusOf({ cookie, origin: "https://elsewhere.example" }), 403);
  assert.equal(await statusOf({ cookie, origin: `${LIVE_ORIGIN}/` }), 403);
  assert.equal(await statusOf({ cookie, origin: "http://127.0.0.1", host: "127.0.0.1" }), 403);
  assert.equal(await statusOf({ origin: LIVE_ORIGIN }), 401);
  assert.equal(await statusOf({ origin: LIVE_ORIGIN, cookie: "parking_token=forged" }), 401);
  assert.equal(await statusOf({ origin: LIVE_ORIGIN, cookie }), 101);
});

door("lets a desktop shell in that shows files, where it is named, and no page without an origin", async () => {
  const shell = await startBooth({ env: { WS_ALLOWED_ORIGINS: "https://booth.test, file://" } });
  try {
    const cookie = cookieHeader(await shell.signIn("admin"));
    const statusOf = async (origin: string) => (await upgradeStatus(shell.url, "", { cookie, origin })).status;
    assert.equal(await statusOf("file://"), 101);
    assert.equal(await statusOf("file:///"), 403);
    assert.equal(await statusOf("null"), 403);
  } finally {
    await shell.close();
  }
});

door("says why it turns somebody away in the shape of every refusal", async () => {
  const { body } = await upgradeStatus(here.url, "", { origin: "https://elsewhere.example" });
  const { error, message, requestId } = JSON.parse(body) as Record<string, string>;
  assert.equal(error, "origin_refused");
  assert.ok(message && requestId);
});

/** Asks for a socket with a target and headers as they stand on the wire. */
function askFor(target: string, ...headers: string[]): Promise<string> {
  const { port } = new URL(here.url);
  const lines = [`GET ${target} HTTP/1.1`, "Host: x", "Connection: Upgrade", "Upgrade: websocket", ...headers];
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
    });
    socket.on("data", (chunk) => resolve(String(chunk)));
  });
}

door("turns away a handshake that is none in the shape of every refusal", async () => {
  const cookie = cookieHeader(await here.signIn("admin"));
  const answer = await askFor("/api/live", `Origin: ${LIVE_ORIGIN}`, `Cookie: ${cookie}`);
  assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
  const id = /^X-Request-Id: ([0-9a-f-]{36})\r$/m.exec(answer)?.[1];
  const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as Record<string, string>;
  assert.deepEqual([body.error, body.requestId], ["invalid_input", id]);
});

door("survives a request for a socket that is no address", async () => {
  const answer = await askFor("//");
  assert.match(answer, /^HTTP\/1\.1 404 Not Found\r\n/);
  assert.equal((await here.anonymous.get("/healthz")).status, 200);
});

door("refuses a cursor that is no number, and a request that asks for no socket, in this order", async () => {
  const admin = await here.signIn("admin");
  const headers = { cookie: cookieHeader(admin), origin: LIVE_ORIGIN };
  for (const after of ["-1", "1.5", "abc", ""]) {
    const { status, body } = await upgradeStatus(here.url, `?after=${after}`, headers);
    assert.deepEqual([status, JSON.parse(body).details[0].path], [400, "after"], after);
  }
  assert.equal((await here.anonymous.get("/api/live")).body.error, "origin_refused");
  assert.equal((await here.anonymous.get("/api/live", { origin: LIVE_ORIGIN })).body.error, "unauthenticated");
  assert.equal((await admin.get("/api/live", { origin: LIVE_ORIGIN })).body.error, "invalid_input");
});

door.run();
