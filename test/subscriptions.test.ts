import assert from "node:assert/strict";
import { suite } from "uvu";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { carAt } from "./helpers/stay.ts";
import { asked, DAY, eventsOf, subscribe } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
}

const test = suite<Context>("subscriptions");

test.before.each(async (context) => {
  context.booth = await startBooth();
  const admin = await context.booth.signIn("admin");
  await admin.put("/api/site-config", { timezone: "Europe/Berlin" });
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  await booth.close();
});

test("a subscription is created with plates and cards as they are kept, and days as the site has them", async ({
  operator,
}) => {
  const made = await operator.post(
    "/api/subscriptions",
    asked({
      plates: ["kx 482-bd", "KX482BD"],
      credentials: ["04 a1 ff"],
      hours: [{ days: ["mon"], from: "07:00", to: "19:00" }],
    }),
  );
  assert.equal(made.status, 201, made.text);
  const { id, ...terms } = made.body;
  assert.deepEqual(terms, {
    holder: "Anna Vogel",
    plates: ["KX482BD"],
    credentials: ["04A1FF"],
    validFrom: "2026-10-31T23:00:00.000Z",
    validTo: "2026-11-30T23:00:00.000Z",
    hours: [{ days: ["mon"], from: "07:00", to: "19:00" }],
    carsInside: 1,
    status: "active",
    antiPassback: "off",
  });
  const read = await operator.get(`/api/subscriptions/${id}`);
  assert.deepEqual(read.body, made.body);
  assert.equal(read.headers.get("etag"), made.headers.get("etag"));
});

const bad: [what: string, more: Record<string, unknown>, path: string, message: RegExp][] = [
  ["no plate and no card", { plates: [] }, "plates", /at least one plate or credential/],
  ["an end before its start", { validTo: "2026-10-01" }, "validTo", /after validFrom/],
  ["a day that does not exist", { validTo: "2026-02-31" }, "validTo", /a day that exists/],
  ["a lane that does not exist", { lanes: ["entry-1", "entry-9"] }, "lanes.1", /no lane entry-9/],
  ["a block without a reason", { status: "blocked" }, "blockedReason", /the reason of the block/],
  ["an end for ever", { validTo: "9999-12-31" }, "validTo", /years 1970 to 8999/],
  ["a reason without a block", { blockedReason: "unpaid" }, "blockedReason", /status is not blocked/],
  ["no car at all", { carsInside: 0 }, "carsInside", /1 or more/],
  ["hours of no time", { hours: [{ days: ["mon"], from: "7", to: "9" }] }, "hours.0.from", /a time like/],
  ["a member nobody knows", { colour: "red" }, "colour", /not a member/],
];
for (const [what, more, path, message] of bad) {
  test(`${what} is refused in one sentence that says where, and nothing is stored`, async ({ booth, operator }) => {
    const answer = await operator.post("/api/subscriptions", asked(more));
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.body.details[0].path, path);
    assert.match(answer.body.details[0].message, message);
    assert.equal(eventsOf(booth, "subscription_create").length, 0);
    assert.deepEqual((await operator.get("/api/subscriptions")).body.items, []);
  });
}

test("a plate is in one subscription at a time, and may change to another afterwards", async ({ operator }) => {
  const first = await subscribe(operator);
  const same = await operator.post("/api/subscriptions", asked({ holder: "Ben", plates: ["A1", "KX 482 BD"] }));
  assert.equal(same.status, 400);
  assert.deepEqual(same.body.details, [
    { path: "plates.1", message: "is in a subscription of Anna Vogel for the same time already" },
  ]);
  await subscribe(operator, { holder: "Ben", validFrom: "2026-12-01", validTo: "2026-12-31" });
  await operator.put(`/api/subscriptions/${first.id}`, { status: "cancelled" });
  const second = await subscribe(operator, { holder: "Ben" });
  const reopened = await operator.put(`/api/subscriptions/${first.id}`, { status: "active" });
  assert.equal(reopened.status, 400);
  assert.equal((await operator.put(`/api/subscriptions/${second.id}`, { plates: ["KX482BD"] })).status, 200);
});

test("who edits what somebody else changed meanwhile is told, with how it stands now", async ({ booth, operator }) => {
  const { id } = await subscribe(operator);
  const seen = (await operator.get(`/api/subscriptions/${id}`)).headers.get("etag") ?? "";
  const other = await booth.signIn("admin");
  const first = await other.put(`/api/subscriptions/${id}`, { carsInside: 3 }, { "if-match": seen });
  assert.equal(first.body.carsInside, 3);
  for (const [method, path, body] of [
    ["PUT", "", { carsInside: 2 }],
    ["POST", "/extend", { months: 1 }],
  ] as const) {
    const late = await operator.request(method, `/api/subscriptions/${id}${path}`, body, { "if-match": seen });
    assert.equal(late.status, 412, late.text);
    assert.equal(late.body.error, "changed_meanwhile");
    assert.deepEqual(late.body.current, first.body);
  }
  assert.deepEqual((await operator.get(`/api/subscriptions/${id}`)).body, first.body);
  assert.equal(eventsOf(booth, "subscription_update").length, 1);
});

