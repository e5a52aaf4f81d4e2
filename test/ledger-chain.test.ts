import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import fc from "fast-check";
import { suite } from "uvu";
import { BoothError } from "../common/errors.ts";
import { followEvents } from "../daemon/ledger/follow.ts";
import { openChain } from "../daemon/ledger/genesis.ts";
import { openLedgerKeys } from "../daemon/ledger/keys.ts";
import { readEvent, readEventsAfter } from "../daemon/ledger/read.ts";
import { canonical, hashRecord, NOTHING_BEFORE, recordText } from "../daemon/ledger/seal.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { readTotals } from "../daemon/read-models/totals.ts";
import { BOOTH_ID, CASHIER, openTestLedger, paymentOf, SEED, sessionOf, type TestLedger } from "./helpers/ledger.ts";

const test = suite("the chain");
let booth: TestLedger;
test.before.each(async () => {
  booth = await openTestLedger();
});
test.after.each(() => booth.close());

const flood = (count: number) => ({ count, seconds: 1 });
const append = (count: number) => booth.ledger.commit(CASHIER, (tx) => tx.append("ingress_flood", flood(count)));
const isRefusal = (code: string) => (error: unknown) => error instanceof BoothError && error.code === code;
const inOrder = async () => assert.equal((await verifyLedger(booth.db, { cores: 0 })).firstBad, undefined);

test("canonical JSON is as RFC 8785 writes it", () => {
  const sample = {
    numbers: [JSON.parse("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
    literals: [null, true, false],
  };
  const expected =
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}';
  assert.equal(canonical(sample), expected);
  const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  assert.deepEqual(
    [...canonical(names).matchAll(/:(\d)/g)].map((m) => Number(m[1])),
    [2, 4, 6, 7, 1, 5, 3],
  );
  assert.equal(canonical({ "500": 1, "1000": -0, gone: undefined }), '{"1000":0,"500":1}');
});
test("canonical JSON refuses what JSON cannot hold", () => {
  for (const value of [Number.NaN, 1 / 0, undefined, () => 1, 1n, new Date(0), new Map(), "\ud800", [undefined]])
    assert.throws(() => canonical(value), TypeError);
});
test("canonical JSON agrees with another implementation", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(canonical(value), canonicalize(value))));
});
test("the hash of a record is what it was on the first day", () => {
  const row = {
    seq: 7,
    id: "0192f0c0-0000-7000-8000-000000000007",
    kind: "sign_out",
    at: "2026-11-20T18:42:03.120Z",
    actor: '{"id":"u1","type":"user"}',
    lane: null,
    data: '{"cause":"asked","signInId":"s","userId":"u1"}',
    prev: NOTHING_BEFORE,
  };
  const text =
    '{"actor":{"id":"u1","type":"user"},"at":"2026-11-20T18:42:03.120Z","data":{"cause":"asked","signInId":"s","userId":"u1"},"id":"0192f0c0-0000-7000-8000-000000000007","kind":"sign_out","lane":null,' +
    `"prev":"${"0".repeat(64)}","seq":7}`;
  assert.equal(recordText(row, NOTHING_BEFORE.toString("hex")), text);
  assert.equal(canonical(JSON.parse(text)), text);
  assert.equal(hashRecord(row).toString("hex"), createHash("sha256").update(text).digest("hex"));
  assert.equal(hashRecord(row).toString("hex"), "716e37324735bb012a97c51cfc8127280e7bec1b61ca851c2aa68dcccb5c8307");
});
test("the first event binds booth and key, and there is one", () => {
  openChain(booth.db, booth.keys, BOOTH_ID, booth.clock);
  assert.equal(booth.ledger.head()?.seq, 1);
  const genesis = readEvent(booth.db, 1);
  assert.deepEqual(genesis?.data, { format: 1, boothId: BOOTH_ID, publicKey: booth.keys.publicKeyText });
  assert.equal(genesis?.prev, "0".repeat(64));
});
test("another key or another booth is refused with both names", () => {
  const stranger = openLedgerKeys(Buffer.alloc(32, 8));
  assert.throws(() => openChain(booth.db, stranger, BOOTH_ID), new RegExp(`${booth.keys.keyId}.*${stranger.keyId}`));
  assert.throws(() => openChain(booth.db, booth.keys, "booth-2"), /"booth-test".*"booth-2"/);
});

