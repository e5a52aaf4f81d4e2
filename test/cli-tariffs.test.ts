import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import type { Tariff, TariffReplay } from "../common/api/tariffs.ts";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import type { RateDifference } from "../common/rate-differences.ts";
import type { RateTable } from "../common/rate-table.ts";
import { type CliBench, openCliBench } from "./helpers/cli.ts";
import { collection, daily, flat, perUnit, started, table, tiers } from "./helpers/published-tariffs.ts";
import { openReportBooth, takeFor } from "./helpers/report-day.ts";

const tariffs = suite<{ bench: CliBench }>("cli tariffs");

/** No key and no other setting: who looks and tries needs none. */
const NO_KEYS = { env: { EVENT_SIGNING_KEY: "", SESSION_SECRET: "" } };
const NEW_YEAR = "2031-01-01T00:00";

tariffs.before.each(async (context) => {
  const bench = openCliBench();
  context.bench = bench;
  await bench.run(["seed-admin", "--password-stdin"], { input: "admin-pass" });
  assert.equal((await bench.run(["site", "set", "--timezone", "Europe/Madrid"])).code, 0);
});

tariffs.after.each(({ bench }) => {
  bench.close();
});

/** The default table with a dearer day, and cases that hold for it, in a file. */
function writeDraft(bench: CliBench, change: Partial<RateTable> = {}): RateTable {
  const draft: RateTable = { ...structuredClone(DEFAULT_RATE_TABLE), cases: [], ...change };
  if (change.collections === undefined) draft.collections[1]!.lines[0]!.value = 300;
  writeFileSync(join(bench.dir, "day.json"), JSON.stringify(draft));
  return draft;
}

const versions = async (bench: CliBench) =>
  ((await bench.json(["tariffs", "list"], NO_KEYS)) as { items: Tariff[] }).items.map(({ version }) => version);

tariffs("a version is shown as a table, and its rate table goes round through a file", async ({ bench }) => {
  const text = (await bench.run(["tariffs", "show"], NO_KEYS)).stdout;
  assert.match(text, /^version\s+1$/m);
  assert.match(text, /^maximum\s+€18\.00 a day, from 00:00$/m);
  assert.match(text, /^Night\s+every day 20:00–07:00\s+all\s+at most €6\.00 a day, from 12:00$/m);
  assert.match(text, /^Night\s+any length\s+€1\.00 per started 1 h\s+–$/m);
  assert.match((await bench.run(["tariffs", "list"], NO_KEYS)).stdout, /^1\s+Standard\s+in force\s+20\d\d-/m);
  const shown = (await bench.json(["tariffs", "show", "1"], NO_KEYS)) as Tariff;
  assert.deepEqual(shown.rateTable, DEFAULT_RATE_TABLE);
  assert.deepEqual(Object.keys(shown.rateTable).slice(0, 3), ["name", "maxValue", "resetMode"]);
  for (const words of [
    "show 1 --rate-table",
    "show 1 --json",
    "show 1 --rate-table --json",
    `show ${shown.id} --json`,
  ]) {
    assert.equal((await bench.shell(`boothctl tariffs ${words} > day.json`, NO_KEYS)).code, 0);
    const diff = (await bench.json(["tariffs", "diff", "day.json"], NO_KEYS)) as { differences: RateDifference[] };
    assert.deepEqual(diff.differences, [], words);
  }
  assert.equal((await bench.run(["tariffs", "show", "9"], NO_KEYS)).code, 6);
  assert.equal((await bench.run(["tariffs", "diff", "day.json", "--with", "nobody"], NO_KEYS)).code, 6);
});

