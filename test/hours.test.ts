import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { addMonths, dayOfEdge, edgeOfDay, hoursUntil, parseHours, writeHours } from "../common/hours.ts";
import type { ValidPeriod } from "../common/pricing/model.ts";

const test = suite("hours and days of a site");
const ZONE = "Europe/Berlin";
const NIGHT: ValidPeriod = { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "18:00", to: "08:00" };

const until = (hours: ValidPeriod[], at: string) => {
  const end = hoursUntil(hours, ZONE, Date.parse(at));
  return end === null || end === Number.POSITIVE_INFINITY ? end : new Date(end).toISOString();
};

test("hours end at their end, the first instant after it is outside, and their start is inside", () => {
  const office: ValidPeriod[] = [{ days: ["fri"], from: "07:00", to: "19:00" }];
  assert.equal(until(office, "2026-11-20T05:59:59.999Z"), null);
  assert.equal(until(office, "2026-11-20T06:00:00.000Z"), "2026-11-20T18:00:00.000Z");
  assert.equal(until(office, "2026-11-20T17:59:59.999Z"), "2026-11-20T18:00:00.000Z");
  assert.equal(until(office, "2026-11-20T18:00:00.000Z"), null);
  assert.equal(until(office, "2026-11-21T10:00:00.000Z"), null);
});

test("hours that touch or overlap run on, over midnight and over the end of the week", () => {
  const weekend: ValidPeriod[] = [
    { days: ["sat", "sun"], from: "00:00", to: "24:00" },
    { days: ["mon"], from: "00:00", to: "06:00" },
    { days: ["fri"], from: "20:00", to: "02:00" },
  ];
  assert.equal(until(weekend, "2026-11-20T20:00:00.000Z"), "2026-11-23T05:00:00.000Z");
});

test("hours that cover the whole week never end", () => {
  const parts: ValidPeriod[] = [NIGHT, { ...NIGHT, from: "08:00", to: "18:00" }];
  assert.equal(until(parts, "2026-11-20T12:00:00.000Z"), Number.POSITIVE_INFINITY);
});

test("a night with a clock change ends when the wall clock says so", () => {
  assert.equal(until([NIGHT], "2026-10-24T20:00:00.000Z"), "2026-10-25T07:00:00.000Z");
  assert.equal(until([NIGHT], "2026-03-28T20:00:00.000Z"), "2026-03-29T06:00:00.000Z");
});

test("a day begins and ends at the site's midnight, whatever the clock does on it", () => {
  assert.equal(edgeOfDay("2026-10-25", ZONE, "start"), "2026-10-24T22:00:00.000Z");
  assert.equal(edgeOfDay("2026-10-25", ZONE, "end"), "2026-10-25T23:00:00.000Z");
  assert.equal(edgeOfDay("2026-12-31", "Pacific/Auckland", "end"), "2026-12-31T11:00:00.000Z");
});

test("months keep the day and the time of day, or take the last day there is", () => {
  assert.equal(addMonths("2026-10-31T23:00:00.000Z", 1, ZONE), "2026-11-30T23:00:00.000Z");
  assert.equal(addMonths("2027-12-31T11:00:00.000Z", 2, ZONE), "2028-02-29T11:00:00.000Z");
  assert.equal(addMonths("2026-01-15T11:00:00.000Z", -1, ZONE), "2025-12-15T11:00:00.000Z");
  assert.equal(addMonths("2026-01-15T11:00:00.000Z", 6, ZONE), "2026-07-15T10:00:00.000Z");
});

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const pad = (value: number) => String(value).padStart(2, "0");
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${pad(hour)}:${pad(minute)}`);

test("hours that are written are read as they were", () => {
  const days = fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1 });
  const period = fc.record({ days, from: time, to: time }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(period, { minLength: 1, maxLength: 4 }), (hours) => {
      assert.deepEqual(parseHours(writeHours(hours)), hours);
    }),
  );
});

test("a day is known by the instant at which it begins or ends, and no other instant passes for a day", () => {
  const zone = fc.constantFrom(ZONE, "UTC", "America/New_York", "Africa/Cairo", "Pacific/Auckland", "Asia/Kathmandu");
  const day = fc
    .integer({ min: Date.parse("1990-01-01") / 86_400_000, max: Date.parse("2090-01-01") / 86_400_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, zone, fc.constantFrom("start" as const, "end" as const), (date, place, edge) => {
      const instant = edgeOfDay(date, place, edge);
      assert.equal(dayOfEdge(instant, place, edge), date);
      assert.equal(dayOfEdge(new Date(Date.parse(instant) + 60_000).toISOString(), place, edge), null);
    }),
  );
});

test.run();
