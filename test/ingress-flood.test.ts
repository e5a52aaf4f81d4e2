import assert from "node:assert/strict";
import { connect } from "node:net";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "./helpers/booth.ts";

const flood = suite("ingress under a flood");

let here: TestBooth;
flood.before.each(async () => {
  here = await startBooth();
});
flood.after.each(async () => {
  await here.close();
});

const presence = async (lane: string) =>
  (await here.anonymous.post(`/api/ingress/presence/${lane}`, { present: true })).status;

/** Sends a presence to a target as it stands on the wire; answers all that comes back. */
function post(target: string): Promise<string> {
  const { hostname, port } = new URL(here.url);
  const body = '{"present":true}';
  const headers = ["Host: booth", "Content-Type: application/json", `Content-Length: ${body.length}`];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.setEncoding("utf8").on("data", (text) => {
      answer += text;
    });
    socket.on("end", () => resolve(answer)).on("error", reject);
    socket.write([`POST ${target} HTTP/1.1`, ...headers, "Connection: close", "", body].join("\r\n"));
  });
}

function assertTurnedAway(answer: string): void {
  assert.match(answer, /^HTTP\/1\.1 429 /);
  assert.match(answer, /^Retry-After: 1\r$/m);
  const id = /^X-Request-Id: ([0-9a-f-]{36})\r$/m.exec(answer)?.[1];
  const body = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n"))) as Record<string, string>;
  assert.deepEqual([body.error, body.requestId], ["rate_limited", id]);
}

flood("turns away what comes to a lane that takes no more, and takes what comes to the others", async () => {
  for (let index = 0; index < 20; index += 1) assert.equal(await presence("entry-1"), 202);
  assertTurnedAway(await post("/api/ingress/presence/entry-1"));
  assertTurnedAway(await post("/api/ingress/presence/entry-1?at=now"));
  assert.match(await post("/api/ingress/presence/exit-1"), /^HTTP\/1\.1 202 /);
  here.clock.advance(1000);
  assert.match(await post("/api/ingress/presence/entry-1"), /^HTTP\/1\.1 202 /);
});

flood("turns away a source that sends too much, to whatever lane and in whatever form, and nobody else", async () => {
  for (let index = 0; index < 100; index += 1) assert.equal(await presence("nowhere"), 404);
  for (const target of ["/api/ingress/presence/exit-1", "http://booth/api/ingress/presence/exit-1"])
    assertTurnedAway(await post(target));
  const origin = { origin: here.url };
  const browser = await fetch(`${here.url}/api/ingress/qr/exit-1`, { method: "POST", headers: origin });
  assert.equal(browser.status, 403, "a browser is refused as such");
  assert.equal((await here.anonymous.get("/healthz")).status, 200);
});

flood.run();
