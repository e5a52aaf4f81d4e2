import assert from "node:assert/strict";
import { suite } from "uvu";
import type { FaultClass } from "../common/verification.ts";
import { makeCheckpoint } from "../daemon/ledger/checkpoint.ts";
import { openLedgerKeys } from "../daemon/ledger/keys.ts";
import { canonical, type EventRow, seal, signHash } from "../daemon/ledger/seal.ts";
import { type VerifyOptions, verifyLedger } from "../daemon/ledger/verify.ts";
import { BOOTH_ID, fillTo, openTestLedger, type TestLedger } from "./helpers/ledger.ts";
import {
  forged,
  N,
  put,
  rechain,
  remove,
  rowAt,
  set,
  shift,
  swap,
  type Tamper,
  tamperedCopy,
} from "./helpers/tamper.ts";

const test = suite("tampering with a copied database");
const COUNT = 120;

let booth: TestLedger;
test.before.each(async () => {
  if (booth) return;
  booth = await openTestLedger();
  await fillTo(booth, COUNT);
});

async function expectFault(tamper: Tamper, seq: number, fault: FaultClass, options: VerifyOptions = {}): Promise<void> {
  const path = tamperedCopy(booth, tamper);
  const found = await verifyLedger(path, { cores: 0, ...options });
  assert.deepEqual(
    { ok: found.ok, seq: found.firstBad?.seq, class: found.firstBad?.class },
    { ok: false, seq, class: fault },
    found.firstBad?.message,
  );
  assert.match(found.firstBad?.message ?? "", /\w+.*\.$/);
}

const edits: [string, unknown][] = [
  ["data", '{"sessionId":"other"}'],
  ["data", "not json"],
  ["actor", '{"id":"somebody","type":"user"}'],
  ["lane", "exit-9"],
  ["lane", null],
  ["kind", "void"],
  ["id", "0192f0c0-0000-7000-8000-000000000001"],
  ["hash", Buffer.alloc(32, 1)],
  ["prev", Buffer.alloc(32, 1)],
  ["hash", "text"],
  ["data", null],
  ["at", "2026-11-20T08:00:01.999Z"],
];
for (const [column, value] of edits) {
  test(`an edited ${column} (${Buffer.isBuffer(value) ? "bytes" : value}) is found`, () =>
    expectFault(set(column, value), N, "edited"));
}

test("an edited amount is found", () =>
  expectFault((db) => set("data", rowAt(db, N).data.replace('"amount":150', '"amount":15'))(db), N, "edited"));
test("a deleted entry is found", () => expectFault(remove(N), N, "deleted"));
test("a deleted first entry is found", () => expectFault(remove(1), 1, "deleted"));
test("a deleted entry whose followers were renumbered is found", () =>
  expectFault(
    (db) => {
      remove(N)(db);
      shift(db, N + 1, -1);
    },
    N,
    "deleted",
  ));
test("several deleted entries whose followers were renumbered are found", () =>
  expectFault(
    (db) => {
      for (let seq = N; seq < N + 5; seq += 1) remove(seq)(db);
      shift(db, N + 5, -5);
    },
    N,
    "deleted",
  ));
test("an inserted entry whose followers were renumbered is found", () =>
  expectFault(
    (db) => {
      const row = forged(db, N);
      shift(db, N, 1);
      put(db, row);
    },
    N,
    "inserted",
  ));
test("an inserted entry that the followers were linked to is found", () =>
  expectFault(
    (db) => {
      const row = forged(db, N);
      shift(db, N, 1);
      put(db, row);
      rechain(db, N + 1);
    },
    N,
    "inserted",
  ));
test("an entry inserted before the first is found", () =>
  expectFault((db) => put(db, { ...rowAt(db, N), seq: 0 }), 0, "inserted"));
test("an entry appended without the key is found", () =>
  expectFault((db) => put(db, forged(db, COUNT + 1)), COUNT + 1, "signature"));
test("two neighbours that changed places are found", () => expectFault(swap(N, N + 1), N, "reordered"));
test("two distant entries that changed places are found", () => expectFault(swap(N, 90), N, "reordered"));
test("an entry moved to the end is found", () =>
  expectFault((db) => void db.prepare("UPDATE events SET seq = ? WHERE seq = ?").run(COUNT + 1, N), N, "reordered"));
test("an entry moved back, the others closing up, is found", () =>
  expectFault(
    (db) => {
      db.prepare("UPDATE events SET seq = -90 WHERE seq = ?").run(N);
      db.prepare("UPDATE events SET seq = seq - 1 WHERE seq BETWEEN ? AND 90").run(N + 1);
      db.prepare("UPDATE events SET seq = 90 WHERE seq = -90").run();
    },
    N,
    "reordered",
  ));
for (const [from, to] of [
  [N - 1, N],
  [20, N],
  [80, N],
  [N, COUNT + 1],
] as const) {
  test(`a copy of entry ${from} put in at ${to} is found`, () =>
    expectFault(
      (db) => {
        const row = rowAt(db, from);
        shift(db, to, 1);
        put(db, { ...row, seq: to });
      },
      to,
      "duplicated",
    ));
}
test("a copy under another id and link is found", () =>
  expectFault(
    (db) =>
      put(db, {
        ...rowAt(db, N),
        seq: COUNT + 1,
        id: "0192f0c0-0000-7000-8000-000000000002",
        prev: rowAt(db, COUNT).hash,
      }),
    COUNT + 1,
    "duplicated",
  ));
