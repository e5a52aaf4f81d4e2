import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { Subscription } from "../common/api/subscriptions.ts";
import { erasePastRetention } from "../daemon/services/retention.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { type CliBench, openCliBench, type Ran } from "./helpers/cli.ts";
import { carAt } from "./helpers/stay.ts";
import { DAY, eventsOf, subscribe } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  bench: CliBench;
  operator: Client;
  cli(...words: string[]): Promise<Ran>;
  json<T>(...words: string[]): Promise<T>;
}

const test = suite<Context>("cli subscriptions");

/** boothctl beside a running daemon. */
test.before.each(async (context) => {
  const booth = await startBooth();
  const bench = openCliBench();
  await (await booth.signIn("admin")).put("/api/site-config", { timezone: "Europe/Berlin" });
  const env = { DATA_DIR: booth.dataDir };
  Object.assign(context, { booth, bench, operator: await booth.signIn("operator") });
  context.cli = (...words) => bench.run(["subscriptions", ...words], { env });
  context.json = async <T>(...words: string[]) => (await bench.json(["subscriptions", ...words], { env })) as T;
});
test.after.each(async ({ booth, bench }) => {
  bench.close();
  await booth.close();
});

const ANNA = [
  "--holder",
  "Anna Vogel",
  "--plate",
  "kx 482-bd",
  "--card",
  "04 a1",
  "--from",
  "2026-11-01",
  "--to",
  "2999-12-31",
];
const shown = async (client: Client, id: string) => (await client.get(`/api/subscriptions/${id}`)).body as Subscription;

test("one is added with all its terms, and the same again adds none", async ({ booth, operator, cli, json }) => {
  const words = [...ANNA, "--lanes", "entry-1, exit-1", "--hours", "mon-fri 07:00-19:00", "--cars", "2"];
  const { id, ...terms } = await json<Subscription>("add", ...words, "--anti-passback", "hard");
  assert.deepEqual(terms, {
    holder: "Anna Vogel",
    plates: ["KX482BD"],
    credentials: ["04A1"],
    validFrom: "2026-10-31T23:00:00.000Z",
    validTo: "2999-12-31T23:00:00.000Z",
    lanes: ["entry-1", "exit-1"],
    hours: [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "07:00", to: "19:00" }],
    carsInside: 2,
    status: "active",
    antiPassback: "hard",
  });
  assert.deepEqual(await shown(operator, id), { id, ...terms });
  const again = await cli("add", ...words, "--anti-passback", "hard");
  assert.deepEqual([again.code, again.stdout.trim()], [0, id], again.stderr);
  assert.match(again.stderr, /nothing to do/);
  const other = await cli("add", ...words, "--anti-passback", "soft");
  assert.equal(other.code, 2);
  assert.match(other.stderr, /plates\.0: is in a subscription of Anna Vogel/);
  assert.equal(eventsOf(booth, "subscription_create").length, 1);
});

test("it is found by its id, by a plate or a card that only it has, and shows which cars are inside", async ({
  booth,
  operator,
  cli,
  json,
}) => {
  const { id } = await subscribe(operator, { plates: ["AB1", "AB2"], credentials: ["04A1"] });
  await subscribe(operator, { plates: ["AB2"], validFrom: "2027-01-01", validTo: "2027-12-31" });
  await carAt(booth, "entry-1", "AB1");
  for (const name of [id, "ab-1", "04 a1"]) assert.equal((await json<Subscription>("show", name)).id, id, name);
  const { inside } = await json<{ inside: { plate: string }[] }>("show", id);
  assert.deepEqual(
    inside.map(({ plate }) => plate),
    ["AB1"],
  );
  const text = (await cli("show", "AB1")).stdout;
  assert.match(text, /^last day +2026-11-30$/m);
  assert.match(text, /^inside now +AB1 since /m);
  const several = await cli("show", "AB2");
  assert.equal(several.code, 2);
  assert.match(several.stderr, /AB2 is in 2 of them; name one by its id: /);
  assert.equal((await cli("show", "nobody")).code, 6);
});

