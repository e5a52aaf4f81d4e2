import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { isDarkAt } from "../kiosk/dark-hours.ts";
import { CARD_MM, isCapped, scaleFor, sizesAt } from "../kiosk/screens/admin/screen/scale.ts";

const test = suite("screen scale");

/** Screens that booths have: what was measured, and the scale that suits each. */
const SCREENS = [
  { name: '10.1" 1280x800', mmPerPx: 0.17, width: 1280, height: 800, scale: 1.25 },
  { name: '12.1" 1280x800', mmPerPx: 0.204, width: 1280, height: 800, scale: 1.11 },
  { name: '15" 1024x768', mmPerPx: 0.298, width: 1024, height: 768, scale: 1 },
  { name: '15.6" 1366x768', mmPerPx: 0.253, width: 1366, height: 768, scale: 1 },
  { name: '15.6" 1920x1080', mmPerPx: 0.18, width: 1920, height: 1080, scale: 1.26 },
  { name: '21.5" 1920x1080', mmPerPx: 0.248, width: 1920, height: 1080, scale: 1 },
];

for (const { name, mmPerPx, scale, ...view } of SCREENS) {
  test(`a screen of ${name} gets the scale ${scale}`, () => {
    assert.equal(scaleFor(mmPerPx, view), scale);
  });
}

test("only the small screen would want more than fits", () => {
  const capped = SCREENS.filter(({ mmPerPx, ...view }) => isCapped(mmPerPx, view));
  assert.deepEqual(
    capped.map(({ name }) => name),
    ['10.1" 1280x800'],
  );
});

const anyScreen = fc.record({
  mmPerPx: fc.double({ min: 0.05, max: 1, noNaN: true }),
  width: fc.integer({ min: 1024, max: 4000 }),
  height: fc.integer({ min: 640, max: 3000 }),
});

test("whatever the screen, the kiosk still fits, and nothing shrinks or grows beyond half again", () => {
  fc.assert(
    fc.property(anyScreen, ({ mmPerPx, ...view }) => {
      const scale = scaleFor(mmPerPx, view);
      assert.ok(scale >= 1 && scale <= 1.5, String(scale));
      assert.ok(view.width / scale >= 1024 && view.height / scale >= 640, String(scale));
    }),
  );
});

test("where it fits and half again suffices, buttons have 9 mm and capitals 2.79 mm", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.16, max: 0.5, noNaN: true }), (mmPerPx) => {
      const scale = scaleFor(mmPerPx, { width: 3000, height: 2000 });
      const { target, capitals } = sizesAt(mmPerPx, scale);
      // A scale is rounded down to hundredths.
      assert.ok(target >= 9 * 0.99 && capitals >= 2.79 * 0.99, `${target} ${capitals}`);
    }),
  );
});

test("a card that is 336 px wide tells of pixels of a quarter of a millimetre", () => {
  assert.equal((CARD_MM.width / 336).toFixed(3), "0.255");
  assert.equal(sizesAt(0.25, 1).target, 12);
});

test("hours in the evening run past midnight, hours in the day do not, and equal times are none", () => {
  const night = { from: "20:00", to: "07:00" };
  const dark = ["19:59", "20:00", "23:59", "00:00", "06:59", "07:00"].filter((time) => isDarkAt(time, night));
  assert.deepEqual(dark, ["20:00", "23:59", "00:00", "06:59"]);
  const day = { from: "09:00", to: "17:00" };
  const darkByDay = ["08:59", "09:00", "16:59", "17:00"].filter((time) => isDarkAt(time, day));
  assert.deepEqual(darkByDay, ["09:00", "16:59"]);
  assert.equal(isDarkAt("12:00", { from: "12:00", to: "12:00" }), false);
});

test.run();
