import assert from "node:assert/strict";
import { suite } from "uvu";
import { price } from "../common/pricing.ts";
import type { RateTable } from "../common/rate-table.ts";
import { collection, daily, EVERY_DAY, flat, perUnit, started, table, tiers } from "./helpers/published-tariffs.ts";
import { feeOf, priceFor, priceOf } from "./helpers/stays.ts";

const rules = suite("pricing rules");
const HOURLY = collection([started(100, "PT1H")]);
const fee = (rateTable: RateTable, enter: string, exit: string) => priceOf(rateTable, enter, exit).amount;
/** The fee on Friday 2026-01-16, the exit `days` later. */
const friday = (rateTable: RateTable, enter: string, exit: string, days = 0) =>
  fee(rateTable, `2026-01-16T${enter}`, `2026-01-${16 + days}T${exit}`);

rules("a stay of at most the free minutes costs nothing, a longer one is priced from its start", () => {
  const free = table([HOURLY], { freeMinutes: 15 });
  assert.equal(feeOf(free, 15), 0);
  assert.equal(feeOf(free, 15 + 1 / 60_000), 100, "a millisecond more");
  assert.equal(feeOf(free, 60), 100);
  assert.equal(feeOf(free, 61), 200);
  assert.deepEqual(
    priceFor(free, 15).lines.map((line) => [line.code, line.amount]),
    [["free", 0]],
  );
});

rules("a stay without length, or one that ends before it begins, costs nothing", () => {
  assert.equal(feeOf(table([HOURLY]), 0), 0);
  assert.equal(feeOf(table([HOURLY]), -5), 0);
});

rules("an instant or a zone that does not exist, and one without an offset, is refused", () => {
  const stay = { vehicleClass: "sedan", timezone: "UTC", currency: "EUR", exitedAt: "2026-01-16T10:00:00Z" } as const;
  assert.throws(() => price(table([HOURLY]), { ...stay, enteredAt: "2026-01-16T09:00:00" }), RangeError);
  assert.equal(price(table([HOURLY]), { ...stay, enteredAt: "2026-01-16T10:00:00+01:00" }).amount, 100);
  assert.throws(() => priceOf(table([HOURLY]), "2026-01-16T09:00:00Z", "2026-99-16T09:00:00Z"), RangeError);
  assert.throws(() => feeOf(table([HOURLY]), 60, { timezone: "Mars/Base" }), RangeError);
});

rules("the first entry collection in sequence whose conditions hold prices the whole stay", () => {
  const both = table([
    HOURLY,
    collection([flat(900)], { crossing: "entry", minTime: "PT3H", maxTime: "PT4H" }),
    collection([flat(700)], { crossing: "entry", minTime: "PT2H" }),
  ]);
  assert.equal(feeOf(both, 119), 200);
  assert.equal(feeOf(both, 120), 700);
  assert.equal(feeOf(both, 180), 900);
  assert.equal(feeOf(both, 240), 900);
  assert.equal(feeOf(both, 241), 700);
});

rules("an entry collection without entry periods asks its valid periods, for the entry only", () => {
  const evening = table([
    collection([flat(500)], { crossing: "entry", validPeriods: [daily("18:00", "22:00")] }),
    HOURLY,
  ]);
  assert.equal(friday(evening, "17:59", "18:30"), 100);
  assert.equal(friday(evening, "18:00", "23:30"), 500);
  assert.equal(friday(evening, "22:00", "23:00"), 100);
});

rules("a collection prices only its vehicle classes; an absent or empty list is every class", () => {
  const classes = table([collection([started(50, "PT1H")], { vehicleClasses: ["motorcycle", "bus"] }), HOURLY]);
  assert.equal(feeOf(classes, 60, { vehicleClass: "motorcycle" }), 50);
  assert.equal(feeOf(classes, 60, { vehicleClass: "truck" }), 100);
  assert.equal(feeOf(table([collection([flat(5)], { vehicleClasses: [] })]), 60), 5);
});

rules("a split collection prices the time inside its periods, the next in sequence the rest", () => {
  const dayAndNight = table([
    collection([perUnit(60, "PT1H")], { validPeriods: [daily("20:00", "06:00")] }),
    collection([perUnit(120, "PT1H")]),
  ]);
  assert.equal(friday(dayAndNight, "19:00", "21:00"), 120 + 60);
  assert.equal(friday(dayAndNight, "23:00", "07:00", 1), 7 * 60 + 120);
  assert.equal(friday(dayAndNight, "06:00", "20:00"), 14 * 120);
});

rules("a period that wraps past midnight belongs to the day it begins on", () => {
  const fridayNight = table([
    collection([perUnit(600, "PT1H")], { validPeriods: [{ days: ["fri"], from: "22:00", to: "06:00" }] }),
    collection([perUnit(60, "PT1H")]),
  ]);
  assert.equal(friday(fridayNight, "21:00", "07:00", 1), 60 + 8 * 600 + 60);
  assert.equal(fee(fridayNight, "2026-01-16T01:00", "2026-01-16T02:00"), 60, "Friday before dawn is Thursday's night");
});

