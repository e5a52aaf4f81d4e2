import assert from "node:assert/strict";
import { suite } from "uvu";
import { basic, entryMeta, REVIEWER, startCollector, type TestCollector } from "./helpers/collector.ts";

const test = suite<{ here: TestCollector }>("collector: who gets in");

test.before.each(async (context) => {
  context.here = await startCollector();
});
test.after.each(async ({ here }) => {
  await here.close();
});

const REVIEWING = [
  "GET /review",
  "GET /review/main.js",
  "GET /",
  "GET /api/next?client=client-anna",
  "GET /api/items",
  "GET /api/stats",
  "GET /api/nothing",
  "GET /crops/booth-1/x.jpg",
  "GET /export/labels.csv",
  "GET /export/labels.jsonl",
  "POST /api/items/booth-1/x/verdict",
  "POST /api/items/booth-1/x/undo",
];

for (const route of REVIEWING) {
  const [method = "", path = ""] = route.split(" ");
  test(`${route} asks for the reviewer's password, and takes no booth's token`, async ({ here }) => {
    const headers = [
      {},
      { authorization: `Bearer ${here.tokens["booth-1"]}`, "x-booth-id": "booth-1" },
      { authorization: basic("booth-1", here.tokens["booth-1"]) },
    ];
    for (const given of headers) {
      const answer = await here.anonymous.request(method, path, undefined, given);
      assert.ok([401, 429].includes(answer.status), `${answer.status}`);
      assert.equal(answer.headers.get("cache-control"), "no-store");
      if (answer.status === 401)
        assert.equal(answer.headers.get("www-authenticate"), 'Basic realm="review", charset="UTF-8"');
    }
    assert.notEqual((await here.anonymous.request(method, path, undefined, { authorization: basic() })).status, 401);
  });
}

test("a booth's door asks for a booth's token", async ({ here }) => {
  const answer = await here.anonymous.post("/ingest", {}, { authorization: basic() });
  assert.equal(answer.status, 401);
  assert.equal(answer.headers.get("www-authenticate"), 'Bearer realm="ingest"');
});

test("a name or password that is not the reviewer's is 401, whatever it looks like", async ({ here }) => {
  const wrong = [
    basic("reviewer", "reviewer-pas"),
    basic("Reviewer", REVIEWER.password),
    basic("", ""),
    basic("reviewer", `${REVIEWER.password}${"x".repeat(100)}`),
    "Basic",
    "Basic ???",
    `Basic ${Buffer.from("reviewer").toString("base64")}`,
    `Bearer ${Buffer.from("reviewer:reviewer-pass").toString("base64")}`,
  ];
  for (const authorization of wrong) {
    here.clock.advance(31_000);
    assert.equal((await here.anonymous.get("/api/stats", { authorization })).status, 401, authorization);
  }
  here.clock.advance(31_000);
  assert.equal((await here.get("/api/stats")).status, 200);
});

test("who fails has to wait, longer each time; who is known already does not", async ({ here }) => {
  const tryWrong = () => here.anonymous.get("/api/stats", { authorization: basic("reviewer", "wrong") });
  assert.equal((await tryWrong()).status, 401);
  const refused = await tryWrong();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [429, "1"]);
  // Nobody was let through yet, so the right one waits as well.
  assert.equal((await here.get("/api/stats")).status, 429);
  here.clock.advance(1000);
  assert.equal((await here.get("/api/stats")).status, 200);
  assert.equal((await tryWrong()).status, 401);
  assert.equal((await tryWrong()).status, 429);
  assert.equal((await here.get("/api/stats")).status, 200);
});

test("twenty requests of a page that has just been opened are all let through", async ({ here }) => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => here.get("/api/stats")));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
});

test("another site's page can neither lease nor label nor undo", async ({ here }) => {
  const meta = entryMeta();
  await here.send(meta);
  const path = `/api/items/booth-1/${meta.itemId}/verdict`;
  const body = { verdict: "suv", client: "client-anna" };
  const authorization = basic();
  const strangers = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://elsewhere.example" },
    { origin: "null" },
  ];
  for (const headers of strangers) {
    const answer = await here.anonymous.post(path, body, { authorization, ...headers });
    assert.deepEqual([answer.status, answer.body.error], [403, "origin_refused"]);
    const undo = await here.anonymous.post(path.replace(/verdict$/, "undo"), body, { authorization, ...headers });
    assert.equal(undo.body.error, "origin_refused");
    const lease = await here.anonymous.get("/api/next?client=client-evil&n=30", { authorization, ...headers });
    assert.equal(lease.body.error, "origin_refused");
  }
  assert.equal((await here.get("/api/next?client=client-anna")).body.items.length, 1);
  // A form of another site cannot send JSON.
  const form = await here.anonymous.post(path, "a=1", { authorization, "content-type": "text/plain" });
  assert.equal(form.status, 415);
  assert.equal((await here.get("/api/items")).body.items[0].state, "pending");
  for (const headers of [{ "sec-fetch-site": "same-origin" }, { origin: here.url }, {}])
    assert.equal((await here.anonymous.post(path, body, { authorization, ...headers })).status, 200);
});

test("answers carry the booth's headers and error shape, and no other site may show a crop", async ({ here }) => {
  const answer = await here.get("/api/nothing");
  assert.deepEqual([answer.status, answer.body.error], [404, "not_found"]);
  assert.equal(answer.body.requestId, answer.headers.get("x-request-id"));
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.equal(answer.headers.get("cross-origin-resource-policy"), "same-origin");
  const wrongMethod = await here.anonymous.get("/ingest");
  assert.deepEqual([wrongMethod.status, wrongMethod.headers.get("allow")], [405, "POST"]);
  assert.equal((await here.post("/api/stats", {})).status, 405);
});

test.run();
