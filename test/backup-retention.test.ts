import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { backupName, nextBackupAt, parseBackupName } from "../daemon/services/backup/names.ts";
import { nextRunAfter, scheduleProblem } from "../daemon/services/backup/schedule.ts";
import { checkHistories } from "./helpers/retention-model.ts";

const test = suite("backup retention");

test("retention keeps what a plain reading of the rules keeps, and nothing else", () => {
  checkHistories(300);
});

test("a name says when, of which site, and no other name passes for one", () => {
  const at = fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000);
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,20}$/), at, (site, when) => {
      const name = backupName(site, when);
      assert.deepEqual(parseBackupName(site, name), { name, at: when });
      assert.equal(parseBackupName(`${site}x`, name), null);
      for (const other of [`${name}.tmp`, `.${name}`, name.replace("Z.", "z."), name.slice(0, -1)])
        assert.equal(parseBackupName(site, other), null);
    }),
  );
  for (const name of ["booth-main-20260230T000000Z.tar.age", "booth-main-20260101T240000Z.tar.age"])
    assert.equal(parseBackupName("main", name), null);
});

test("a new name is later than every known one, whatever the clock says", () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(seconds, fc.array(seconds), (now, known) => {
      const at = nextBackupAt(
        now * 1000 + 345,
        known.map((second) => ({ name: "", at: second * 1000 })),
      );
      assert.ok(
        at >= now * 1000 && at % 1000 === 0 && known.every((second) => at > second * 1000 || at === now * 1000),
      );
      assert.ok(!known.includes(at / 1000));
    }),
  );
});

const next = (schedule: string, zone: string, after: string) => {
  const at = nextRunAfter(schedule, zone, Date.parse(after));
  return at === null ? null : new Date(at).toISOString();
};

test("a schedule is due on the site's clock, also when that changes", () => {
  const zone = "Europe/Madrid";
  assert.equal(next("0 3 * * *", zone, "2026-11-20T12:00:00Z"), "2026-11-21T02:00:00.000Z");
  assert.equal(next("0 3 * * *", zone, "2026-11-21T02:00:00Z"), "2026-11-22T02:00:00.000Z");
  // 02:30 does not exist that night: it is due when the clock has gone on.
  assert.equal(next("30 2 * * *", zone, "2026-03-28T12:00:00Z"), "2026-03-29T01:00:00.000Z");
  // 02:30 comes twice: it is due once.
  assert.equal(next("30 2 * * *", zone, "2026-10-24T12:00:00Z"), "2026-10-25T00:30:00.000Z");
  assert.equal(next("30 2 * * *", zone, "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00.000Z");
  assert.equal(next("15,45 */6 * * *", "UTC", "2026-11-20T12:20:00Z"), "2026-11-20T12:45:00.000Z");
  assert.equal(next("0 3 * * 1", "UTC", "2026-11-20T12:00:00Z"), "2026-11-23T03:00:00.000Z");
  assert.equal(next("0 3 * * sun", "UTC", "2026-11-20T12:00:00Z"), "2026-11-22T03:00:00.000Z");
  assert.equal(next("0 3 29 2 *", "UTC", "2026-11-20T12:00:00Z"), "2028-02-29T03:00:00.000Z");
});

test("what is no schedule, or one that never comes, is said to be none", () => {
  for (const text of ["0 3 * * *", "*/15 * * * *", "0 3 1,15 * *", "0 3 * * mon-fri"])
    assert.equal(scheduleProblem(text), null, text);
  for (const text of [
    "",
    "0 3 * *",
    "0 0 3 * * *",
    "@daily",
    "61 3 * * *",
    "0 3 L * *",
    "0 3 31 2 *",
    "0 3 1 * 1",
    "x y z a b",
  ])
    assert.match(scheduleProblem(text) ?? "", /^expected /, text);
});

test.run();