rules("a Sunday night wraps into Monday, 24:00 is the day's end, and equal times are a whole day", () => {
  const night = (from: string, to: string) =>
    table([
      collection([perUnit(600, "PT1H")], { validPeriods: [{ days: ["sun"], from, to }] }),
      collection([perUnit(60, "PT1H")]),
    ]);
  assert.equal(fee(night("22:00", "02:00"), "2026-01-18T21:00", "2026-01-19T03:00"), 60 + 4 * 600 + 60);
  assert.equal(fee(night("22:00", "24:00"), "2026-01-18T21:00", "2026-01-19T03:00"), 60 + 2 * 600 + 3 * 60);
  assert.equal(fee(night("22:00", "00:00"), "2026-01-18T21:00", "2026-01-19T03:00"), 60 + 2 * 600 + 3 * 60);
  assert.equal(fee(night("12:00", "12:00"), "2026-01-18T11:00", "2026-01-19T13:00"), 60 + 24 * 600 + 60);
});

rules("a started increment is charged whole and covers time past the edge of its piece", () => {
  const evening = table([collection([started(200, "PT1H")], { validPeriods: [daily("18:00", "24:00")] }), HOURLY]);
  assert.equal(friday(evening, "17:30", "18:30"), 100);
  assert.equal(friday(evening, "17:30", "18:31"), 300);
  assert.equal(friday(evening, "17:30", "19:30"), 300);
  const perMinute = table([collection([perUnit(60, "PT1H")], { validPeriods: [daily("18:00", "24:00")] }), HOURLY]);
  assert.equal(friday(perMinute, "17:30", "19:00"), 100 + 30);
  const flatEvening = table([collection([flat(500)], { validPeriods: [daily("18:00", "24:00")] }), HOURLY]);
  assert.equal(friday(flatEvening, "17:30", "18:30"), 100);
  assert.equal(friday(flatEvening, "17:30", "18:31"), 600);
});

rules("a started increment covers time past the edge of its tier", () => {
  const tiered = table([
    collection([started(40, "PT45M", { durationEnd: "PT1H" }), started(30, "PT15M", { durationStart: "PT1H" })]),
  ]);
  assert.equal(feeOf(tiered, 45), 40);
  assert.equal(feeOf(tiered, 46), 80);
  assert.equal(feeOf(tiered, 90), 80);
  assert.equal(feeOf(tiered, 91), 110);
});

rules("a free increment covers nothing beyond its own time", () => {
  const sunday = table([collection([started(0, "PT1H")], { validPeriods: [daily("07:00", "22:30")] }), HOURLY]);
  assert.equal(friday(sunday, "22:15", "22:31"), 100);
});

rules("lines of one collection whose durations overlap run side by side", () => {
  const surcharge = table([collection([started(100, "PT1H"), started(50, "PT1H", { durationStart: "PT2H" })])]);
  assert.equal(feeOf(surcharge, 120), 200);
  assert.equal(feeOf(surcharge, 121), 350);
});

rules("a duration begins inclusively and ends exclusively", () => {
  const stepped = table([collection([flat(10, { durationEnd: "PT1H" }), flat(20, { durationStart: "PT1H" })])]);
  assert.equal(feeOf(stepped, 60), 10);
  assert.equal(feeOf(stepped, 60 + 1 / 60), 30);
});

rules("pro rata time is charged to the second", () => {
  const perHour = table([collection([perUnit(3600, "PT1H")])]);
  assert.equal(feeOf(perHour, 10 + 7 / 60), 607);
  assert.equal(feeOf(perHour, 10 + 7.9 / 60), 607);
});

rules("pro rata prices are exact and rounded once, at the total", () => {
  const thirds = table([
    collection([perUnit(100, "PT3H")], { validPeriods: [daily("00:00", "11:00")] }),
    collection([perUnit(100, "PT3H")], { validPeriods: [daily("11:00", "12:00")] }),
    collection([perUnit(100, "PT3H")]),
  ]);
  assert.equal(friday(thirds, "10:00", "13:00"), 100);
  assert.deepEqual(
    priceOf(thirds, "2026-01-16T10:00", "2026-01-16T13:00").lines.map((line) => line.amount),
    [33, 34, 33],
  );
});

rules("the increment of the last pro rata line rounds the time of all of them up once", () => {
  const step = table([
    collection([perUnit(500, "PT1H")], { validPeriods: [daily("00:00", "17:00")] }),
    collection([perUnit(700, "PT1H", { incrementPeriod: "PT10M" })]),
  ]);
  assert.equal(friday(step, "16:54", "17:22"), 330);
  assert.equal(friday(step, "16:54", "17:24"), 330);
  assert.equal(friday(step, "16:54", "16:58"), 33, "only the line without an increment was reached");
});

