import assert from "node:assert/strict";
import fc from "fast-check";
import { suite } from "uvu";
import { DEFAULT_RATE_TABLE } from "../common/default-tariff.ts";
import { price } from "../common/pricing.ts";
import type { Transaction } from "../daemon/ledger/ledger.ts";
import { verifyLedger } from "../daemon/ledger/verify.ts";
import { badReadModel, compareReadModels } from "../daemon/read-models/rebuild.ts";
import { readTotals } from "../daemon/read-models/totals.ts";
import { findMispriced } from "../daemon/services/reprice.ts";
import { CASHIER, MIGRATIONS, openTestLedger, paymentOf, sessionOf, type TestLedger } from "./helpers/ledger.ts";

const test = suite("read models and the ledger");
const NOW = "2026-11-20T08:00:00.000Z";
const INSTANT = "2026-11-20T09:00:00.000Z";

/** One step of a random history; what it does depends on what stands. */
function step(tx: Transaction, n: number, dice: number, amount: number): void {
  const { db, append } = tx;
  const pick = <T>(query: string) => db.prepare(query).get() as T | undefined;
  const { perpetual, absolute, shifts } = readTotals(db);
  const shift = pick<{ id: string; user_id: string }>("SELECT id, user_id FROM shifts WHERE closed_at IS NULL");
  const session = pick<{ id: string; state: string }>(
    `SELECT id, state FROM sessions WHERE state IN ('open', 'paid') ORDER BY opened_seq LIMIT 1 OFFSET ${dice % 3}`,
  );
  const payment = pick<{ id: string; seq: number; amount: number; session_id: string; copies: number }>(
    "SELECT * FROM payments WHERE voided_by_seq IS NULL ORDER BY seq DESC LIMIT 1",
  );
  if (!shift) append("shift_open", { shiftId: `shift-${n}`, number: shifts + 1, userId: CASHIER.id, float: amount });
  else if (dice < 30 || !session) append("session_open", { ...sessionOf(n), ticketNumber: n + 1 }, "entry-1");
  else if (dice < 50)
    append("payment", { ...paymentOf(db, n, amount), sessionId: session.id, shiftId: shift.id }, "exit-1");
  else if (dice < 60 && payment) {
    const after = { perpetual: perpetual - payment.amount, absolute: absolute + payment.amount };
    append("void", {
      voidedSeq: payment.seq,
      voidedKind: "payment",
      voidedId: payment.id,
      amount: payment.amount,
      cash: 0,
      shiftId: shift.id,
      sessionId: payment.session_id,
      reason: "test",
      totals: after,
    });
  } else if (dice < 66 && payment)
    append("receipt_copy", { paymentId: payment.id, paymentSeq: payment.seq, copy: payment.copies + 1 });
  else stepOfShift(tx, n, dice, amount, shift.id, session.id);
}

/** The steps that move no stay's money. */
function stepOfShift(
  tx: Transaction,
  n: number,
  dice: number,
  amount: number,
  shiftId: string,
  sessionId: string,
): void {
  const { db, append } = tx;
  const { perpetual, absolute } = readTotals(db);
  const totals = { perpetual, absolute };
  const cash = db.prepare("SELECT * FROM cash_movements WHERE voided_by_seq IS NULL ORDER BY seq DESC LIMIT 1").get() as
    | { id: string; seq: number; amount: number }
    | undefined;
  if (dice < 74)
    append("cash_movement", {
      movementId: `cash-${n}`,
      shiftId,
      type: dice % 2 ? "drop" : "pay_in",
      amount,
      reason: "change",
      totals,
    });
  else if (dice < 78 && cash)
    append("void", {
      voidedSeq: cash.seq,
      voidedKind: "cash_movement",
      voidedId: cash.id,
      amount: cash.amount,
      cash: cash.amount,
      shiftId,
      sessionId: null,
      reason: "test",
      totals,
    });
  else if (dice < 88)
    append("session_close", { sessionId, exitedAt: INSTANT, how: dice % 2 ? "hand" : "paid", owed: 0 }, "exit-1");
  else if (dice < 91) append("session_void", { sessionId, voidedSeq: 1, reason: "test" });
  else if (dice < 94) append("plate_correction", { sessionId, from: null, to: `ref-${n}`, reason: "misread" });
  else if (dice < 96)
    append("barrier_intent", { intent: "open", cause: "hand", sessionId: null, reason: "staff" }, "exit-1");
  else
    append("shift_close", {
      shiftId,
      userId: CASHIER.id,
      counted: { "500": 1, "1000": 2 },
      countedTotal: 2500,
      expected: 2500,
      overShort: 0,
      onBehalf: false,
      totals,
    });
}

