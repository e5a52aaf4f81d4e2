import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import * as v from "valibot";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { DAYS } from "../common/pricing/duration.ts";
import { price } from "../common/pricing.ts";
import { type RateTable, RateTableSchema } from "../common/rate-table.ts";
import { VEHICLE_CLASSES } from "../common/review.ts";
import { type DailyForm, formOf, type StationForm, withForm } from "../kiosk/screens/admin/tariffs/daily-form.ts";
import { percentOf, shareOf, typedPercent, typedTime } from "../kiosk/screens/admin/tariffs/measures.ts";
import type { Rate, WindowForm } from "../kiosk/screens/admin/tariffs/window-form.ts";
import { rateTables } from "./helpers/arbitrary-tariffs.ts";

const test = suite("tariff form");

const amount = fc.nat(5000);
const time = fc
  .record({ hour: fc.nat(23), minute: fc.nat(59) })
  .map(({ hour, minute }) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const step = fc.record({ minutes: fc.integer({ min: 1, max: 600 }), value: amount });
const rate: fc.Arbitrary<Rate> = fc.oneof(
  fc.record({ kind: fc.constant("time" as const), first: fc.option(step), next: step }),
  fc.record({ kind: fc.constant("flat" as const), value: amount }),
);
const per = fc.record({ mode: fc.constantFrom("session" as const, "calendar" as const, "rolling" as const), time });
const window: fc.Arbitrary<WindowForm> = fc.record({
  name: fc.constantFrom("Day", "Night", "Weekend"),
  hours: fc.option(fc.record({ days: fc.subarray([...DAYS], { minLength: 1 }), from: time, to: time })),
  classes: fc.subarray([...VEHICLE_CLASSES]),
  rate,
  cap: fc.option(amount),
  per,
});
const percent = fc.nat(100_000_000).map((n) => typedPercent((n / 1_000_000).toFixed(6)) ?? "");
const stations: fc.Arbitrary<StationForm[]> = fc.uniqueArray(
  fc.oneof(
    fc.record({ station: fc.constantFrom("bar", "gym"), kind: fc.constant("amount" as const), value: amount }),
    fc.record({ station: fc.constantFrom("bar", "shop"), kind: fc.constant("percent" as const), value: percent }),
  ),
  { selector: ({ station }) => station },
);
const forms: fc.Arbitrary<DailyForm> = fc
  .record({
    name: fc.constantFrom("Standard", "Summer"),
    freeMinutes: fc.nat(120),
    graceMinutes: fc.nat(60),
    lostTicket: amount,
    windows: fc.array(window, { minLength: 1, maxLength: 4 }),
    cap: fc.option(amount),
    capPer: per,
    stations,
    taxPercent: percent,
    taxIncluded: fc.boolean(),
    rounding: fc.record({ unit: fc.constantFrom(1, 5, 50), mode: fc.constantFrom("up" as const, "nearest" as const) }),
  })
  .map((form) => structuredClone(form));
// Any published table may be what a draft begins with, also one that no form shows.
const tables = fc.oneof(
  fc.constant(DEFAULT_RATE_TABLE),
  rateTables({ entry: true, stepped: true, fallingTiers: true }),
  forms.map((form) => withForm(DEFAULT_RATE_TABLE, form)),
);

test("what is put into the form is what the table says afterwards, and the table is well formed", () => {
  fc.assert(
    fc.property(tables, forms, (table, form) => {
      const next = withForm(table, form);
      assert.deepEqual(formOf(next).form, form);
      assert.ok(v.safeParse(RateTableSchema, next).success);
      assert.deepEqual(next.cases, table.cases);
    }),
  );
});

test("a table that the form shows goes through it unchanged", () => {
  let shown = 0;
  const check = (table: RateTable) => {
    const { form } = formOf(table);
    if (form === null) return;
    shown += 1;
    assert.deepEqual(withForm(table, form), table);
  };
  fc.assert(fc.property(tables, check));
  assert.ok(shown > 20, `only ${shown} tables were shown`);
});

test("a change of one rule leaves every other one as it was written", () => {
  const [night, day] = DEFAULT_RATE_TABLE.collections;
  const { form } = formOf(DEFAULT_RATE_TABLE);
  assert.ok(form !== null && night && day);
  const dearer = form.windows.map((one, i): WindowForm => {
    return i === 1 ? { ...one, rate: { kind: "time", first: null, next: { minutes: 60, value: 300 } } } : one;
  });
  const next = withForm(DEFAULT_RATE_TABLE, { ...form, windows: dearer });
  assert.deepEqual(next.collections[0], night);
  const { collections, ...others } = next;
  assert.deepEqual({ ...others, collections: DEFAULT_RATE_TABLE.collections }, DEFAULT_RATE_TABLE);
  assert.deepEqual(collections[1]?.lines, [
    { sequence: 1, type: "incrementingRate", incrementPeriod: "PT1H", value: 300 },
  ]);
});

test("a first increment apart is charged once, and the next ones after it", () => {
  const { form } = formOf(DEFAULT_RATE_TABLE);
  assert.ok(form);
  const [, day] = form.windows;
  assert.ok(day);
  const rateOfDay: Rate = { kind: "time", first: { minutes: 60, value: 400 }, next: { minutes: 30, value: 100 } };
  const table = withForm(DEFAULT_RATE_TABLE, { ...form, windows: [{ ...day, rate: rateOfDay }] });
  const feeOf = (minutes: number) =>
    price(table, {
      enteredAt: "2026-03-02T09:00:00Z",
      exitedAt: new Date(Date.parse("2026-03-02T09:00:00Z") + minutes * 60_000).toISOString(),
      vehicleClass: "sedan",
      timezone: "Europe/Madrid",
      currency: "EUR",
    }).amount;
  assert.deepEqual([60, 61, 90, 91].map(feeOf), [400, 500, 500, 600]);
});

test("the form says which part of a table it does not show", () => {
  const [night, day] = DEFAULT_RATE_TABLE.collections;
  assert.ok(night && day);
  const unfitWith = (change: object) =>
    formOf({ ...DEFAULT_RATE_TABLE, collections: [night, { ...day, ...change }] }).unfit;
  assert.equal(unfitWith({}), null);
  assert.equal(unfitWith({ crossing: "entry" }), "Day");
  assert.equal(unfitWith({ minValue: 100 }), "Day");
  assert.equal(unfitWith({ durationsReset: true }), "Day");
  assert.equal(unfitWith({ lines: [{ sequence: 1, type: "perUnit", unitPeriod: "PT1H", value: 100 }] }), "Day");
  const seconds = [{ sequence: 1, type: "incrementingRate", incrementPeriod: "PT90S", value: 100 }];
  assert.equal(unfitWith({ lines: seconds }), "Day");
});

test("a percentage keeps its digits, whichever way it goes", () => {
  fc.assert(fc.property(percent, (text) => assert.equal(percentOf(shareOf(text)), text)));
  assert.deepEqual(["21", "21,5", "021.50", "100"].map(typedPercent), ["21", "21.5", "21.5", "100"]);
  assert.deepEqual(["101", "x", "", "-1", "1.23456789"].map(typedPercent), [null, null, null, null, null]);
  assert.deepEqual([percentOf(0.21), percentOf("0.052"), percentOf(1), percentOf(1e-7)], ["21", "5.2", "100", null]);
});

test("a time is understood however people type it", () => {
  assert.deepEqual(["7", "07", "730", "7:30", "19.05", "1905"].map(typedTime), [
    "07:00",
    "07:00",
    "07:30",
    "07:30",
    "19:05",
    "19:05",
  ]);
  assert.deepEqual(["25", "7:61", "", "seven", "24:00"].map(typedTime), [null, null, null, null, null]);
});

test.run();