test("they are listed, narrowed, and those that end soon with the first to end first", async ({
  operator,
  json,
  cli,
}) => {
  const soon = new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10);
  await subscribe(operator, { holder: "Soon", plates: ["S1"], validTo: soon });
  await subscribe(operator, { holder: "Late", plates: ["L1"], validTo: "2999-12-31" });
  await subscribe(operator, { holder: "Gone", plates: ["G1"], status: "cancelled" });
  const holders = async (...words: string[]) =>
    (await json<{ items: Subscription[] }>("list", ...words)).items.map(({ holder }) => holder);
  assert.deepEqual(await holders(), ["Gone", "Late", "Soon"]);
  assert.deepEqual(await holders("--status", "cancelled"), ["Gone"]);
  assert.deepEqual(await holders("--expiring", "30"), ["Soon"]);
  assert.deepEqual(await holders("--query", "l1"), ["Late"]);
  const text = await cli("list", "-n", "1");
  assert.match(
    text.stdout,
    /^HOLDER +PLATES +CARDS +CARS +STATUS +LAST DAY +ID\nGone +G1 +– +1 +cancelled +2026-11-30 /,
  );
  assert.match(text.stderr, /more than 1/);
});

test("the list says how each stands today, and cuts a long holder in the table alone", async ({
  operator,
  json,
  cli,
}) => {
  const long = "Harbour ".repeat(24).trim();
  await subscribe(operator, { holder: "Past", plates: ["P1"], validFrom: "2020-01-01", validTo: "2020-12-31" });
  await subscribe(operator, { holder: "Later", plates: ["L1"], validFrom: "2998-01-01", validTo: "2999-12-31" });
  await subscribe(operator, { holder: long, plates: ["N1"], validFrom: "2020-01-01", validTo: "2999-12-31" });
  const { stdout } = await cli("list");
  assert.match(stdout, /^Past +P1 +– +1 +ended /m);
  assert.match(stdout, /^Later +L1 +– +1 +not begun /m);
  assert.match(stdout, /^(Harbour ){3}Harbour… +N1 +– +1 +active /m);
  assert.equal((await json<{ items: Subscription[] }>("list")).items[0]?.holder, long);
  const refused = await operator.post("/api/subscriptions", {
    holder: "x".repeat(201),
    plates: ["X1"],
    validFrom: "2026-11-01",
    validTo: "2999-12-31",
  });
  assert.deepEqual([refused.status, refused.body.details[0].path], [400, "holder"]);
});

test("it is extended, blocked, unblocked, cancelled and reopened, and what is so already is left alone", async ({
  booth,
  operator,
  cli,
}) => {
  const { id } = await subscribe(operator, { plates: ["CH1"], validTo: "2998-11-30" });
  const steps: [words: string[], change: string | null][] = [
    [["extend", "CH1", "--months", "1"], "extended"],
    [["extend", "CH1", "--to", "2999-06-30"], "edited"],
    [["extend", "CH1", "--to", "2999-06-30"], null],
    [["block", "CH1", "--reason", "card lost"], "blocked"],
    [["block", "CH1", "--reason", "card lost"], null],
    [["unblock", "CH1"], "unblocked"],
    [["unblock", "CH1"], null],
    [["cancel", "CH1"], "cancelled"],
    [["cancel", "CH1"], null],
    [["reopen", "CH1"], "reopened"],
    [["reopen", "CH1"], null],
  ];
  for (const [words, change] of steps) {
    const before = eventsOf(booth, "subscription_update").length;
    const ran = await cli(...words);
    assert.equal(ran.code, 0, `${words.join(" ")}: ${ran.stderr}`);
    const changes = eventsOf(booth, "subscription_update").slice(before);
    assert.deepEqual(
      changes.map((event) => event.change),
      change === null ? [] : [change],
      words.join(" "),
    );
    if (change === null) assert.match(ran.stderr, /nothing to do/, words.join(" "));
  }
  assert.equal((await shown(operator, id)).validTo, "2999-06-30T22:00:00.000Z");
  await cli("cancel", "CH1");
  assert.equal((await cli("unblock", "CH1")).code, 7);
  assert.equal((await cli("block", "CH1", "--reason", "x")).code, 7);
  assert.equal((await cli("extend", "CH1")).code, 2);
  assert.equal((await cli("extend", "CH1", "--months", "many")).code, 2);
  assert.equal((await cli("reset", "CH1", "--note", "gate was open")).code, 0);
  assert.equal(eventsOf(booth, "anti_passback_reset")[0]?.note, "gate was open");
});

test("a change on sight of an older state is refused", async ({ operator, cli, json }) => {
  const { id } = await subscribe(operator, { plates: ["TAG1"] });
  const { tag } = await json<{ tag: string }>("show", id);
  await operator.put(`/api/subscriptions/${id}`, { holder: "Somebody else" });
  const refused = await cli("cancel", "TAG1", "--if", tag);
  assert.equal(refused.code, 7, refused.stderr);
  assert.match(refused.stderr, /Somebody changed this meanwhile/);
  assert.equal((await shown(operator, id)).status, "active");
  const now = await json<{ tag: string }>("show", id);
  assert.equal((await cli("cancel", "TAG1", "--if", now.tag)).code, 0);
});

