import assert from "node:assert/strict";
import { suite } from "uvu";
import type { ExceptionRow } from "../common/api/reports.ts";
import type { LedgerEvent } from "../common/events.ts";
import type { Db } from "../common/node/db.ts";
import { fillReadModels } from "../daemon/read-models/fill.ts";
import { applyEvent, applyTo, READ_MODELS } from "../daemon/read-models/index.ts";
import { compareReadModels } from "../daemon/read-models/rebuild.ts";
import type { Client } from "./helpers/booth.ts";
import { CASHIER, MIGRATIONS, openTestLedger, paymentOf, sessionOf, type TestLedger } from "./helpers/ledger.ts";
import { openReportBooth, type ReportBooth, takeFor } from "./helpers/report-day.ts";
import { carInside } from "./helpers/stay.ts";

const test = suite("the exceptions report, and its sums over a ledger that is older");

/** One of each; answers what was paid and what the drawer ought to hold. */
async function makeExceptions(at: ReportBooth) {
  const { booth, cashier, operator, shift } = at;
  const gone = (await takeFor(at, 60)).paid;
  const lost = await takeFor(at, 60, {});
  const flat = (await takeFor(at, 60, { lost: "flat" }, "?lost=flat")).paid;
  await operator.post(`/api/events/${gone.seq}/void`, { reason: "refund", note: "overcharged" });
  for (const [body, copy] of [
    [{ original: true }, 0],
    [{ original: true }, 1],
  ] as const) {
    // The original is no reprint; asked for once more it is a copy.
    const receipt = await cashier.post(`/api/payments/${lost.paid.id}/receipt`, body);
    assert.deepEqual([receipt.status, receipt.body.copy], [201, copy]);
  }
  const waived = await carInside(booth, cashier, "WAIVED1");
  booth.clock.advance(3_600_000);
  await operator.post(`/api/sessions/${waived.id}/close`, { reason: "waived", lane: "exit-1" });
  await carInside(booth, cashier, "WRONG11");
  const opened = (await operator.get("/api/events?kind=session_open")).body.items[0];
  await operator.post(`/api/events/${opened.seq}/void`, { reason: "test" });
  const byHand = await operator.post("/api/lanes/exit-1/intent", { intent: "open", reason: "emergency" });
  assert.equal(byHand.status, 201, byHand.text);
  await operator.post("/api/lanes/entry-1/intent", { intent: "open", reason: "staff" });
  await operator.post("/api/lanes/exit-1/intent", { intent: "close", reason: "staff" });
  await cashier.post(`/api/shifts/${shift.id}/close`, { counted: { "10000": 1 } });
  return { gone, lost, flat, expectedCash: 15_000 + lost.paid.amount + flat.amount };
}

test("each exception has its row: entry, time, lane, actor, amount, reason", async () => {
  const at = await openReportBooth("2026-11-20T10:00:00.000Z", "UTC");
  const { booth, operator } = at;
  const { gone, lost, flat, expectedCash } = await makeExceptions(at);
  const report = (await operator.get("/api/reports/exceptions")).body;
  const short = ({ kind, lane, amount, reason, actor }: ExceptionRow) => [kind, lane, amount, reason, actor.name];
  const items: ExceptionRow[] = report.items;
  const owed = items.find(({ kind }) => kind === "closed_unpaid")?.amount ?? 0;
  assert.ok(owed > 0);
  assert.deepEqual(items.map(short).reverse(), [
    ["lost_ticket", null, flat.amount, null, "cashier"],
    ["debt", "exit-1", gone.amount, "refund", "operator"],
    ["void", "exit-1", gone.amount, "refund", "operator"],
    ["reprint", null, lost.paid.amount, null, "cashier"],
    ["closed_unpaid", "exit-1", owed, "waived", "operator"],
    ["session_void", "entry-1", null, "test", "operator"],
    ["hand_open", "exit-1", null, "emergency", "operator"],
    ["unpaid_open", "exit-1", null, "emergency", "operator"],
    ["hand_open", "entry-1", null, "staff", "operator"],
    ["over_short", null, 10_000 - expectedCash, null, "cashier"],
  ]);
  const voided = items.find(({ kind }) => kind === "void");
  assert.deepEqual([voided?.subjectSeq, voided?.note], [gone.seq, "overcharged"]);
  assert.equal((await operator.get(`/api/events/${voided?.seq}`)).body.kind, "void");
  assert.deepEqual(
    report.summary.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    [
      ["void", 1],
      ["debt", 1],
      ["unpaid_open", 1],
      ["hand_open", 2],
      ["closed_unpaid", 1],
      ["over_short", 1],
      ["lost_ticket", 1],
      ["reprint", 1],
      ["session_void", 1],
    ],
  );
  await assertPages(operator, items);
  assert.equal(compareReadModels(booth.booth.db, MIGRATIONS), null);
  await booth.close();
});

