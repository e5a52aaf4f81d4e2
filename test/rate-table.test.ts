import assert from "node:assert/strict";
import { suite } from "uvu";
import * as v from "valibot";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { checkRateTable, type RateTable, RateTableSchema } from "../common/rate-table.ts";
import { VEHICLE_CLASSES } from "../common/review.ts";
import { collection, daily, flat, PUBLISHED, started, table } from "./helpers/published-tariffs.ts";

const rateTable = suite("rate table");
const HOURLY = collection([started(100, "PT1H")]);
const check = (one: RateTable) => checkRateTable(one, "EUR", "Europe/Berlin");
const accepts = (change: object) => v.safeParse(RateTableSchema, { ...DEFAULT_RATE_TABLE, ...change }).success;
const withLine = (change: object) => ({
  collections: [{ ...HOURLY, lines: [{ sequence: 1, type: "flatRate", value: 1, ...change }] }],
});
const withPeriod = (from: string, to: string, days = ["mon"]) => ({
  collections: [{ ...HOURLY, validPeriods: [{ days, from, to }] }],
});

rateTable("the default and the published tables have the contract's shape", () => {
  for (const one of [DEFAULT_RATE_TABLE, ...Object.values(PUBLISHED)]) {
    assert.deepEqual(v.parse(RateTableSchema, one), one);
  }
});

rateTable("the default table may be published, with its cases", () => {
  assert.deepEqual(check(DEFAULT_RATE_TABLE), []);
  assert.ok((DEFAULT_RATE_TABLE.cases?.length ?? 0) >= 5);
});

rateTable("unknown keys are refused at every depth", () => {
  assert.equal(accepts({ surcharge: 1 }), false);
  assert.equal(accepts({ rounding: { unit: 1, mode: "up", to: 5 } }), false);
  assert.equal(accepts({ collections: [{ ...HOURLY, price: 1 }] }), false);
  assert.equal(accepts(withLine({ price: 1 })), false);
  assert.equal(accepts({ validations: { bar: { freeMinutes: 60, percent: 5 } } }), false);
});

rateTable("values are whole minor units, not negative", () => {
  assert.equal(accepts(withLine({ value: 2.5 })), false);
  assert.equal(accepts(withLine({ value: -1 })), false);
  assert.equal(accepts(withLine({ value: "100" })), false);
  assert.equal(accepts({ rounding: { unit: 0, mode: "up" } }), false);
});

rateTable("durations are ISO 8601 of days, hours, minutes and seconds, or weeks", () => {
  const duration = (text: string) => accepts(withLine({ durationEnd: text }));
  assert.deepEqual(["PT15M", "PT1H30M", "P1D", "P1DT12H", "PT90S", "P1W"].map(duration), Array(6).fill(true));
  assert.deepEqual(["", "P", "PT", "P1DT", "15M", "PT1.5H", "P1M", "P1Y", "PT15m"].map(duration), Array(9).fill(false));
});

rateTable("an increment or a unit lasts longer than nothing", () => {
  assert.deepEqual(
    ["PT0M", "P0D", "PT00H00S"].map((text) => accepts(withLine({ unitPeriod: text }))),
    [false, false, false],
  );
  assert.deepEqual(
    ["PT0H10M", "P1D"].map((text) => accepts(withLine({ incrementPeriod: text }))),
    [true, true],
  );
});

rateTable("times of day are HH:MM, and only an end may be 24:00", () => {
  assert.equal(accepts(withPeriod("00:00", "24:00")), true);
  assert.equal(accepts(withPeriod("24:00", "06:00")), false);
  assert.equal(accepts(withPeriod("7:00", "08:00")), false);
  assert.equal(accepts(withPeriod("07:00", "24:01")), false);
  assert.equal(accepts(withPeriod("07:00", "08:00", ["monday"])), false);
  assert.equal(accepts(withPeriod("07:00", "08:00", [])), false);
});

rateTable("a tax rate is a decimal from 0 to 1, number or text", () => {
  assert.deepEqual(
    [0, 0.21, "0.21", 1].map((taxRate) => accepts({ taxRate })),
    [true, true, true, true],
  );
  assert.deepEqual(
    [21, -0.1, "21", "a fifth"].map((taxRate) => accepts({ taxRate })),
    [false, false, false, false],
  );
});