const HEAD = "holder,plates,validFrom,validTo";

test("a dry run names each bad row, and the file is stored whole, or without them", async ({
  operator,
  bench,
  cli,
}) => {
  const file = join(bench.dir, "people.csv");
  writeFileSync(file, [HEAD, "Ben,B1,2026-11-01,2999-12-31", "Eva,,2026-11-01,2999-12-31", "Ida,I1,soon,x"].join("\n"));
  const held = async () => (await operator.get("/api/subscriptions")).body.items.length;
  for (const flags of [["--dry-run"], []]) {
    const ran = await cli("import", file, ...flags);
    assert.equal(ran.code, 2);
    assert.match(
      ran.stdout,
      /^LINE +HOLDER +COLUMN +PROBLEM\n3 +Eva +plates +.*at least one plate.*\n4 +Ida +validFrom +/,
    );
    assert.match(ran.stderr, /^✗ Good rows: 1; bad rows: 2; stored: 0\.\n {2}Nothing was stored\.$/m);
    assert.equal(await held(), 0);
  }
  const skipped = await cli("import", file, "--skip-bad", "--json");
  assert.equal(skipped.code, 3, skipped.stderr);
  assert.equal((JSON.parse(skipped.stdout) as { created: number }).created, 1);
  assert.equal(await held(), 1);
  writeFileSync(file, [HEAD, "Ida,I1,2026-11-01,2999-12-31"].join("\n"));
  assert.equal((await cli("import", file, "--dry-run")).code, 0);
  assert.equal((await cli("import", file)).code, 0);
  assert.equal(await held(), 2);
  writeFileSync(file, Buffer.from(`${HEAD}\nM\xfcller,M1,2026-11-01,2999-12-31`, "latin1"));
  const latin = await cli("import", file);
  assert.deepEqual([latin.code, /UTF-8/.test(latin.stderr)], [2, true]);
  assert.equal((await cli("import", join(bench.dir, "none.csv"))).code, 2);
  writeFileSync(file, "colour\nred");
  assert.match((await cli("import", file)).stderr, /"colour" is no column/);
});

test("what is exported imports again as it was, and no spreadsheet takes it for a formula", async (context) => {
  const { booth, operator, bench, cli } = context;
  const hours = [{ days: ["mon", "sat"], from: "22:00", to: "06:00" }];
  await subscribe(operator, {
    holder: '=cmd("x"), Inc',
    plates: ["A1", "A2"],
    credentials: ["+49"],
    hours,
    carsInside: 2,
  });
  await subscribe(operator, { plates: ["B1"], lanes: ["entry-1", "exit-1"], antiPassback: "soft" });
  await subscribe(operator, {
    plates: ["C1"],
    status: "blocked",
    blockedReason: "-- unpaid",
    validTo: "2027-06-30T10:30:00Z",
  });
  await subscribe(operator, { plates: ["C1"], status: "cancelled" });
  const file = join(bench.dir, "people.csv");
  const ran = await cli("export", "-o", file);
  assert.equal(ran.code, 0, ran.stderr);
  const csv = readFileSync(file, "utf8");
  assert.match(csv, /^"'=cmd\(""x""\), Inc",A1\|A2,'\+49,2026-11-01,2026-11-30,,mon sat 22:00-06:00,2,active,,off\r$/m);
  assert.match(csv, /,2027-06-30T10:30:00\.000Z,.*,blocked,'-- unpaid,/);
  const other = await startBooth();
  try {
    await (await other.signIn("admin")).put("/api/site-config", { timezone: "Europe/Berlin" });
    const back = await bench.run(["subscriptions", "import", file], { env: { DATA_DIR: other.dataDir } });
    assert.equal(back.code, 0, back.stderr);
    const listOf = async (client: Client) =>
      ((await client.get("/api/subscriptions")).body.items as Subscription[]).map(({ id: _id, ...terms }) => terms);
    assert.deepEqual(await listOf(await other.signIn("operator")), await listOf(operator));
  } finally {
    await other.close();
  }
  const only = (await cli("export", "--status", "blocked")).stdout.trimEnd().split("\r\n");
  assert.equal(only.length, 2);
  booth.clock.advance(365 * DAY);
  await erasePastRetention(booth.booth);
  const rest = await cli("export");
  assert.match(rest.stderr, /Left out, because who had them is erased: 4\./);
});

test.run();