tariffs("every kind of collection and line has its words", async ({ bench }) => {
  const weekdays = { days: ["mon", "tue", "wed", "thu", "fri"], from: "17:00", to: "20:30" } as const;
  const evening = collection([flat(500)], {
    name: "Evening",
    crossing: "entry",
    vehicleClasses: ["van", "bus"],
    entryPeriods: [{ ...weekdays, days: [...weekdays.days] }],
    exitPeriods: [daily("17:00", "23:00")],
    minTime: "PT30M",
    maxTime: "PT4H",
  });
  const steps = collection([...tiers("total", [[1, 200]]), ...tiers("additive", [[3, 500]])], {
    name: "Steps",
    validPeriods: [{ days: ["sat", "mon"], from: "08:00", to: "24:00" }],
    minValue: 100,
    maxValue: 900,
    resetMode: "rolling",
  });
  const rest = collection([perUnit(300, "PT1H", { incrementPeriod: "PT15M", maxValue: 700 })], { name: "Rest" });
  const rates = {
    taxRate: "0.052",
    taxIncluded: false,
    validations: { gym: { percent: 12.5 }, shop: { amount: 130 } },
  };
  writeDraft(bench, table([evening, steps, rest], rates));
  assert.equal((await bench.run(["tariffs", "publish", "day.json", "--effective", NEW_YEAR])).code, 0);
  const lines = (await bench.run(["tariffs", "show", "2"], NO_KEYS)).stdout
    .split("\n")
    .map((line) => line.split(/ {2,}/));
  const whole = "whole stay: entry mon–fri 17:00–20:30, exit every day 17:00–23:00, at least 30 min, at most 4 h";
  for (const cells of [
    ["tax", "5.2 %, added"],
    ["validation gym", "12.5 % off"],
    ["validation shop", "€1.30 off"],
    ["Evening", whole, "van bus", "–"],
    ["Steps", "mon sat 08:00–24:00", "all", "at least €1.00, at most €9.00 in each 24 h from entry"],
    ["Evening", "any length", "€5.00 once", "–"],
    ["Steps", "up to 1 h", "€2.00 in all", "–"],
    ["Steps", "up to 3 h", "€5.00 more", "–"],
    ["Rest", "any length", "€3.00 per 1 h, pro rata, in steps of 15 min", "€7.00"],
  ])
    assert.ok(
      lines.some((line) => line.join("|") === cells.join("|")),
      cells.join("  "),
    );
});

tariffs("a stay is quoted in the site's time, by a version or a file, with its lines", async ({ bench }) => {
  const stay = ["tariffs", "quote", "--in", "2026-05-29T15:54", "--out", "2026-05-29T22:42"];
  assert.equal((await bench.run(stay, NO_KEYS)).stdout, "€14.50\n");
  const explained = (await bench.run([...stay, "--explain"], NO_KEYS)).stdout;
  assert.match(
    explained,
    /Per started 1 h\s+Day\s+2026-05-29T15:54\+02:00\s+2026-05-29T20:00\+02:00\s+5\s+€2\.50\s+€12\.50/,
  );
  assert.match(explained, /^total .*€14\.50$/m);
  const price = (await bench.json(stay, NO_KEYS)) as { amount: number; currency: string };
  assert.deepEqual([price.amount, price.currency], [1450, "EUR"]);
  writeDraft(bench);
  assert.equal((await bench.run([...stay, "--file", "day.json"], NO_KEYS)).stdout, "€17.00\n");
  assert.equal((await bench.run([...stay, "--tariff", "1", "--validation", "bar"], NO_KEYS)).stdout, "€13.50\n");
  const utc = ["tariffs", "quote", "--in", "2026-05-29T13:54:00Z", "--out", "2026-05-29T22:42:00+02:00"];
  assert.equal((await bench.run(utc, NO_KEYS)).stdout, "€14.50\n");
  for (const [args, said] of [
    [["--in", "2026-02-30T10:00", "--out", "2026-03-01T10:00"], /--in: expected a date and time/],
    [["--in", "2026-02-20", "--out", "2026-03-01T10:00"], /--in: expected a date and time/],
    [["--in", "2026-02-20T10:00", "--out", "2026-02-20T10:00:75"], /--out: expected a date and time/],
    [["--in", "2026-02-20T10:00", "--out", "2026-02-20T09:00"], /exitedAt at or after enteredAt/],
    [[...stay.slice(2), "--class", "bicycle"], /vehicleClass: expected one of sedan/],
    [[...stay.slice(2), "--tariff", "1", "--file", "day.json"], /either --tariff or --file/],
    [["--in", "2026-02-20T10:00"], /--out/],
  ] as const) {
    const ran = await bench.run(["tariffs", "quote", ...args], NO_KEYS);
    assert.equal(ran.code, 2, args.join(" "));
    assert.match(ran.stderr, said);
  }
  assert.equal((await bench.run([...stay, "--tariff", "7"], NO_KEYS)).code, 6);
});