test("what arrives in one turn is one batch; a work that fails leaves no trace and hurts no other", async () => {
  const outcomes = await Promise.allSettled([
    append(1),
    booth.ledger.commit(CASHIER, (tx) => {
      tx.append("session_open", sessionOf(1));
      tx.append("ingress_flood", flood(99));
      throw new BoothError("shift_required", "open a shift");
    }),
    append(2),
    booth.ledger.commit(CASHIER, (tx) => tx.append("ingress_flood", { count: "many" } as never)),
    append(3),
  ]);
  assert.deepEqual(
    outcomes.map((o) => o.status),
    ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(
    readEventsAfter(booth.db, 1, 9).map((e) => e.data),
    [1, 2, 3].map(flood),
  );
  assert.equal(readTotals(booth.db).inside, 0);
  assert.deepEqual(
    booth.announced.map((e) => e.seq),
    [2, 3, 4],
  );
  assert.deepEqual(booth.states, []);
  await inOrder();
});
test("a work that fails alone leaves no trace", async () => {
  const failing = booth.ledger.commit(CASHIER, (tx) => {
    tx.append("session_open", sessionOf(1));
    throw new Error("bug");
  });
  await assert.rejects(failing, /bug/);
  assert.equal(booth.ledger.head()?.seq, 1);
  assert.deepEqual([readTotals(booth.db).inside, booth.announced.length, booth.failures.length], [0, 0, 0]);
  await append(1);
});
test("a work asked for from within a work comes after it", async () => {
  let inner: Promise<unknown> | undefined;
  await booth.ledger.commit(CASHIER, () => {
    inner = append(1);
  });
  await inner;
  assert.equal(booth.ledger.head()?.seq, 2);
});
test("a work that is asynchronous or outlives its transaction is a bug that writes nothing", async () => {
  await assert.rejects(
    booth.ledger.commit(CASHIER, async (tx) => tx.append("ingress_flood", flood(1))),
    /synchronous/,
  );
  const tx = await booth.ledger.commit(CASHIER, (given) => given);
  assert.throws(() => tx.append("ingress_flood", flood(1)), /only while its work runs/);
  assert.equal(booth.ledger.head()?.seq, 1);
});
test("the same key gets the first answer again, and another body is refused", async () => {
  const once = (fingerprint: string) =>
    booth.ledger.commit({ ...CASHIER, once: { key: "k1", fingerprint } }, (tx) => ({
      seq: tx.append("ingress_flood", flood(1)).seq,
      note: undefined,
    }));
  const [first, second] = await Promise.all([once("a"), once("a")]);
  assert.deepEqual([first.seq, second, await once("a")], [2, { seq: 2 }, { seq: 2 }]);
  await assert.rejects(once("b"), isRefusal("idempotency_conflict"));
  const other = await booth.ledger.commit(
    { type: "user", id: "user-2", once: { key: "k1", fingerprint: "b" } },
    (tx) => tx.append("ingress_flood", flood(2)).seq,
  );
  assert.equal(other, 3);
});
test("a refused request leaves its key free, and an answer of nothing is kept too", async () => {
  const recorder = { ...CASHIER, once: { key: "k1", fingerprint: "a" } };
  await assert.rejects(
    booth.ledger.commit(recorder, () => Promise.reject(new Error("async"))),
    /synchronous/,
  );
  let runs = 0;
  const work = () => {
    runs += 1;
  };
  await booth.ledger.commit(recorder, work);
  await booth.ledger.commit(recorder, work);
  assert.equal(runs, 1);
});
test("answers older than two days are swept out", async () => {
  const ask = (key: string) =>
    booth.ledger.commit(
      { ...CASHIER, once: { key, fingerprint: "a" } },
      (tx) => tx.append("ingress_flood", flood(1)).seq,
    );
  await ask("k1");
  booth.clock.ms += 49 * 3600_000;
  await ask("k2");
  assert.deepEqual(booth.db.prepare("SELECT key FROM idempotency").pluck().all(), ["k2"]);
});

test("time does not run backwards in the chain when the clock does", async () => {
  const before = (await append(1)).at;
  booth.clock.ms -= 3600_000;
  assert.equal((await append(2)).at, before);
  booth.clock.ms += 2 * 3600_000;
  assert.ok((await append(3)).at > before);
  await inOrder();
});
test("a checkpoint is written every 1,000 events", async () => {
  for (let n = 0; n < 21; n += 1) await Promise.all(Array.from({ length: 100 }, (_, i) => append(n * 100 + i)));
  const notes = readEventsAfter(booth.db, 0, 5000).filter((e) => e.kind === "checkpoint");
  assert.equal(notes.length, 2);
  for (const { seq, data } of notes) {
    const { checkpoint } = data as { checkpoint: { seq: number; head: string } };
    assert.deepEqual([checkpoint.seq, checkpoint.head], [seq - 1, readEvent(booth.db, seq - 1)?.hash]);
  }
  assert.ok(
    notes.every(({ seq }) => seq % 1000 <= 101),
    notes.map((e) => e.seq).join(),
  );
  await inOrder();
});
test("running totals run on through payments", async () => {
  await Promise.all(
    [1, 2, 3].map((n) =>
      booth.ledger.commit(CASHIER, ({ db, append: put }) => put("payment", paymentOf(db, n, 100 * n))),
    ),
  );
  assert.deepEqual([readTotals(booth.db).perpetual, readTotals(booth.db).absolute], [600, 600]);
  await inOrder();
});

test("a row of the ledger can be neither changed nor deleted nor forked", async () => {
  await append(1);
  assert.throws(() => booth.db.exec("UPDATE events SET lane = 'x'"), /append-only/);
  assert.throws(() => booth.db.exec("DELETE FROM events"), /append-only/);
  assert.throws(
    () =>
      booth.db.exec(
        "INSERT INTO events SELECT 9, 'x', kind, at, actor, lane, data, prev, hash, key_id, sig FROM events WHERE seq = 2",
      ),
    /a chain/,
  );
  assert.throws(
    () =>
      booth.db.exec(
        "INSERT INTO events SELECT 3, 'x', kind, at, actor, lane, data, prev, hash, key_id, sig FROM events WHERE seq = 2",
      ),
    /a chain/,
  );
});
test("a follower sees each event once and in order, also when woken from within", async () => {
  const seen: number[] = [];
  const follower = followEvents(
    booth.db,
    ({ seq }) => {
      seen.push(seq);
      follower.poll();
    },
    0,
  );
  await Promise.all([1, 2, 3].map(append));
  follower.poll();
  await append(4);
  follower.poll();
  assert.deepEqual([seen, follower.position()], [[1, 2, 3, 4, 5], 5]);
});
test("keys follow from the seed alone", () => {
  assert.equal(openLedgerKeys(SEED).publicKeyText, booth.keys.publicKeyText);
  assert.notDeepEqual(booth.keys.mac("plate", "A"), booth.keys.mac("ticket", "A"));
});

test.run();
