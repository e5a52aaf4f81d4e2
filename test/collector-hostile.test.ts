import assert from "node:assert/strict";
import { connect } from "node:net";
import { suite } from "uvu";
import type { ErrorBody } from "../common/errors.ts";
import { basic, entryMeta, startCollector, type TestCollector } from "./helpers/collector.ts";
import {
  bodyOf,
  HOSTILE,
  type HostileUpload,
  jpegOf,
  MULTIPART_TYPE,
  multipart,
  streamForever,
} from "./helpers/hostile-uploads.ts";
import { exampleJpeg } from "./helpers/open-driver.ts";
import { until } from "./helpers/until.ts";

const test = suite<{ here: TestCollector }>("collector: what must not get in");

test.before.each(async (context) => {
  context.here = await startCollector();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const NOTHING = { rows: 0, crops: 0, incoming: 0 };

function headersOf(here: TestCollector, { token = "own", booth = "booth-1", type }: Partial<HostileUpload>) {
  const bearer = { own: here.tokens["booth-1"], other: here.tokens["booth-2"], unknown: "x".repeat(43) };
  const authorization = token === "basic" ? basic() : token === "none" ? null : `Bearer ${bearer[token]}`;
  return {
    "content-type": type ?? MULTIPART_TYPE,
    ...(authorization === null ? {} : { authorization }),
    ...(booth === null ? {} : { "x-booth-id": booth }),
  };
}

async function upload(here: TestCollector, hostile: Partial<HostileUpload>, body: Buffer) {
  const init = { method: "POST", headers: headersOf(here, hostile), body: new Uint8Array(body) };
  const response = await fetch(`${here.url}/ingest`, init);
  return { status: response.status, body: (await response.json()) as ErrorBody, headers: response.headers };
}

for (const hostile of HOSTILE) {
  test(`${hostile.what} is ${hostile.status}, in the one shape of errors, and nothing is stored`, async ({ here }) => {
    const answer = await upload(here, hostile, bodyOf(hostile));
    assert.equal(answer.status, hostile.status, JSON.stringify(answer.body));
    assert.equal(typeof answer.body.error, "string");
    assert.match(answer.body.message, /expected|is missing|is not a member/);
    assert.equal(answer.body.requestId, answer.headers.get("x-request-id"));
    assert.deepEqual(here.stored(), NOTHING);
  });
}

test("the same upload with nothing wrong about it is stored", async ({ here }) => {
  assert.equal((await upload(here, {}, bodyOf({ what: "", status: 201 }))).status, 201);
  assert.deepEqual(here.stored(), { rows: 1, crops: 1, incoming: 0 });
});

test("a crop of exactly 2 MB is taken", async ({ here }) => {
  assert.equal((await here.send(entryMeta(), jpegOf(2_097_152))).status, 201);
});

test("a meta is refused with one detail for each member that is wrong", async ({ here }) => {
  const meta = { ...entryMeta(), itemId: "1", cameraClass: "tank", extra: 1 };
  const { body } = await upload(here, {}, multipart([{ name: "meta", body: JSON.stringify(meta) }, ...cropPart()]));
  assert.deepEqual(body.details?.map(({ path }) => path).sort(), ["cameraClass", "extra", "itemId"]);
});

const cropPart = () => [{ name: "crop", filename: "crop.jpg", body: exampleJpeg() }];

const LONG = 200_000_000;

for (const [token, status] of [
  ["own", 413],
  ["unknown", 401],
] as const) {
  test(`a body of 200 MB in chunks is cut off early with ${status}, and nothing is stored`, async ({ here }) => {
    const answer = await streamForever(here.url, headersOf(here, { token }), LONG);
    assert.equal(answer.status, status);
    // What the system's own buffers between the two hold comes on top of the 2 MB.
    assert.ok(answer.sent < 20_000_000, `sent ${answer.sent} bytes`);
    assert.deepEqual(here.stored(), NOTHING);
    assert.equal((await here.send(entryMeta())).status, 201);
  });
}

test("a sender who goes away in the middle leaves nothing behind", async ({ here }) => {
  const { port } = new URL(here.url);
  const body = multipart([{ name: "meta", body: JSON.stringify(entryMeta()) }, ...cropPart()]);
  const head = Object.entries({ ...headersOf(here, {}), host: "x", "content-length": String(body.length) });
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(`POST /ingest HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  socket.write(body.subarray(0, body.length / 2), () => socket.destroy());
  await until(() => socket.destroyed, "the socket to close");
  assert.equal((await here.send(entryMeta())).status, 201);
  assert.deepEqual(here.stored(), { rows: 1, crops: 1, incoming: 0 });
});

test("after a refusal the same connection serves on", async ({ here }) => {
  const statuses: number[] = [];
  for (const token of ["unknown", "own", "other", "own"] as const)
    statuses.push((await upload(here, { token }, bodyOf({ what: "", status: 0 }))).status);
  assert.deepEqual(statuses, [401, 201, 403, 201]);
});

test.run();