test("of two changes made at the same moment on sight of one state, one is made and one is told", async ({
  booth,
  operator,
}) => {
  const { id } = await subscribe(operator);
  const path = `/api/subscriptions/${id}`;
  const headers = { "if-match": (await operator.get(path)).headers.get("etag") ?? "" };
  const answers = await Promise.all([
    operator.put(path, { carsInside: 2 }, headers),
    operator.put(path, { carsInside: 3 }, headers),
    operator.post(`${path}/extend`, { months: 1 }, headers),
  ]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
  assert.equal(eventsOf(booth, "subscription_update").length, 1);
});

test("what a PUT leaves out stays, what it sends again changes nothing, and each change is one event", async ({
  booth,
  operator,
}) => {
  const made = await subscribe(operator, { lanes: ["entry-1"], credentials: ["C1"] });
  const put = (body: unknown) => operator.put(`/api/subscriptions/${made.id}`, body);
  assert.deepEqual((await put(made)).body, made);
  assert.equal(eventsOf(booth, "subscription_update").length, 0);
  const { lanes: _, ...everywhere } = made;
  assert.deepEqual((await put({ lanes: null })).body, everywhere);
  const blocked = await put({ status: "blocked", blockedReason: "invoice 17 unpaid" });
  assert.deepEqual([blocked.body.status, blocked.body.blockedReason], ["blocked", "invoice 17 unpaid"]);
  assert.deepEqual((await put({ ...blocked.body, status: "active" })).body, everywhere);
  assert.equal((await put({ status: "cancelled" })).body.status, "cancelled");
  assert.equal((await put({ id: "another" })).status, 400);
  const changes = eventsOf(booth, "subscription_update").map(({ change }) => change);
  assert.deepEqual(changes, ["edited", "blocked", "unblocked", "cancelled"]);
  assert.equal(compareReadModels(booth.booth.db), null);
});

test("extending goes by the site's calendar, to the last day of a shorter month and over a clock change", async ({
  operator,
}) => {
  const { id } = await subscribe(operator, { validFrom: "2026-01-01", validTo: "2027-01-31T07:30:00Z" });
  const extend = async (months: number) =>
    (await operator.post(`/api/subscriptions/${id}/extend`, { months })).body.validTo;
  assert.equal(await extend(1), "2027-02-28T07:30:00.000Z");
  assert.equal(await extend(4), "2027-06-28T06:30:00.000Z");
  assert.equal(await extend(-4), "2027-02-28T07:30:00.000Z");
  const whole = await subscribe(operator, { plates: ["B2"] });
  const moved = await operator.post(`/api/subscriptions/${whole.id}/extend`, { months: 1 });
  assert.equal(moved.body.validTo, "2026-12-31T23:00:00.000Z");
  assert.equal((await operator.post(`/api/subscriptions/${id}/extend`, { months: 0 })).status, 400);
  const gone = await operator.post(`/api/subscriptions/${id}/extend`, { months: -60 });
  assert.equal(gone.body.details[0].path, "validTo");
});

test("the list finds by holder, plate and card, by status, and page after page", async ({ operator }) => {
  const anna = await subscribe(operator, { credentials: ["04A1FF"] });
  const firm = await subscribe(operator, { holder: "100% Taxi GmbH", plates: ["T1", "T2"], carsInside: 2 });
  const blocked = await subscribe(operator, {
    holder: "Carl",
    plates: ["C3"],
    status: "blocked",
    blockedReason: "lost",
  });
  const ids = async (query: string) =>
    (await operator.get(`/api/subscriptions?${query}`)).body.items.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids(""), [blocked.id, firm.id, anna.id]);
  assert.deepEqual(await ids("q=vogel"), [anna.id]);
  assert.deepEqual(await ids("q=482-b"), [anna.id]);
  assert.deepEqual(await ids("q=a1 f"), [anna.id]);
  assert.deepEqual(await ids("q=%25"), [firm.id]);
  assert.deepEqual(await ids("q=--"), []);
  assert.deepEqual(await ids("status=blocked"), [blocked.id]);
  const page = (await operator.get("/api/subscriptions?limit=2")).body;
  assert.deepEqual(await ids(`limit=2&cursor=${page.next}`), [anna.id]);
  assert.equal((await operator.get("/api/subscriptions?cursor=nothing")).status, 400);
  assert.equal((await operator.get("/api/subscriptions?status=lapsed")).status, 400);
});