rules("a tier's end belongs to the tier it closes, and past the last tier its price stays", () => {
  const total = table([
    collection(
      tiers("total", [
        [1, 300],
        [2, 500],
      ]),
    ),
  ]);
  assert.deepEqual(
    [1, 60, 61, 120, 121, 999].map((minutes) => feeOf(total, minutes)),
    [300, 300, 500, 500, 500, 500],
  );
  const additive = table([
    collection(
      tiers("additive", [
        [1, 300],
        [2, 200],
      ]),
    ),
  ]);
  assert.deepEqual(
    [1, 60, 61, 120, 121].map((minutes) => feeOf(additive, minutes)),
    [300, 300, 500, 500, 500],
  );
});

rules("total tiers go on into increments, and on through reset windows", () => {
  const lines = [
    ...tiers("total", [
      [1, 300],
      [2, 500],
    ]),
    started(100, "PT1H", { durationStart: "PT2H" }),
  ];
  const mixed = table([collection(lines, { resetMode: "calendar", maxValue: 600 })]);
  assert.equal(feeOf(mixed, 121), 600);
  assert.equal(feeOf(mixed, 300), 600);
  assert.equal(friday(mixed, "23:30", "01:30", 1), 500);
  assert.equal(friday(mixed, "23:30", "02:30", 1), 600);
});

rules("durations restart with each reset window if the collection says so", () => {
  const lines = [flat(500, { durationEnd: "PT1H" }), started(100, "PT1H", { durationStart: "PT1H" })];
  const reset = { resetMode: "rolling", durationsReset: true } as const;
  assert.equal(feeOf(table([collection(lines, reset)]), 24 * 60 + 30), 500 + 2300 + 500);
  assert.equal(feeOf(table([collection(lines, { resetMode: "rolling" })]), 24 * 60 + 30), 500 + 2400);
});

rules("a flat rate is charged once per reset window", () => {
  const once = (rest: object) => table([collection([flat(500)], rest)]);
  assert.equal(friday(once({}), "10:00", "10:00", 2), 500);
  assert.equal(friday(once({ resetMode: "calendar" }), "10:00", "10:00", 2), 1500);
  assert.equal(friday(once({ resetMode: "calendar", resetTime: "10:00" }), "10:00", "10:00", 2), 1000);
  assert.equal(friday(once({ resetMode: "rolling" }), "10:00", "10:01", 2), 1500);
  const night = { validPeriods: [daily("20:00", "06:00")], resetMode: "calendar" as const, resetTime: "12:00" };
  assert.equal(friday(table([collection([flat(300)], night), HOURLY]), "20:00", "06:00", 2), 600 + 14 * 100);
});

rules("a night with a clock change is priced by the hours that passed", () => {
  const night = table([
    collection([perUnit(100, "PT1H")], { validPeriods: [{ days: EVERY_DAY, from: "22:00", to: "06:00" }] }),
    collection([perUnit(1000, "PT1H")]),
  ]);
  assert.equal(fee(night, "2026-03-27T22:00", "2026-03-28T06:00"), 800);
  assert.equal(fee(night, "2026-03-28T22:00", "2026-03-29T06:00"), 700, "clocks go forward");
  assert.equal(fee(night, "2026-10-24T22:00", "2026-10-25T06:00"), 900, "clocks go back");
  assert.equal(fee(night, "2026-03-29T05:00", "2026-03-29T07:00"), 1100);
});

rules("a calendar day has 23, 24 or 25 hours, a rolling one always 24", () => {
  const day = (resetMode: "calendar" | "rolling") => table([collection([flat(100)], { resetMode })]);
  assert.equal(fee(day("calendar"), "2026-10-25T00:00", "2026-10-26T00:00"), 100);
  assert.equal(fee(day("rolling"), "2026-10-25T00:00", "2026-10-26T00:00"), 200);
  assert.equal(fee(day("calendar"), "2026-03-29T00:00", "2026-03-30T00:00"), 100);
  assert.equal(fee(day("calendar"), "2026-03-29T00:00", "2026-03-30T00:01"), 200);
});

rules("an edge inside the hour that a clock change skips falls on the change", () => {
  const early = table([
    collection([perUnit(100, "PT1H")], { validPeriods: [daily("02:30", "06:00")] }),
    collection([perUnit(1000, "PT1H")]),
  ]);
  assert.equal(fee(early, "2026-03-29T01:00", "2026-03-29T04:00"), 1000 + 100);
  const beirut = { timezone: "Asia/Beirut" };
  const day = table([collection([flat(100)], { resetMode: "calendar" })]);
  assert.equal(priceOf(day, "2026-03-28T22:00", "2026-03-29T02:00", beirut).amount, 200, "a day that begins at 01:00");
});

rules("the stay's zone decides, not the machine's", () => {
  const evening = table([collection([flat(500)], { validPeriods: [daily("20:00", "24:00")] }), HOURLY]);
  const at = (timezone: string) => feeOf(evening, 60, { timezone });
  assert.deepEqual([at("Europe/Berlin"), at("Pacific/Auckland"), at("Asia/Kathmandu")], [100, 500, 100]);
});

rules.run();
