import assert from "node:assert/strict";
import { suite } from "uvu";
import { parseHours } from "../common/hours.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import { type Client, startBooth, type TestBooth } from "./helpers/booth.ts";
import { eventsOf, subscribe } from "./helpers/subscriptions.ts";

interface Context {
  booth: TestBooth;
  operator: Client;
}

const test = suite<Context>("subscription import");

test.before.each(async (context) => {
  context.booth = await startBooth();
  const admin = await context.booth.signIn("admin");
  await admin.put("/api/site-config", { timezone: "Europe/Berlin" });
  context.operator = await context.booth.signIn("operator");
});
test.after.each(async ({ booth }) => {
  assert.equal(compareReadModels(booth.booth.db), null);
  await booth.close();
});

const HEAD = "holder,plates,credentials,validFrom,validTo,lanes,hours,carsInside,antiPassback";
const GOOD = [
  '"Vogel, ""Anna""",KX 482-BD,,2026-11-01,2026-11-30,,mon-fri 07:00-19:00 | sat 08:00-12:00,,',
  "Taxi GmbH,T1|T2,04a1ff,2026-11-01,2027-10-31,entry-1|exit-1,,2,hard",
];
const BAD = [
  "No Plate,,,2026-11-01,2026-11-30,,,,",
  "Late,L1,,2026-12-01,2026-11-30,,,,",
  ",H1,,2026-11-01,2026-11-30,,,many,",
  "Lanes,L2,,2026-11-01,2026-11-30,exit-1|nowhere,,,",
  "Twice,t 2,,2026-11-15,2026-12-15,,,,",
  "Hours,L3,,2026-11-01,2026-11-30,,always,,",
  "Short,L4",
];
const file = (...rows: string[]) => [HEAD, ...rows].join("\n");
const importCsv = (client: Client, csv: string, query = "") =>
  client.post(`/api/subscriptions/import${query}`, csv, { "content-type": "text/csv; charset=utf-8" });
const stored = async (client: Client) => (await client.get("/api/subscriptions")).body.items;

test("every row of a good file is stored, with what is quoted, several or left out", async ({ booth, operator }) => {
  const done = await importCsv(operator, file(...GOOD));
  assert.equal(done.status, 201, done.text);
  const { rows: _, ...sums } = done.body;
  assert.deepEqual(sums, { dryRun: false, good: 2, bad: 0, created: 2 });
  const [taxi, anna] = await stored(operator);
  assert.deepEqual(
    [anna.holder, anna.plates, anna.validTo, anna.carsInside, anna.hours],
    [
      'Vogel, "Anna"',
      ["KX482BD"],
      "2026-11-30T23:00:00.000Z",
      1,
      [
        { days: ["mon", "tue", "wed", "thu", "fri"], from: "07:00", to: "19:00" },
        { days: ["sat"], from: "08:00", to: "12:00" },
      ],
    ],
  );
  assert.deepEqual(
    [taxi.plates, taxi.credentials, taxi.lanes, taxi.carsInside, taxi.antiPassback],
    [["T1", "T2"], ["04A1FF"], ["entry-1", "exit-1"], 2, "hard"],
  );
  assert.equal(eventsOf(booth, "subscription_create").length, 2);
});

test("a dry run names every bad row, with its line and column, and stores nothing", async ({ booth, operator }) => {
  const dry = await importCsv(operator, file(...GOOD, ...BAD), "?dryRun=true");
  assert.equal(dry.status, 200, dry.text);
  assert.deepEqual([dry.body.dryRun, dry.body.good, dry.body.bad, dry.body.created], [true, 2, 7, 0]);
  const named = dry.body.rows.map(({ line, problems }: { line: number; problems: { column: string }[] }) => [
    line,
    problems.map(({ column }) => column),
  ]);
  assert.deepEqual(named, [
    [2, []],
    [3, []],
    [4, ["plates"]],
    [5, ["validTo"]],
    [6, ["holder", "carsInside"]],
    [7, ["lanes"]],
    [8, ["plates"]],
    [9, ["hours"]],
    [10, [""]],
  ]);
  assert.equal(dry.body.rows[5].problems[0].message, "lanes nowhere: there is no lane nowhere");
  assert.equal(dry.body.rows[6].problems[0].message, "plates t 2: is in line 3 for the same time already");
  assert.equal(eventsOf(booth, "subscription_create").length, 0);
});

test("a file with a bad row is refused whole, with a detail for each problem", async ({ booth, operator }) => {
  const refused = await importCsv(operator, file(GOOD[0] ?? "", BAD[1] ?? "", GOOD[1] ?? "", BAD[0] ?? ""));
  assert.equal(refused.status, 400);
  assert.equal(refused.body.error, "invalid_input");
  assert.match(
    refused.body.message,
    /^csv: 2 rows are bad, so nothing was stored; the first: line 3: validTo: expected/,
  );
  assert.deepEqual(
    refused.body.details.map(({ path }: { path: string }) => path),
    ["csv.3.validTo", "csv.5.plates"],
  );
  assert.deepEqual([refused.body.result.good, refused.body.result.created], [2, 0]);
  assert.deepEqual(await stored(operator), []);
  assert.equal(eventsOf(booth, "subscription_create").length, 0);
});

