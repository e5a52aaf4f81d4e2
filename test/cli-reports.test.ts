import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { DayReport, ExceptionsReport, OccupancyReport, RevenueReport } from "../common/api/reports.ts";
import { openClient } from "./helpers/booth.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { pay, quoteOf } from "./helpers/stay.ts";
import { until } from "./helpers/until.ts";

interface Context {
  bench: CliBench;
  amount: number;
}

const reports = suite<Context>("cli reports");

/** No key and no other setting: what a bookkeeper has. */
const NO_KEYS = { env: { EVENT_SIGNING_KEY: "", SESSION_SECRET: "" } };

/** A zone in which it is about noon, so that no test sees the site's day end. */
function noonZone(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
}

/** A booth that took one payment today and voided it, and a drawer with half of what it should hold. */
reports.before.each(async (context) => {
  const bench = openCliBench();
  context.bench = bench;
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  await bench.json(["site", "set", "--timezone", noonZone()]);
  const running = bench.start(["serve"], { COOKIE_SECURE: "0" });
  const address = () => /"url":"([^"]+)"/.exec(running.said().stderr)?.[1];
  await until(() => address() !== undefined, "the booth to open", 20_000);
  const admin = openClient(address()!);
  await admin.post("/api/auth/login", { username: "admin", password: "admin-pass" });
  assert.equal((await admin.post("/api/shifts", { float: 10_000 })).status, 201);
  const enteredAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const stay = await admin.post("/api/sessions", { vehicleClass: "sedan", enteredAt, reason: "by hand" });
  const quote = await quoteOf(admin, stay.body.id);
  const paid = await pay(admin, quote, {});
  assert.equal(paid.status, 201, paid.text);
  await admin.post(`/api/events/${paid.body.seq}/void`, { reason: "other", note: "=1+1" });
  const shift = (await admin.get("/api/shifts/current")).body.id;
  assert.equal((await admin.post(`/api/shifts/${shift}/close`, { counted: { 5000: 1 } })).status, 200);
  context.amount = paid.body.amount;
  running.child.kill("SIGTERM");
  await running.ended;
});

reports.after.each(({ bench }) => {
  bench.close();
});

reports("each report is told without any key, as text and as the JSON of the API", async ({ bench, amount }) => {
  const before = readFileSync(join(bench.dataDir, "booth.db"));
  const revenue = (await bench.json(["reports", "revenue", "--by", "method"], NO_KEYS)) as RevenueReport;
  assert.deepEqual(
    revenue.rows.map(({ key, taken, voided }) => [key, taken, voided]),
    [["cash", amount, amount]],
  );
  const text = (await bench.run(["reports", "revenue", "--by", "method"], NO_KEYS)).stdout;
  const money = `€${(amount / 100).toFixed(2)}`;
  const cells = (line: string | undefined) => line?.split(/ {2,}/);
  assert.deepEqual(cells(text.split("\n")[0]), ["METHOD", "PAYMENTS", "TAKEN", "VOIDS", "VOIDED", "REVENUE", "TAX"]);
  assert.deepEqual(cells(text.split("\n")[1]), ["cash", "1", money, "1", money, "€0.00", "€0.00"]);
  const inside = (await bench.json(["reports", "occupancy", "--by", "day"], NO_KEYS)) as OccupancyReport;
  assert.deepEqual([inside.total.entries, inside.rows[0]!.inside], [1, 1]);
  const odd = (await bench.json(["reports", "exceptions", "--kind", "void"], NO_KEYS)) as ExceptionsReport;
  assert.deepEqual(
    odd.items.map(({ kind, amount: given }) => [kind, given]),
    [["void", amount]],
  );
  const day = (await bench.json(["reports", "day"], NO_KEYS)) as DayReport;
  assert.deepEqual([day.closed, day.sums.voided], [null, amount]);
  const named = await bench.run(["reports", "day", day.date], NO_KEYS);
  assert.equal(named.stdout, `${day.text.trimEnd()}\n`);
  assert.ok(before.equals(readFileSync(join(bench.dataDir, "booth.db"))));
});

reports("--csv is one table with a header, whole and nothing else", async ({ bench, amount }) => {
  for (const [words, header] of [
    [["revenue", "--by", "lane"], "lane,name,payments,taken,voids,voided,amount,tax,currency"],
    [["occupancy", "--date", "today"], "hour,name,entries,exits,inside,peak,averageStaySeconds,capacity"],
    [
      ["exceptions", "-n", "1"],
      "seq,kind,at,lane,actor,actorName,amount,currency,reason,note,subjectSeq,sessionId,shiftId",
    ],
    [["day"], "section,name,count,amount,tax,currency"],
  ] as const) {
    const ran = await bench.run(["reports", ...words, "--csv"], NO_KEYS);
    assert.deepEqual([ran.code, ran.stderr], [0, ""], words.join(" "));
    const lines = ran.stdout.split("\r\n");
    assert.equal(lines[0], header);
    assert.equal(lines.at(-1), "");
    if (words[0] === "exceptions") {
      assert.equal(lines.length, 4);
      assert.ok(lines[2]!.includes(",void,") && lines[2]!.includes(",'=1+1,"), lines[2]);
    }
    if (words[0] === "revenue") assert.equal(lines[1], `,,1,${amount},1,${amount},0,0,EUR`);
  }
});

reports("a list that goes on says so, beside the answer", async ({ bench }) => {
  const ran = await bench.run(["reports", "exceptions", "-n", "1"], NO_KEYS);
  assert.match(ran.stdout, /^over_short +1 +-€50\.00$/m);
  assert.match(ran.stdout, /^void +1 +€/m);
  const [heading, ...rows] = ran.stdout.trimEnd().split("\n\n")[1]!.split("\n");
  assert.match(heading!, /^ENTRY +AT +KIND +LANE +BY +AMOUNT +REASON +NOTE$/);
  assert.equal(rows.length, 1);
  assert.match(ran.stderr, /more than 1/);
  const past = await bench.run(["reports", "exceptions", "--date", "2020-01-01"], NO_KEYS);
  assert.deepEqual([past.code, past.stdout, past.stderr], [0, "No exceptions.\n", ""]);
});

reports("what cannot be reported is refused with its reason, and is not a fault of the program", async ({ bench }) => {
  for (const [words, exit, said] of [
    [["revenue", "--by", "colour"], 2, /Allowed choices are hour, day/],
    [["revenue", "--date", "2026-02-30"], 2, /date: expected a date/],
    [["revenue", "--date", "today", "--from", "2026-11-20"], 2, /--date stands for both/],
    [["exceptions", "--from", "2026-11-20", "--to", "2026-11-19"], 2, /To: expected a time after/],
    [["exceptions", "-n", "501"], 2, /limit: expected 1 to 500/],
    [["day", "2998-01-01"], 2, /Date: expected a day that has begun/],
    [["day", "--csv", "--json"], 2, /ask for one of them/],
  ] as const) {
    const ran = await bench.run(["reports", ...words], NO_KEYS);
    assert.deepEqual([ran.code, ran.stdout], [exit, ""], `${words.join(" ")}: ${ran.stderr}`);
    assert.match(ran.stderr, said, words.join(" "));
  }
});

reports.run();