async function play(booth: TestLedger, history: readonly (readonly [number, number])[]): Promise<void> {
  for (const [n, [dice, amount]] of history.entries()) {
    booth.clock.ms += 1000;
    await booth.ledger.commit(CASHIER, (tx) => step(tx, n + 1, dice, amount));
  }
}

test("whatever happened, the read models are what the events say", async () => {
  const history = fc.array(fc.tuple(fc.nat(99), fc.integer({ min: 1, max: 5000 })), {
    minLength: 20,
    maxLength: 120,
    size: "max",
  });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const booth = await openTestLedger();
      try {
        await play(booth, steps);
        assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
        assert.equal((await verifyLedger(booth.db, { cores: 0, quick: true })).firstBad, undefined);
      } finally {
        booth.close();
      }
    }),
    { numRuns: 25 },
  );
});

const changes: [sql: string, table: string, key: string, column: string | null, seq: number][] = [
  ["UPDATE payments SET amount = amount - 1 WHERE id = 'payment-3'", "payments", "payment-3", "amount", 4],
  ["DELETE FROM payments WHERE id = 'payment-3'", "payments", "payment-3", null, 4],
  [
    "INSERT INTO cash_movements (id, seq, shift_id, type, amount, reason, at) VALUES ('x', 99, 'shift-1', 'drop', 1, 'other', 'now')",
    "cash_movements",
    "x",
    null,
    6,
  ],
  ["UPDATE sessions SET paid = 0, state = 'open'", "sessions", "session-2", "state", 5],
  ["UPDATE totals SET perpetual = 0", "totals", "1", "perpetual", 6],
  ["UPDATE shifts SET cash_amount = 1", "shifts", "shift-1", "cash_amount", 5],
];
for (const [change, table, key, column, seq] of changes) {
  test(`${change} is found`, async () => {
    const booth = await openTestLedger();
    await play(booth, [
      [0, 500],
      [12, 0],
      [39, 300],
      [42, 200],
      [12, 0],
    ]);
    assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
    booth.db.exec(change);
    const found = compareReadModels(booth.db, MIGRATIONS);
    assert.deepEqual([found?.table, found?.key, found?.column, found?.seq], [table, key, column, seq]);
    assert.ok(found);
    assert.deepEqual(badReadModel(found), { seq, class: "read_model", message: found.message });
    assert.equal(booth.db.inTransaction, false);
    booth.close();
  });
}

/** A payment whose fee is as the default tariff has it, but for `wrongBy`. */
async function payByTariff(wrongBy: number, lost = false, paidBefore = 0): Promise<TestLedger> {
  const booth = await openTestLedger();
  const table = { ...DEFAULT_RATE_TABLE };
  await booth.ledger.commit(CASHIER, ({ db, append }) => {
    append("tariff_publish", { tariffId: "tariff-1", version: 1, effectiveFrom: NOW, rateTable: table });
    const { fee } = paymentOf(db, 1, 0);
    const stay = {
      enteredAt: fee.enteredAt,
      exitedAt: fee.quotedAt,
      vehicleClass: "sedan",
      timezone: fee.timezone,
      currency: "EUR",
    } as const;
    const full = lost ? table.lostTicket.flat : price(table, stay).amount;
    const due = Math.max(0, full - paidBefore);
    append("payment", { ...paymentOf(db, 1, due + wrongBy), fee: { ...fee, lost, paidBefore } });
  });
  return booth;
}
test("a fee that is computed again comes out the same", async () => {
  for (const [lost, paidBefore] of [
    [false, 0],
    [true, 0],
    [true, 100],
    [false, 100],
    [false, 100_000],
  ] as const) {
    const booth = await payByTariff(0, lost, paidBefore);
    assert.equal(findMispriced(booth.db), null);
    booth.close();
  }
});
test("a fee that does not is found, and so is a tariff that was never published", async () => {
  const booth = await payByTariff(1);
  assert.deepEqual([findMispriced(booth.db)?.seq, findMispriced(booth.db)?.class], [3, "fee"]);
  await booth.ledger.commit(CASHIER, ({ db, append }) => append("payment", paymentOf(db, 2, 5)));
  booth.close();
  const other = await openTestLedger();
  await other.ledger.commit(CASHIER, ({ db, append }) => append("payment", paymentOf(db, 1, 5)));
  assert.match(findMispriced(other.db)?.message ?? "", /tariff-1, which was never published/);
  other.close();
});

test.run();