test("told to skip, it stores the good rows and names the bad ones", async ({ operator }) => {
  const done = await operator.post("/api/subscriptions/import", { csv: file(...GOOD, ...BAD), skipBad: true });
  assert.equal(done.status, 201, done.text);
  assert.deepEqual([done.body.good, done.body.bad, done.body.created], [2, 7, 2]);
  assert.equal((await stored(operator)).length, 2);
});

test("a plate that the booth knows already is a bad row, also on the second import of one file", async ({
  operator,
}) => {
  await subscribe(operator, { holder: "Ben", plates: ["T2"] });
  const dry = await importCsv(operator, file(...GOOD), "?dryRun=1");
  assert.deepEqual(dry.body.rows[1].problems, [
    { column: "plates", message: "plates T2: is in a subscription of Ben for the same time already" },
  ]);
  await importCsv(operator, file(GOOD[0] ?? ""));
  assert.equal((await importCsv(operator, file(GOOD[0] ?? ""))).status, 400);
  assert.equal((await stored(operator)).length, 2);
});

test("a spreadsheet's own CSV is read: semicolons, a byte order mark, CR LF, blank lines, a line break in a cell", async ({
  operator,
}) => {
  const csv =
    '\uFEFFHolder;Plates;validfrom;validTo\r\n"Anna\n";A1;2026-11-01;2026-11-30\r\n;;;\r\n\r\nBen;B2;2026-11-01;\r\n';
  const dry = await importCsv(operator, csv, "?dryRun=true");
  assert.deepEqual(
    dry.body.rows.map(({ line, problems }: { line: number; problems: { column: string }[] }) => [
      line,
      ...problems.map(({ column }) => column),
    ]),
    [[2], [6, "validTo"]],
  );
});

const unreadable: [what: string, csv: string, message: RegExp][] = [
  ["no rows", HEAD, /at least one row/],
  ["a column nobody knows", "holder,plates,validFrom,validTo,colour\nA,B,C,D,E", /"colour" is no column/],
  ["a column that is missing", "holder,plates,validFrom\nA,B,C", /column validTo is missing/],
  ["a column twice", "holder,holder,validFrom,validTo\nA,B,C,D", /column holder is there twice/],
  ["a quotation mark that is not closed", `${HEAD}\n"Anna,A1`, /line 2: a quotation mark is not closed/],
];
for (const [what, csv, message] of unreadable) {
  test(`a file with ${what} is refused in one sentence`, async ({ operator }) => {
    const answer = await importCsv(operator, csv);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.body.message, message);
  });
}

test("other bodies are refused: another type, too much, text that is no UTF-8, an option that is no truth value", async ({
  booth,
  operator,
}) => {
  const path = "/api/subscriptions/import";
  assert.equal((await operator.post(path, "x", { "content-type": "text/plain" })).status, 415);
  assert.equal((await operator.post(path, "{", { "content-type": "application/json" })).status, 400);
  const half = await operator.post(path, '{"csv":"\\ud800"}', { "content-type": "application/json" });
  assert.deepEqual([half.status, half.body.error], [400, "malformed_json"]);
  assert.equal((await operator.post(path, "x", { "content-type": "text/csv; charset=iso-8859-1" })).status, 415);
  assert.equal((await importCsv(operator, "x".repeat(1024 * 1024 + 1))).status, 413);
  assert.equal((await importCsv(operator, file(...GOOD), "?dryRun=maybe")).status, 400);
  assert.equal((await importCsv(operator, file(...GOOD), "?dry=true")).status, 400);
  const headers = {
    cookie: [...operator.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-csrf-token": operator.cookies.get("parking_csrf") ?? "",
    "content-type": "text/csv",
  };
  const latin = Buffer.from(`${HEAD}\nM\xfcller,A1,,2026-11-01,2026-11-30,,,,`, "latin1");
  const answer = await fetch(booth.url + path, { method: "POST", headers, body: latin });
  assert.equal(answer.status, 400);
  assert.match(((await answer.json()) as { message: string }).message, /UTF-8/);
  const many = Array.from({ length: 2001 }, (_, n) => `Anna,P${n},,2026-11-01,2026-11-30,,,,`);
  assert.match((await importCsv(operator, file(...many))).body.message, /at most 2000 rows/);
  // What comes after the last row that is taken is not even read.
  assert.match((await importCsv(operator, file(...many, '"'))).body.message, /at most 2000 rows/);
  assert.deepEqual(await stored(operator), []);
});

test("hours are read as people write them", () => {
  assert.deepEqual(parseHours("Sat-Mon 20:00-06:00"), [{ days: ["mon", "sat", "sun"], from: "20:00", to: "06:00" }]);
  assert.deepEqual(parseHours("tue thu 08:00-24:00")?.[0]?.days, ["tue", "thu"]);
  assert.equal(parseHours("daily 08:00-12:00")?.[0]?.days.length, 7);
  for (const text of ["", "mon", "mon-xyz 08:00-12:00", "08:00-12:00", "mon 8-12", "mon 08:00-12:00 |"])
    assert.equal(parseHours(text), null, text);
});

test.run();