test("an entry overwritten with a copy of another is found", () =>
  expectFault((db) => put(db, { ...rowAt(db, 20), seq: N }), N, "duplicated"));

test("an entry that names another key is found", () =>
  expectFault(set("key_id", "0123456789abcdef"), N, "unknown_key"));
test("a chain written on with another key is found", () => {
  const stranger = openLedgerKeys(Buffer.alloc(32, 8));
  return expectFault(
    (db) => {
      rechain(db, N, (row) => ({ ...row, key_id: stranger.keyId }));
      for (let seq = N; seq <= COUNT; seq += 1) set("sig", signHash(stranger.privateKey, rowAt(db, seq).hash), seq)(db);
    },
    N,
    "unknown_key",
  );
});
test("a broken signature is found", () => expectFault(set("sig", Buffer.alloc(64, 3)), N, "signature"));
test("an entry hashed and linked again without the key is found", () =>
  expectFault(
    (db) => {
      set("data", rowAt(db, N).data.replace('"amount":150', '"amount":15'))(db);
      rechain(db, N);
    },
    N,
    "signature",
  ));
test("a quick check finds where a chain was linked again without the key", () =>
  expectFault(
    (db) => {
      set("lane", "exit-9")(db);
      rechain(db, N);
    },
    N,
    "signature",
    { quick: true },
  ));
test("a back-dated entry is found", () => expectFault(set("at", "2026-11-19T08:00:00.000Z"), N, "time_backwards"));
test("a back-dated entry that was signed is found", () =>
  expectFault(
    (db) => {
      const { keys } = booth;
      let prev = rowAt(db, N - 1).hash;
      for (let seq = N; seq <= COUNT; seq += 1) {
        const row = rowAt(db, seq);
        const next = seal(keys, { ...row, prev, at: seq === N ? "2026-11-19T08:00:00.000Z" : row.at });
        put(db, next);
        prev = next.hash;
      }
    },
    N,
    "time_backwards",
  ));
const withTotals = (row: EventRow) => canonical({ ...JSON.parse(row.data), totals: { perpetual: 1, absolute: 1 } });
test("changed totals are found", () => expectFault((db) => set("data", withTotals(rowAt(db, N)))(db), N, "totals"));
test("totals that do not add up are found although they were signed", () =>
  expectFault(
    (db) => {
      let prev = rowAt(db, N - 1).hash;
      for (let seq = N; seq <= COUNT; seq += 1) {
        const row = rowAt(db, seq);
        const next = seal(booth.keys, { ...row, prev, data: seq === N ? withTotals(row) : row.data });
        put(db, next);
        prev = next.hash;
      }
    },
    N,
    "totals",
  ));

test("a tail that was cut off is found against a checkpoint", () => {
  const head = booth.ledger.head();
  assert.ok(head);
  const checkpoint = makeCheckpoint(booth.keys, BOOTH_ID, head, head.at);
  return expectFault((db) => void db.prepare("DELETE FROM events WHERE seq > 100").run(), 101, "truncated", {
    checkpoint,
  });
});
test("a tail that was cut off and written anew with the key is found against a checkpoint", () => {
  const head = booth.ledger.head();
  assert.ok(head);
  const checkpoint = makeCheckpoint(booth.keys, BOOTH_ID, head, head.at);
  return expectFault(
    (db) => {
      const row = rowAt(db, COUNT);
      put(db, seal(booth.keys, { ...row, lane: "exit-9" }));
    },
    COUNT,
    "truncated",
    { checkpoint },
  );
});
test("a checkpoint of another booth or key is refused", async () => {
  const head = booth.ledger.head();
  assert.ok(head);
  const foreign = makeCheckpoint(booth.keys, "booth-other", head, head.at);
  const unsigned = { ...makeCheckpoint(booth.keys, BOOTH_ID, head, head.at), seq: 3 };
  await assert.rejects(verifyLedger(booth.path, { cores: 0, checkpoint: foreign }), /"booth-other"/);
  await assert.rejects(verifyLedger(booth.path, { cores: 0, checkpoint: unsigned }), /not signed by this ledger's key/);
});
test("a chain of another key than the one given is found", async () => {
  const stranger = openLedgerKeys(Buffer.alloc(32, 8));
  const found = await verifyLedger(booth.path, { cores: 0, publicKeyText: stranger.publicKeyText });
  assert.deepEqual([found.firstBad?.seq, found.firstBad?.class], [1, "unknown_key"]);
});
test("an untouched copy is in order, guards or not", async () => {
  assert.deepEqual(
    (
      await verifyLedger(
        tamperedCopy(booth, () => {}),
        { cores: 0 },
      )
    ).ok,
    true,
  );
});

test("the files of this test are taken away", () => booth.close());

test.run();
