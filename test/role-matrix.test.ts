import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { lacking, PERMISSIONS, type Permission } from "../common/permissions.ts";
import { roleIdOf } from "../kiosk/screens/admin/roles/role-id.ts";
import { difference, fillingOf, toggled } from "../kiosk/screens/admin/roles/sets.ts";
import { COLUMNS, permissionsAt, ROWS, type Spot, spotAfter } from "../kiosk/screens/admin/roles/spots.ts";

const test = suite("role matrix");

const rights = fc.subarray([...PERMISSIONS]);
const spots: Spot[] = ROWS.flatMap((_, row) => COLUMNS.map((_, column) => ({ row, column })));
const live = spots.filter((spot) => permissionsAt(spot).length > 0);
const line = fc.constantFrom(...live.map(permissionsAt));

test("the single spots are the 26 rights, each once, and every line is the sum of its spots", () => {
  const single = live.filter(({ row, column }) => row < ROWS.length - 1 && column < COLUMNS.length - 1);
  assert.deepEqual(single.flatMap(permissionsAt), PERMISSIONS);
  for (const [row] of ROWS.entries()) {
    const inRow = single.filter((spot) => spot.row === row).flatMap(permissionsAt);
    const whole = permissionsAt({ row, column: COLUMNS.length - 1 });
    assert.deepEqual(whole, row === ROWS.length - 1 ? PERMISSIONS : inRow);
  }
});

test("the arrow keys reach every right from every other one, in either direction of writing", () => {
  for (const rightToLeft of [false, true]) {
    for (const start of [live[0], live.at(-1)]) {
      const seen = new Set<string>();
      const open = start ? [start] : [];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (seen.has(`${at.row} ${at.column}`)) continue;
        seen.add(`${at.row} ${at.column}`);
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
          const next = spotAfter(at, key, rightToLeft);
          if (next !== null) open.push(next);
        }
      }
      assert.equal(seen.size, live.length);
    }
  }
});

test("a key leads to a right or nowhere, and the arrow to the left goes on to the right in Arabic", () => {
  const keys = fc.constantFrom("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "a");
  fc.assert(
    fc.property(fc.constantFrom(...live), keys, (from, key) => {
      const next = spotAfter(from, key, false);
      assert.ok(next === null || permissionsAt(next).length > 0);
    }),
  );
  assert.deepEqual(spotAfter({ row: 0, column: 0 }, "ArrowLeft", true), { row: 0, column: 1 });
});

test("a tap on a line gives or takes what may be given of it, and touches nothing else", () => {
  fc.assert(
    fc.property(rights, line, rights, (held, tapped, free) => {
      const after = toggled(held, tapped, free);
      const mutable = tapped.filter((permission) => free.includes(permission));
      assert.notEqual(fillingOf(after, mutable), mutable.length === 0 ? "none" : "some");
      const untouched = (set: readonly Permission[]) => set.filter((permission) => !mutable.includes(permission));
      assert.deepEqual(untouched(after), untouched(held));
    }),
  );
});

test("what was added and taken leads from one set of rights to the other", () => {
  fc.assert(
    fc.property(rights, rights, (before, after) => {
      const { added, taken } = difference(before, after);
      const made = PERMISSIONS.filter((one) => added.includes(one) || (before.includes(one) && !taken.includes(one)));
      assert.deepEqual([lacking(made, after), lacking(after, made)], [[], []]);
    }),
  );
});

test("an id made of a name is one the booth takes, and nobody else's", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 90 }), fc.array(fc.string()), (name, others) => {
      const first = roleIdOf(name, others);
      const second = roleIdOf(name, [...others, first]);
      for (const id of [first, second]) assert.match(id, /^[A-Za-z0-9_-]{1,64}$/);
      assert.ok(!others.includes(first) && second !== first);
    }),
  );
  assert.equal(roleIdOf("Caisse de l’été, 2", []), "caisse-de-l-ete-2");
  assert.equal(roleIdOf("أمين الصندوق", ["role"]), "role-2");
});

test.run();