test("those that end soon come first to last, without the ended, the later and the blocked", async ({
  booth,
  operator,
}) => {
  const until = (days: number) => new Date(booth.clock.now() + days * DAY).toISOString();
  const make = (plate: string, days: number, more = {}) =>
    subscribe(operator, { plates: [plate], validTo: until(days), ...more });
  await make("A1", -1);
  await make("A2", 31);
  const [late, early] = [await make("A3", 29), await make("A4", 2)];
  await make("A5", 3, { status: "blocked", blockedReason: "unpaid" });
  const first = (await operator.get("/api/subscriptions?expiringWithinDays=30&limit=1")).body;
  assert.deepEqual(first.items, [early]);
  const second = (await operator.get(`/api/subscriptions?expiringWithinDays=30&limit=1&cursor=${first.next}`)).body;
  assert.deepEqual([second.items, second.next], [[late], null]);
});

test("those that have ended are told from those that have not", async ({ booth, operator }) => {
  const until = (days: number) => new Date(booth.clock.now() + days * DAY).toISOString();
  const over = await subscribe(operator, { plates: ["A1"], validTo: until(0) });
  const runs = await subscribe(operator, { plates: ["A2"], validTo: until(1) });
  const listed = async (ended: boolean) => (await operator.get(`/api/subscriptions?ended=${ended}`)).body.items;
  assert.deepEqual(await listed(true), [over]);
  assert.deepEqual(await listed(false), [runs]);
  assert.equal((await operator.get("/api/subscriptions?ended=perhaps")).status, 400);
});

test("who may only read them changes none", async ({ booth, operator }) => {
  const { id } = await subscribe(operator);
  const cashier = await booth.signIn("cashier");
  assert.equal((await cashier.get(`/api/subscriptions/${id}`)).status, 200);
  for (const [method, path] of [
    ["POST", ""],
    ["POST", "/import"],
    ["PUT", `/${id}`],
    ["POST", `/${id}/extend`],
    ["POST", `/${id}/anti-passback-reset`],
  ] as const)
    assert.equal((await cashier.request(method, `/api/subscriptions${path}`, {})).status, 403, path);
  assert.equal((await operator.get("/api/subscriptions/nobody")).status, 404);
});

test("neither holder nor plate nor card is in the chain in clear, and erased ones leave it whole", async ({
  booth,
  operator,
}) => {
  const { id } = await subscribe(operator, { credentials: ["04A1FF"] });
  await operator.put(`/api/subscriptions/${id}`, { holder: "Anna Falk", credentials: ["77BEEF"] });
  const { db } = booth.booth;
  const chain = db.prepare("SELECT group_concat(data) AS text FROM events").get() as { text: string };
  const clear = ["Anna", "KX482BD", "04A1FF", "77BEEF"];
  for (const text of clear) assert.ok(!chain.text.includes(text), text);
  const kept = db.prepare("SELECT group_concat(value, ' ') AS text FROM subscription_texts").get() as { text: string };
  assert.deepEqual(kept.text.split(" ").sort(), ["77BEEF", "Anna", "Falk", "KX482BD"]);
  db.exec("DELETE FROM subscription_texts");
  assert.equal(compareReadModels(db), null);
  const erased = (await operator.get(`/api/subscriptions/${id}`)).body;
  assert.deepEqual([erased.holder, erased.plates], [null, []]);
  // What is not known in clear is still known: an edit of something else loses no plate.
  await operator.put(`/api/subscriptions/${id}`, { carsInside: 2 });
  assert.equal((db.prepare("SELECT count(*) AS n FROM subscription_members").get() as { n: number }).n, 2);
});

const forgeries: [sql: string, table: string, column: string | null][] = [
  ["UPDATE subscriptions SET valid_to = '2099'", "subscriptions", "valid_to"],
  ["UPDATE subscriptions SET status = 'active', blocked_reason = NULL, stopped_at = NULL", "subscriptions", "status"],
  ["UPDATE subscription_members SET ref = 'x' || substr(ref, 2)", "subscription_members", null],
  ["UPDATE passes SET side = 'out'", "passes", "side"],
];
for (const [forgery, table, column] of forgeries) {
  test(`${forgery} is found by replaying the ledger`, async ({ booth, operator }) => {
    const { id } = await subscribe(operator);
    await carAt(booth, "entry-1", "KX482BD");
    await operator.put(`/api/subscriptions/${id}`, { status: "blocked", blockedReason: "unpaid" });
    assert.equal(compareReadModels(booth.booth.db), null);
    booth.booth.db.exec(forgery);
    const found = compareReadModels(booth.booth.db);
    assert.deepEqual([found?.table, found?.column], [table, column]);
  });
}

test.run();