tariffs(
  "a table is tried against its own cases: a case that fails is exit 8, with the line that explains it",
  async ({ bench }) => {
    const stay = { enter: "2026-05-29T10:00", exit: "2026-05-29T11:30", vehicleClass: "sedan" } as const;
    writeDraft(bench, { collections: [collection([started(300, "PT1H")])], cases: [{ ...stay, expect: 600 }] });
    const good = await bench.run(["tariffs", "test", "day.json"], NO_KEYS);
    assert.deepEqual([good.code, good.stderr], [0, "day.json may be published.\n"]);
    writeDraft(bench, {
      cases: [
        { ...stay, expect: 600 },
        { ...stay, expect: 500 },
      ],
    });
    const bad = await bench.run(["tariffs", "test", "day.json"], NO_KEYS);
    assert.equal(bad.code, 8);
    assert.match(bad.stdout, /^2\s+2026-05-29T10:00\s+2026-05-29T11:30\s+sedan\s+€5\.00\s+€6\.00\s+no$/m);
    const [message, unchanged, hint] = bad.stderr.split("\n");
    assert.match(message!, /expected 500, got 600\.$/);
    assert.equal(unchanged, "  Nothing was published.");
    const explained = await bench.shell(hint!.replace("  Try: ", ""), NO_KEYS);
    assert.match(explained.stdout, /^total .*€6\.00$/m);
    const json = await bench.run(["tariffs", "test", "day.json", "--json"], NO_KEYS);
    const told = JSON.parse(json.stdout) as { ok: boolean; cases: { got: number }[]; problems: { path: string }[] };
    assert.deepEqual(
      [json.code, told.ok, told.cases[1]!.got, told.problems[0]!.path],
      [8, false, 600, "cases.1.expect"],
    );
    assert.equal(JSON.parse(json.stderr).code, "check_failed");
  },
);

tariffs(
  "a table that leaves hours without a price fails the test, and one that is none is wrong usage",
  async ({ bench }) => {
    const night = collection([started(100, "PT1H")], { validPeriods: [daily("20:00", "08:00")] });
    writeDraft(bench, table([night]));
    const gap = await bench.run(["tariffs", "test", "day.json"], NO_KEYS);
    assert.equal(gap.code, 8);
    assert.match(gap.stderr, /no price for any class .*08:00/i);
    const file = join(bench.dir, "day.json");
    for (const [text, said] of [
      ["{", /day\.json is not well-formed JSON/],
      ["[]", /day\.json/],
      [JSON.stringify({ ...DEFAULT_RATE_TABLE, freeMinutes: -1 }), /freeMinutes: must not be negative/],
    ] as const) {
      writeFileSync(file, text);
      const ran = await bench.run(["tariffs", "test", "day.json"], NO_KEYS);
      assert.equal(ran.code, 2, text);
      assert.match(ran.stderr, said);
    }
    assert.equal((await bench.run(["tariffs", "test", "none.json"], NO_KEYS)).code, 2);
  },
);

