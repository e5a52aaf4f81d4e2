import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { instantOfWall, wallAfter, wallClockOf } from "../kiosk/screens/admin/parts/site-time.ts";

const test = suite("site time");

const zones = fc.constantFrom("Europe/Madrid", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
// Every minute of a year with both clock changes of each zone.
const minutes = fc.nat(366 * 24 * 60).map((minute) => Date.UTC(2026, 0, 1) + minute * 60_000);

test("what the wall clock shows leads back to a moment at which it shows that, the first one", () => {
  fc.assert(
    fc.property(zones, minutes, (zone, at) => {
      const wall = wallClockOf(at, zone);
      const back = Date.parse(instantOfWall(wall, zone) ?? "");
      assert.equal(wallClockOf(back, zone), wall);
      assert.ok(back <= at && at - back <= 3_600_000);
    }),
    { numRuns: 500 },
  );
});

test("the hour that the clock change leaves out begins when the clock jumps", () => {
  assert.equal(instantOfWall("2026-03-29T02:30", "Europe/Madrid"), "2026-03-29T01:00:00.000Z");
  assert.equal(instantOfWall("2026-03-29T03:00", "Europe/Madrid"), "2026-03-29T01:00:00.000Z");
});

test("of the hour that comes twice the first is meant", () => {
  assert.equal(instantOfWall("2026-10-25T02:30", "Europe/Madrid"), "2026-10-25T00:30:00.000Z");
});

test("a midnight of the site is its own", () => {
  assert.equal(instantOfWall("2026-06-01T00:00", "Europe/Madrid"), "2026-05-31T22:00:00.000Z");
  assert.equal(instantOfWall("2026-06-01T00:00", "America/New_York"), "2026-06-01T04:00:00.000Z");
});

test("what is no date is refused", () => {
  for (const text of ["", "2026-02-30T00:00", "2026-13-01T00:00", "2026-06-01", "T00:00"])
    assert.equal(instantOfWall(text, "UTC"), null, text);
});

test("a day later is the next date, also at the end of a year", () => {
  assert.equal(wallAfter("2026-12-31T18:42", 1, "00:00"), "2027-01-01T00:00");
});

test.run();
