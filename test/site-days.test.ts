import assert from "node:assert/strict";
import { Temporal } from "temporal-polyfill";
import { suite } from "uvu";
import { QUARTER_MS } from "../daemon/read-models/quarters.ts";
import { hoursBetween, localDate, startOfDate, wallTime } from "../daemon/services/site-days.ts";

const test = suite("site days");
const ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];
const HOUR = 3_600_000;

test("a date begins where Temporal says, in every zone, and at the edge of a quarter hour", () => {
  for (const zone of ZONES) {
    // Each date of a year in some zones; in all of them the days around which clocks change.
    for (let date = Temporal.PlainDate.from("2026-01-01"); date.year === 2026; date = date.add({ days: 1 })) {
      const near = [3, 4, 9, 10, 11].includes(date.month) ? 1 : 15;
      if (date.day % near !== 0) continue;
      const start = startOfDate(zone, date.toString());
      assert.equal(start, date.toZonedDateTime(zone).epochMilliseconds, `${zone} ${date}`);
      assert.equal(start % QUARTER_MS, 0, `${zone} ${date}`);
      assert.equal(localDate(zone, start), date.toString());
      assert.equal(localDate(zone, start - 1), date.subtract({ days: 1 }).toString());
    }
  }
});

test("the hours of a day follow each other without gap and begin where the wall clock says", () => {
  for (const [zone, date, count, shortest] of [
    ["Europe/Berlin", "2026-03-29", 23, HOUR],
    ["Europe/Berlin", "2026-10-25", 25, HOUR],
    ["Europe/Berlin", "2026-12-31", 24, HOUR],
    ["Asia/Kathmandu", "2026-12-31", 24, HOUR],
    ["Australia/Lord_Howe", "2026-10-04", 24, HOUR / 2],
    ["Australia/Lord_Howe", "2026-04-05", 25, HOUR / 2],
    ["Africa/Cairo", "2026-04-24", 23, HOUR],
    ["America/Havana", "2026-11-01", 25, HOUR],
  ] as const) {
    const from = startOfDate(zone, date);
    const to = startOfDate(zone, Temporal.PlainDate.from(date).add({ days: 1 }).toString());
    const hours = hoursBetween(zone, from, to);
    assert.equal(hours.length, count, `${zone} ${date}`);
    assert.deepEqual([hours[0]?.from, hours.at(-1)?.to], [from, to]);
    for (const [index, hour] of hours.entries()) {
      assert.equal(hour.from, hours[index - 1]?.to ?? from);
      assert.ok(hour.to - hour.from === HOUR || hour.to - hour.from === shortest, wallTime(zone, hour.from));
    }
    assert.equal(new Set(hours.map((hour) => wallTime(zone, hour.from))).size, count);
  }
});

test.run();
