import assert from "node:assert/strict";
import { suite } from "uvu";
import type { EventKind } from "../common/events.ts";
import { listEvents } from "../daemon/ledger/read.ts";
import { startBooth, type TestBooth } from "./helpers/booth.ts";

const siteConfig = suite<{ running: TestBooth }>("site configuration");
const PATH = "/api/site-config";

siteConfig.before.each(async (context) => {
  context.running = await startBooth({ env: { MODULES_ENTITLED: "parking,validation,carwash" } });
});
siteConfig.after.each(async ({ running }) => {
  await running.close();
});

/** What events of a kind hold, oldest first. */
function recorded(running: TestBooth, kind: EventKind): unknown[] {
  return listEvents(running.booth.db, { kind }, 500)
    .map(({ data }) => data)
    .reverse();
}

siteConfig("a site without a choice of modules has every entitled one active", async ({ running }) => {
  const { status, body } = await (await running.signIn("admin")).get(PATH);
  assert.equal(status, 200);
  assert.deepEqual(body.modules, ["parking", "validation", "carwash"]);
  assert.deepEqual(body.modulesEntitled, ["parking", "validation", "carwash"]);
  assert.equal(body.modulesActivated, null);
  const members =
    "id name address timezone currency language capacity receiptHeader receiptFooter taxLabel modules modulesEntitled modulesActivated entryPresenceBypass entryPresenceBypassUntil plateRetentionDays";
  assert.deepEqual(Object.keys(body), members.split(" "));
});

siteConfig("each module that flips leaves one config_change, and nothing else does", async ({ running }) => {
  const admin = await running.signIn("admin");
  const put = async (modules: string[] | null) => {
    const { status, body } = await admin.put(PATH, { modules });
    assert.equal(status, 200);
    return body;
  };
  assert.deepEqual((await put(["parking", "validation", "carwash"])).modulesActivated, [
    "parking",
    "validation",
    "carwash",
  ]);
  assert.deepEqual(recorded(running, "config_change"), [], "null and the full set are the same in effect");
  assert.deepEqual((await put(["parking"])).modules, ["parking"]);
  await put(["parking"]);
  await put(["carwash", "parking"]);
  await put(null);
  assert.deepEqual(recorded(running, "config_change"), [
    { module: "validation", active: false },
    { module: "carwash", active: false },
    { module: "carwash", active: true },
    { module: "validation", active: true },
  ]);
  assert.deepEqual(recorded(running, "site_change"), []);
});

siteConfig(
  "a module that is not entitled, that lacks what it stands on, or a set without parking is 400 with the reason",
  async () => {
    const running = await startBooth({ env: { MODULES_ENTITLED: "parking,validation" } });
    try {
      const admin = await running.signIn("admin");
      const before = (await admin.get(PATH)).body;
      for (const [modules, reason] of [
        [["parking", "carwash"], /"carwash" is not entitled/],
        [["validation"], /"validation" needs module "parking"/],
        [[], /"parking" is required/],
        [["parking", "valet"], /"valet" is not a module/],
      ] as const) {
        const { status, body } = await admin.put(PATH, { modules, name: "Never stored" });
        assert.deepEqual([status, body.error, body.details[0].path], [400, "invalid_input", "modules"]);
        assert.match(body.message, reason);
      }
      assert.deepEqual((await admin.get(PATH)).body, before);
      assert.deepEqual(recorded(running, "site_change"), []);
    } finally {
      await running.close();
    }
  },
);

siteConfig("me tells the modules in effect, at once", async ({ running }) => {
  const [admin, cashier] = [await running.signIn("admin"), await running.signIn("cashier")];
  await admin.put(PATH, { modules: ["parking", "validation"] });
  assert.deepEqual((await cashier.get("/api/auth/me")).body.modules, ["parking", "validation"]);
});

siteConfig(
  "other changes are one site_change with the keys that differ; the same again is none",
  async ({ running }) => {
    const admin = await running.signIn("admin");
    const before = (await admin.get(PATH)).body;
    const update = { name: "Harbour Street", capacity: 120, timezone: "Europe/Berlin", language: before.language };
    const { status, body } = await admin.put(PATH, update);
    assert.equal(status, 200);
    assert.deepEqual(body, { ...before, ...update });
    await admin.put(PATH, update);
    const was = (({ name, capacity, timezone }) => ({ name, capacity, timezone }))(before);
    assert.deepEqual(recorded(running, "site_change"), [
      { before: was, after: { name: "Harbour Street", capacity: 120, timezone: "Europe/Berlin" } },
    ]);

    await admin.put(PATH, {
      entryPresenceBypass: true,
      entryPresenceBypassUntil: "2026-12-01T10:00:00+01:00",
      capacity: null,
    });
    const last = (await admin.get(PATH)).body;
    assert.deepEqual(
      [last.entryPresenceBypass, last.entryPresenceBypassUntil, last.capacity, last.name],
      [true, "2026-12-01T09:00:00.000Z", null, "Harbour Street"],
    );
  },
);

