import assert from "node:assert/strict";
import { suite } from "uvu";
import { runBackupLoad } from "./faults/backup-load.ts";
import { FROM_SOURCE } from "./helpers/child-booth.ts";

const test = suite("backup load");

test("a backup of a booth that takes money has every payment that was acknowledged before, and restores", async () => {
  const figures = await runBackupLoad({ backups: 2, clients: 2, program: FROM_SOURCE });
  assert.deepEqual(figures.violations, []);
  assert.equal(figures.backups, 2);
  assert.ok(figures.looked > 0 && figures.acknowledged > figures.looked / 2, `${figures.acknowledged} payments`);
});

test.run();