tariffs(
  "what a draft changes is listed by member, and published once however often it is asked for",
  async ({ bench }) => {
    const draft = writeDraft(bench);
    const diff = await bench.run(["tariffs", "diff", "day.json", "--with", "1"], NO_KEYS);
    assert.match(diff.stdout, /^Day\s+collections\.1\.lines\.0\.value\s+250\s+300$/m);
    const publish = ["tariffs", "publish", "day.json", "--effective", NEW_YEAR, "--note", "dearer days"];
    const first = await bench.run(publish);
    assert.deepEqual([first.code, first.stdout], [0, "version 2\n"]);
    assert.match(first.stderr, /Version 2 was published/);
    const again = await bench.run(publish);
    assert.deepEqual([again.code, again.stdout], [0, "version 2\n"]);
    assert.match(again.stderr, /nothing was published/);
    const shown = (await bench.json(["tariffs", "show", "2"], NO_KEYS)) as Tariff;
    assert.deepEqual(shown.rateTable, draft);
    assert.deepEqual([shown.effectiveFrom, shown.note], ["2030-12-31T23:00:00.000Z", "dearer days"]);
    assert.match(
      (await bench.run(["tariffs", "list"], NO_KEYS)).stdout,
      /^2\s+Standard\s+to come\s+2031-01-01T00:00\+01:00/m,
    );
    assert.deepEqual(await versions(bench), [2, 1]);
    assert.equal((await bench.run(["ledger", "verify", "--rebuild"])).code, 0);
  },
);

tariffs("what must not be published is refused, and nothing is stored", async ({ bench }) => {
  const stay = { enter: "2026-05-29T10:00", exit: "2026-05-29T11:30", vehicleClass: "sedan", expect: 1 } as const;
  writeDraft(bench);
  const at = (effective: string, ...more: string[]) =>
    bench.run(["tariffs", "publish", "day.json", "--effective", effective, ...more]);
  const past = await at("2026-01-01T00:00");
  assert.equal(past.code, 2);
  assert.match(past.stderr, /not in the past/);
  assert.equal((await at("2031-02-29T00:00")).code, 2);
  assert.equal((await at(NEW_YEAR, "--replay-days", "367")).code, 2);
  assert.equal((await at(NEW_YEAR, "--based-on", "7")).code, 6);
  assert.equal((await bench.run(["tariffs", "publish", "day.json"])).code, 2);
  writeDraft(bench, { cases: [stay] });
  const failing = await at(NEW_YEAR);
  assert.equal(failing.code, 2);
  assert.match(
    failing.stderr,
    /expected 1, got 600\.\n {2}Nothing was published\.\n {2}Try: boothctl tariffs test day\.json/,
  );
  assert.deepEqual(await versions(bench), [1]);
  writeDraft(bench);
  assert.equal((await at(NEW_YEAR, "--based-on", "1")).code, 0);
  assert.equal((await at("2031-06-01T00:00", "--based-on", "1")).code, 7);
  assert.deepEqual(await versions(bench), [2, 1]);
});

tariffs("a draft is replayed against the stays of the booth, beside its running daemon", async ({ bench }) => {
  const now = Date.now();
  const site = await openReportBooth(new Date(now - 3_600_000).toISOString(), "Europe/Madrid");
  try {
    const { amount } = (await takeFor(site, 20)).paid;
    writeDraft(bench, table([collection([started(300, "PT1H")])]));
    const here = { env: { DATA_DIR: site.booth.dataDir } };
    const before = readFileSync(join(site.booth.dataDir, "booth.db"));
    const found = (await bench.json(["tariffs", "replay", "day.json", "--days", "2"], here)) as TariffReplay;
    assert.deepEqual([found.sessions, found.before, found.after, found.days], [1, amount, 300, 2]);
    const text = (await bench.run(["tariffs", "replay", "day.json"], here)).stdout;
    assert.match(text, /^stays\s+1$/m);
    assert.match(text, /^after\s+€3\.00$/m);
    assert.equal((await bench.run(["tariffs", "replay", "day.json", "--days", "0"], here)).code, 2);
    assert.ok(before.equals(readFileSync(join(site.booth.dataDir, "booth.db"))));
    const publish = ["tariffs", "publish", "day.json", "--effective", NEW_YEAR, "--replay-days", "2"];
    const published = (await bench.json(publish, here)) as Tariff;
    assert.deepEqual([published.version, published.replay?.after], [2, 300]);
    const listed = await (await site.booth.signIn("operator")).get("/api/tariffs");
    assert.equal(listed.body.items[0].replay.sessions, 1);
  } finally {
    await site.booth.close();
  }
});

tariffs.run();
