import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Session } from "../common/api/sessions.ts";
import { nearPlates, plateDistance, spacedPlate } from "../kiosk/screens/bench/plates.ts";

const test = suite("near plates");

const stay = (plate: string | null): Session => ({
  id: `stay of ${plate}`,
  state: "open",
  plate,
  ticket: "00001-ABCDEFGH",
  vehicleClass: "sedan",
  enteredAt: "2026-11-20T12:00:00.000Z",
  entryLane: "entry-1",
});

test("counts a look-alike half, and a character changed, missing or added as one", () => {
  assert.equal(plateDistance("KX482BD", "KX482BD"), 0);
  assert.equal(plateDistance("KX482BD", "KX4828D"), 0.5);
  assert.equal(plateDistance("KX482BD", "KX462BD"), 1);
  assert.equal(plateDistance("KX482BD", "KX48BD"), 1);
  assert.equal(plateDistance("", "AB"), 2);
});

test("names the nearest first and leaves out itself, the far ones and those without a plate", () => {
  const stays = ["KX482BD", "RX482PD", "KX4828D", "KX462BD", "ZZ999ZZ", null].map(stay);
  assert.deepEqual(
    nearPlates("KX482BD", stays).map(({ plate }) => plate),
    ["KX4828D", "KX462BD", "RX482PD"],
  );
});

test("writes a plate with gaps where letters meet digits", () => {
  assert.equal(spacedPlate("KX482BD"), "KX 482 BD");
  assert.equal(spacedPlate("0385GHT"), "0385 GHT");
});

test.run();