rateTable("a time of the week without a price is named, with the class", () => {
  const others = VEHICLE_CLASSES.filter((one) => one !== "motorcycle");
  const gap = table([
    collection([flat(1)], { vehicleClasses: others }),
    collection([flat(1)], { validPeriods: [daily("00:00", "22:30")] }),
    collection([flat(1)], {
      validPeriods: [{ days: ["mon", "tue", "wed", "thu", "fri", "sat"], from: "22:30", to: "00:00" }],
    }),
  ]);
  assert.deepEqual(check(gap), [{ path: "collections", message: "no price for motorcycle on Sunday 22:30–24:00" }]);
});

rateTable("a gap over midnight and a table without any split collection are named in one sentence each", () => {
  const weekend = table([
    collection([flat(1)], { validPeriods: [{ days: ["mon", "tue", "wed", "thu"], from: "00:00", to: "24:00" }] }),
  ]);
  assert.deepEqual(
    check(weekend).map(({ message }) => message),
    ["no price for any class from Friday 00:00 to Sunday 24:00"],
  );
  const entryOnly = table([collection([flat(1)], { crossing: "entry" })]);
  assert.deepEqual(
    check(entryOnly).map(({ message }) => message),
    ["no price for any class at any time"],
  );
});

rateTable("a failing case says what it expected and what it got", () => {
  const good = { enter: "2026-01-16T10:00", exit: "2026-01-16T11:30", vehicleClass: "sedan", expect: 200 } as const;
  const bad = { ...good, enter: "2026-01-16T09:00:00Z", exit: "2026-01-16T11:00:00+01:00", expect: 300 } as const;
  const problems = check(table([HOURLY], { cases: [good, bad] }));
  assert.equal(problems.length, 1);
  assert.equal(problems[0]?.path, "cases.1.expect");
  assert.match(problems[0]?.message ?? "", /expected 300, got 100$/);
});

rateTable("a case that exits before it enters is refused", () => {
  const backwards = { enter: "2026-01-16T10:00", exit: "2026-01-16T09:00", vehicleClass: "sedan", expect: 0 } as const;
  assert.deepEqual(
    check(table([HOURLY], { cases: [backwards] })).map(({ path }) => path),
    ["cases.0.exit"],
  );
});

rateTable("a line that misses what its type needs is refused where it is missing", () => {
  const lines = [{ type: "incrementingRate", value: 1 } as const, { type: "perUnit", value: 1 } as const];
  assert.deepEqual(check(table([collection(lines)])), [
    { path: "collections.0.lines.0.incrementPeriod", message: "incrementingRate needs incrementPeriod" },
    { path: "collections.0.lines.1.unitPeriod", message: "perUnit needs unitPeriod" },
  ]);
});

rateTable("durations that end before they begin are refused", () => {
  const backwards = [flat(1, { durationStart: "PT1H", durationEnd: "PT60M" }), flat(1, { durationEnd: "PT0M" })];
  assert.deepEqual(
    check(table([collection(backwards)])).map(({ path }) => path),
    ["collections.0.lines.0.durationEnd", "collections.0.lines.1.durationEnd"],
  );
});

rateTable("a sequence is taken once, among collections and among the lines of one", () => {
  const twice = table([HOURLY, collection([])]);
  const [first, second] = twice.collections;
  const line = { sequence: 7, type: "flatRate", value: 1 } as const;
  twice.collections = [
    { ...first!, sequence: 4 },
    { ...second!, sequence: 4, lines: [line, line] },
  ];
  assert.deepEqual(
    check(twice).map(({ path }) => path),
    ["collections.1.sequence", "collections.1.lines.1.sequence"],
  );
});

rateTable("collections without lines, and minima above maxima, are refused", () => {
  assert.deepEqual(
    check(table([collection([])])).map(({ path }) => path),
    ["collections.0.lines"],
  );
  const upside = table([collection([flat(1)], { minValue: 5, maxValue: 4, minTime: "PT2H", maxTime: "PT1H" })]);
  assert.deepEqual(
    check(upside).map(({ path }) => path),
    ["collections.0.minValue", "collections.0.minTime"],
  );
});

rateTable.run();
