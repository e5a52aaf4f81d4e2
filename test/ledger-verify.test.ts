import assert from "node:assert/strict";
import { suite } from "uvu";
import { makeCheckpoint, parseCheckpoint, writeCheckpointFile } from "../daemon/ledger/checkpoint.ts";
import { canonical } from "../daemon/ledger/seal.ts";
import { verifyLedger, verifyTail } from "../daemon/ledger/verify.ts";
import { BOOTH_ID, fillTo, openTestLedger, type TestLedger } from "./helpers/ledger.ts";

const test = suite("verifying the ledger");
const COUNT = 20_500;
let booth: TestLedger;
test.before.each(async () => {
  if (booth) return;
  booth = await openTestLedger();
  await fillTo(booth, COUNT);
});

/** Breaks a row, does something and mends the row. */
async function withRow(seq: number, column: string, value: unknown, then: () => unknown): Promise<void> {
  const { db } = booth;
  const guard =
    "CREATE TRIGGER IF NOT EXISTS events_are_final BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END";
  const old = db.prepare(`SELECT ${column} FROM events WHERE seq = ?`).pluck().get(seq);
  const set = db.prepare(`UPDATE events SET ${column} = ? WHERE seq = ?`);
  db.exec("DROP TRIGGER IF EXISTS events_are_final");
  set.run(value, seq);
  try {
    await then();
  } finally {
    db.exec("DROP TRIGGER IF EXISTS events_are_final");
    set.run(old, seq);
    db.exec(guard);
  }
}

test("workers and this thread agree, and progress is told", async () => {
  const head = booth.ledger.head();
  const steps: number[] = [];
  const byWorkers = await verifyLedger(booth.path, { cores: 2, onProgress: (done, total) => steps.push(done / total) });
  assert.deepEqual(byWorkers, {
    ok: true,
    checked: head?.seq,
    head: { seq: head?.seq, hash: head?.hash.toString("hex") },
  });
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  );
  assert.ok(steps.length > 3);
  assert.equal(steps.at(-1), 1);
  assert.deepEqual(await verifyLedger(booth.db, { cores: 0 }), byWorkers);
});
test("workers find the smallest of several faults", async () => {
  await withRow(20_100, "lane", "x", () =>
    withRow(10_001, "lane", "x", async () => {
      const { ok, firstBad } = await verifyLedger(booth.path, { cores: 2 });
      assert.deepEqual([ok, firstBad?.seq, firstBad?.class], [false, 10_001, "edited"]);
    }),
  );
});
test("a fault on the edge of two ranges is found once and rightly", async () => {
  const share = Math.ceil((booth.ledger.head()?.seq ?? 0) / 16);
  for (const seq of [share, share + 1]) {
    await withRow(seq, "sig", Buffer.alloc(64), async () => {
      const { firstBad } = await verifyLedger(booth.path, { cores: 2 });
      assert.deepEqual([firstBad?.seq, firstBad?.class], [seq, "signature"]);
    });
  }
});
test("from a seq on, what stands before is trusted", async () => {
  await withRow(500, "lane", "x", async () => {
    const { ok, checked } = await verifyLedger(booth.path, { cores: 0, quick: true, from: 12_345 });
    assert.deepEqual([ok, checked], [true, (booth.ledger.head()?.seq ?? 0) - 12_344]);
    assert.equal((await verifyLedger(booth.path, { cores: 0, quick: true, from: 500 })).firstBad?.seq, 500);
  });
});
test("a quick check sees the chain and not each signature", async () => {
  await withRow(700, "sig", Buffer.alloc(64), async () => {
    assert.equal((await verifyLedger(booth.path, { cores: 0, quick: true })).ok, true);
    assert.equal((await verifyLedger(booth.path, { cores: 2 })).firstBad?.seq, 700);
  });
  await withRow(700, "lane", "x", async () =>
    assert.equal((await verifyLedger(booth.path, { cores: 2, quick: true })).firstBad?.seq, 700),
  );
  const head = booth.ledger.head()?.seq ?? 0;
  await withRow(head, "sig", Buffer.alloc(64), async () =>
    assert.equal((await verifyLedger(booth.path, { cores: 2, quick: true })).firstBad?.seq, head),
  );
});
test("an intact chain fits a checkpoint of its own, earlier or now", async () => {
  for (const seq of [1, 9_000, booth.ledger.head()?.seq ?? 0]) {
    const hash = booth.db.prepare("SELECT hash FROM events WHERE seq = ?").pluck().get(seq) as Buffer;
    const note = makeCheckpoint(booth.keys, BOOTH_ID, { seq, hash }, "2026-11-20T08:00:00.000Z");
    assert.deepEqual(parseCheckpoint(canonical(note)), note);
    assert.equal((await verifyLedger(booth.db, { cores: 0, quick: true, checkpoint: note })).ok, true);
  }
  assert.throws(() => parseCheckpoint("{}"), /boothctl ledger checkpoint/);
});
test("at boot the tail is checked, and only the tail", async () => {
  assert.equal(verifyTail(booth.db, booth.keys), null);
  await withRow(5, "lane", "x", () => assert.equal(verifyTail(booth.db, booth.keys), null));
  const head = booth.ledger.head()?.seq ?? 0;
  const tail = booth.db.prepare("SELECT max(seq) FROM events WHERE kind = 'checkpoint'").pluck().get() as number;
  await withRow(head - 3, "lane", "x", () =>
    assert.deepEqual(
      [verifyTail(booth.db, booth.keys)?.seq, verifyTail(booth.db, booth.keys)?.class],
      [head - 3, "edited"],
    ),
  );
  await withRow(head, "sig", Buffer.alloc(64), () =>
    assert.equal(verifyTail(booth.db, booth.keys)?.class, "signature"),
  );
  await withRow(tail - 1, "hash", Buffer.alloc(32), () => assert.equal(verifyTail(booth.db, booth.keys)?.seq, tail));
});
test("at boot a cut tail is noticed by the checkpoint in the data directory", async () => {
  const head = booth.ledger.head();
  assert.ok(head);
  const { dir, db, keys } = booth;
  writeCheckpointFile(dir, makeCheckpoint(keys, BOOTH_ID, head, head.at));
  assert.equal(verifyTail(db, keys, dir), null);
  writeCheckpointFile(dir, makeCheckpoint(keys, BOOTH_ID, { ...head, seq: head.seq + 5 }, head.at));
  assert.deepEqual([verifyTail(db, keys, dir)?.seq, verifyTail(db, keys, dir)?.class], [head.seq + 1, "truncated"]);
  writeCheckpointFile(dir, { ...makeCheckpoint(keys, BOOTH_ID, head, head.at), seq: head.seq + 5 });
  assert.equal(verifyTail(db, keys, dir), null);
});
test("a ledger without an event is in order", async () => {
  const empty = await openTestLedger();
  empty.db.exec("DROP TRIGGER events_stay; DELETE FROM events");
  assert.deepEqual(await verifyLedger(empty.db, { cores: 0 }), { ok: true, checked: 0, head: null });
  empty.close();
});
test("the files of this test are taken away", () => booth.close());

test.run();