/** Page by page it is the same list; by kind and by day it is a part of it. */
async function assertPages(operator: Client, items: readonly ExceptionRow[]): Promise<void> {
  const pages: ExceptionRow[] = [];
  for (let cursor = ""; ; ) {
    const page = (await operator.get(`/api/reports/exceptions?limit=3${cursor}`)).body;
    pages.push(...page.items);
    if (page.next === null) break;
    cursor = `&cursor=${page.next}`;
  }
  assert.deepEqual(pages, items);
  assert.equal((await operator.get("/api/reports/exceptions?kind=hand_open")).body.items.length, 2);
  assert.equal((await operator.get("/api/reports/exceptions?from=2026-11-18&to=2026-11-19")).body.items.length, 0);
  for (const query of ["cursor=abc", "cursor=12", "cursor=-1:void", "limit=0", "kind=theft"]) {
    const answer = await operator.get(`/api/reports/exceptions?${query}`);
    assert.deepEqual([answer.status, answer.body.details?.[0].path], [400, query.split("=")[0]]);
  }
}

const FIRST_MODELS = READ_MODELS.filter(({ addedLater }) => !addedLater);

/** The program as it was before the sums of the reports. */
function applyAsBefore(db: Db, event: LedgerEvent): void {
  for (const model of FIRST_MODELS) applyTo(model, db, event);
}

async function live(booth: TestLedger, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) {
    booth.clock.ms += 20 * 60_000;
    await booth.ledger.commit(CASHIER, ({ db, append }) => {
      const stay = { ...sessionOf(n), ticketNumber: n };
      append("session_open", stay, "entry-1");
      const { seq, data } = append("payment", { ...paymentOf(db, n, 100 + n), sessionId: stay.sessionId }, "exit-1");
      append("session_close", {
        sessionId: stay.sessionId,
        exitedAt: "2026-11-20T09:00:00.000Z",
        how: "paid",
        owed: 0,
      });
      if (n % 3 > 0) return;
      const { perpetual, absolute } = data.totals;
      append("void", {
        voidedSeq: seq,
        voidedKind: "payment",
        voidedId: data.paymentId,
        amount: data.amount,
        cash: 0,
        shiftId: null,
        sessionId: stay.sessionId,
        reason: "test",
        totals: { perpetual: perpetual - data.amount, absolute: absolute + data.amount },
      });
    });
  }
}

test("a ledger older than the sums fills them once, as if they had always been there", async () => {
  const booth = await openTestLedger({ apply: applyAsBefore });
  await live(booth, 1, 40);
  assert.notEqual(compareReadModels(booth.db, MIGRATIONS), null);
  assert.ok(fillReadModels(booth.db) > 100);
  assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
  assert.equal(fillReadModels(booth.db), 0);
  booth.close();
});

test("what an older program appended after a newer one is caught up with, and nothing counts twice", async () => {
  let older = false;
  const apply = (db: Db, event: LedgerEvent) => (older ? applyAsBefore(db, event) : applyEvent(db, event));
  const booth = await openTestLedger({ apply });
  fillReadModels(booth.db);
  await live(booth, 1, 10);
  older = true;
  await live(booth, 10, 20);
  assert.notEqual(compareReadModels(booth.db, MIGRATIONS), null);
  assert.equal(fillReadModels(booth.db), 33);
  assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
  older = false;
  await live(booth, 20, 25);
  assert.equal(fillReadModels(booth.db), 0);
  assert.equal(compareReadModels(booth.db, MIGRATIONS), null);
  booth.close();
});

test("a file holds a year at most; page by page the list goes back further", async () => {
  const { booth, operator } = await openReportBooth("2026-11-20T10:00:00.000Z", "UTC");
  try {
    const list = (query: string) => operator.get(`/api/reports/exceptions?from=${query}`);
    for (const format of ["csv", "html"]) {
      const tooLong = await list(`2020-01-01&to=2026-11-20&format=${format}`);
      assert.deepEqual([tooLong.status, tooLong.body.details?.[0].path], [400, "to"], tooLong.text);
      assert.match(tooLong.body.message, /at most a year/);
      assert.equal((await list(`2025-11-21&to=2026-11-20&format=${format}`)).status, 200);
    }
    assert.equal((await list("2020-01-01&to=2026-11-20")).status, 200);
  } finally {
    await booth.close();
  }
});

test.run();