siteConfig("what no site could have is 400 and names the key", async ({ running }) => {
  const admin = await running.signIn("admin");
  for (const [key, value] of [
    ["timezone", "Mars/Olympus"],
    ["currency", "EURO"],
    ["language", "xx"],
    ["capacity", -1],
    ["plateRetentionDays", 0],
    ["name", ""],
    ["modules", "parking"],
    ["id", "other"],
    ["modulesEntitled", ["parking"]],
  ] as const) {
    const { status, body } = await admin.put(PATH, { [key]: value });
    assert.deepEqual([status, body.error, body.details[0].path], [400, "invalid_input", key]);
  }
});

siteConfig("a change made on sight of an older state is 412 with the present one", async ({ running }) => {
  const admin = await running.signIn("admin");
  const { headers } = await admin.get(PATH);
  const etag = headers.get("etag");
  assert.ok(etag);
  const first = await admin.put(PATH, { name: "First" }, { "If-Match": etag });
  assert.equal(first.status, 200);
  const second = await admin.put(PATH, { name: "Second" }, { "If-Match": etag });
  assert.deepEqual([second.status, second.body.error, second.body.current.name], [412, "changed_meanwhile", "First"]);
  const third = await admin.put(PATH, { name: "Third" }, { "If-Match": first.headers.get("etag") ?? "" });
  assert.equal(third.status, 200);
});

siteConfig("the currency is free until money was taken in it", async ({ running }) => {
  const admin = await running.signIn("admin");
  assert.equal((await admin.put(PATH, { currency: "CHF" })).status, 200);
  await running.booth.ledger.commit({ type: "system", id: "booth" }, ({ db }) =>
    db.exec(`INSERT INTO payments (id, seq, session_id, shift_id, user_id, tariff_id, amount, tax, currency, method, paid_at, paid_until, receipt_number)
             VALUES ('p', 1, 's', 'h', 'u', 't', 100, 0, 'CHF', 'card', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1)`),
  );
  const { status, body } = await admin.put(PATH, { currency: "EUR", name: "Never stored" });
  assert.deepEqual([status, body.error], [409, "currency_locked"]);
  const after = (await admin.get(PATH)).body;
  assert.deepEqual([after.currency, after.name === "Never stored"], ["CHF", false]);
  assert.equal((await admin.put(PATH, { currency: "CHF", name: "Harbour" })).status, 200);
});

siteConfig("reading wants site:read, changing wants site:update", async ({ running }) => {
  assert.equal((await running.anonymous.get(PATH)).status, 401);
  assert.equal((await (await running.signIn("cashier")).get(PATH)).status, 403);
  const operator = await running.signIn("operator");
  assert.equal((await operator.get(PATH)).status, 200);
  assert.equal((await operator.put(PATH, { name: "Mine" })).status, 403);
});

siteConfig("anybody sees what a sign-in screen shows, who is signed in sees the site", async ({ running }) => {
  await (await running.signIn("admin")).put(PATH, { name: "Harbour Street", currency: "EUR", capacity: 40 });
  const hello = await running.anonymous.get("/api/hello");
  assert.equal(hello.status, 200);
  assert.deepEqual(Object.keys(hello.body), ["siteName", "timezone", "languages", "version", "demo"]);
  assert.deepEqual([hello.body.siteName, hello.body.languages], ["Harbour Street", ["en", "de", "es", "fr", "ar"]]);
  assert.equal((await running.anonymous.get("/api/site")).status, 401);
  const { body } = await (await running.signIn("cashier")).get("/api/site");
  assert.deepEqual(Object.keys(body), [
    "name",
    "timezone",
    "currency",
    "language",
    "capacity",
    "carsInside",
    "full",
    "denominations",
  ]);
  assert.deepEqual(
    [body.name, body.currency, body.capacity, body.carsInside, body.denominations[0]],
    ["Harbour Street", "EUR", 40, 0, 20000],
  );
});

siteConfig.run();
