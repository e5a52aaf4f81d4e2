import assert from "node:assert/strict";
import { suite } from "uvu";
import { compareBackups } from "./faults/backup-compare.ts";
import { runBackupLoad } from "./faults/backup-load.ts";
import { provePayments } from "./faults/backup-payments.ts";

const test = suite("backup proofs");

test("a backup of a booth that takes money has every payment that was acknowledged before, and restores", async () => {
  const figures = await runBackupLoad({ backups: 2, clients: 2 });
  assert.deepEqual(figures.violations, []);
  assert.equal(figures.backups, 2);
  assert.ok(figures.looked > 0 && figures.acknowledged > figures.looked / 2, `${figures.acknowledged} payments`);
});

test("money is taken while a backup is made", async () => {
  const { violations, during, archiveBytes } = await provePayments({ bytes: 5e6, idleMs: 400 });
  assert.deepEqual(violations, []);
  assert.ok(during.n > 0 && archiveBytes > 5e6, `${during.n} payments, ${archiveBytes} bytes`);
});

test("the booth and other tools back up the same files", async () => {
  const timed = await compareBackups({ bytes: 1e6, rounds: 1 });
  assert.deepEqual(
    timed.slice(0, 3).map(({ name, archiveBytes }) => [name, archiveBytes > 1e6]),
    [
      ["the booth, proved", true],
      ["tar and age", true],
      ["tar and age, and compared", true],
    ],
  );
});

test.run();
