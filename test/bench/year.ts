// Writes a year of a busy site, a million signed events with their read models, straight into a booth's database.
import type { EventActor, EventKind, LedgerEvent, Payload } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { LedgerKeys } from "../../daemon/ledger/keys.ts";
import { canonical, type EventRow, eventOf, NOTHING_BEFORE, seal } from "../../daemon/ledger/seal.ts";
import { insertRow, readHead } from "../../daemon/ledger/writer.ts";
import { applyEvent } from "../../daemon/read-models/index.ts";
import { readTotals } from "../../daemon/read-models/totals.ts";

const STEP = 5000;
export interface YearOptions {
  db: Db;
  keys: LedgerKeys;
  events: number;
  from: string;
  to: string;
  tariffId: string;
  users: readonly string[];
  entryLanes: readonly string[];
  exitLanes: readonly string[];
}

interface Pen {
  options: YearOptions;
  seq: number;
  prev: Buffer;
  at: string;
  append<K extends EventKind>(kind: K, actor: EventActor, lane: string | null, data: Payload<K>): LedgerEvent<K>;
}

function openPen(options: YearOptions): Pen {
  const { db, keys } = options;
  const head = readHead(db) ?? { seq: 0, hash: NOTHING_BEFORE, at: options.from };
  const pen: Pen = {
    options,
    seq: head.seq,
    prev: head.hash,
    at: options.from,
    append(kind, actor, lane, data) {
      pen.seq += 1;
      const id = `0192f0c0-0000-7000-8000-${String(pen.seq).padStart(12, "0")}`;
      const text = { actor: canonical({ id: actor.id, type: actor.type }), data: canonical(data) };
      const row = { seq: pen.seq, id, kind, at: pen.at, lane, prev: pen.prev, ...text };
      const sealed: EventRow = seal(keys, row);
      insertRow(db, sealed);
      pen.prev = sealed.hash;
      const event = eventOf(sealed);
      applyEvent(db, event);
      return event as LedgerEvent<typeof kind>;
    },
  };
  return pen;
}

/** Five events a car: in, open, paid, out, open; now and then a void, an open by hand, a copy, a car that did not pay. */
export function writeYear(options: YearOptions): { events: number; seconds: number } {
  const { db, events } = options;
  const started = performance.now();
  const pen = openPen(options);
  const first = pen.seq;
  const [from, to] = [Date.parse(options.from), Date.parse(options.to)];
  const timeAt = () => new Date(from + ((to - from) * (pen.seq - first)) / events).toISOString();
  const write = db.transaction(() => {
    for (const end = pen.seq + STEP; pen.seq < end && pen.seq - first < events; ) {
      pen.at = timeAt();
      writeCar(pen, timeAt);
    }
  });
  for (let n = 0; pen.seq - first < events; n += 1) {
    write();
    if (n % 10 === 9) db.pragma("wal_checkpoint(TRUNCATE)");
  }
  db.pragma("wal_checkpoint(TRUNCATE)");
  return { events: pen.seq - first, seconds: (performance.now() - started) / 1000 };
}

const pick = <T>(of: readonly T[], n: number): T => of[n % of.length] as T;
const CAMERA: EventActor = { type: "device", id: "entry-1/camera" };

function writeCar(pen: Pen, timeAt: () => string): void {
  const { options } = pen;
  const { db } = options;
  const totals = readTotals(db);
  const n = totals.tickets + 1;
  const user: EventActor = { type: "user", id: pick(options.users, Math.floor(n / 300)) };
  const exit = pick(options.exitLanes, n);
  const sessionId = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  const stay = { sessionId, ticketNumber: n, plateRef: `ref-${n % 40_000}`, vehicleClass: "sedan", enteredAt: pen.at };
  pen.append("session_open", CAMERA, pick(options.entryLanes, n), { ...stay, tariffId: options.tariffId, by: "read" });
  pen.append("barrier_intent", CAMERA, pick(options.entryLanes, n), { intent: "open", cause: "entry", sessionId });
  pen.at = timeAt();
  if (n % 200 === 0) {
    const words = { reason: "waived", note: `case ${n}` };
    pen.append("session_close", user, exit, { sessionId, exitedAt: pen.at, how: "hand", owed: 500, ...words });
    pen.append("barrier_intent", user, exit, { intent: "open", cause: "hand", sessionId, reason: "staff" });
    return;
  }
  const amount = 250 + (n % 9) * 50;
  const payment = writePayment(pen, user, exit, sessionId, n, amount);
  pen.append("session_close", user, exit, { sessionId, exitedAt: pen.at, how: "paid", owed: 0 });
  pen.append("barrier_intent", user, exit, { intent: "open", cause: "payment", sessionId });
  if (n % 100 === 0) writeVoid(pen, user, payment);
  if (n % 80 === 0)
    pen.append("receipt_copy", user, null, { paymentId: payment.data.paymentId, paymentSeq: payment.seq, copy: 1 });
}

function writePayment(
  pen: Pen,
  user: EventActor,
  lane: string,
  sessionId: string,
  n: number,
  amount: number,
): LedgerEvent<"payment"> {
  const { tariffId, db } = pen.options;
  const { perpetual, absolute } = readTotals(db);
  const { at } = pen;
  const fee = { tariffId, timezone: "Europe/Berlin", enteredAt: at, quotedAt: at, vehicleClass: "sedan" };
  return pen.append("payment", user, lane, {
    paymentId: `00000000-0000-4000-9000-${String(n).padStart(12, "0")}`,
    sessionId,
    shiftId: `shift-${Math.floor(n / 300)}`,
    receiptNumber: n,
    amount,
    tax: Math.round(amount * 0.17),
    currency: "EUR",
    method: n % 3 === 0 ? "card" : "cash",
    tendered: null,
    change: null,
    paidAt: at,
    paidUntil: at,
    fee: { ...fee, validations: [], paidBefore: 0, lost: n % 400 === 0 },
    totals: { perpetual: perpetual + amount, absolute: absolute + amount },
  });
}

function writeVoid(pen: Pen, user: EventActor, payment: LedgerEvent<"payment">): void {
  const { perpetual, absolute } = readTotals(pen.options.db);
  const { amount, paymentId, sessionId, shiftId } = payment.data;
  pen.append("void", user, payment.lane, {
    voidedSeq: payment.seq,
    voidedKind: "payment",
    voidedId: paymentId,
    amount,
    cash: 0,
    shiftId,
    sessionId,
    reason: "refund",
    totals: { perpetual: perpetual - amount, absolute: absolute + amount },
  });
}

/** How many rows each table of the sums has. */
export function countSums(db: Db): Record<string, number> {
  const tables = ["revenue_keys", "revenue_quarters", "occupancy_quarters", "exceptions"];
  return Object.fromEntries(
    tables.map((table) => [table, sql<{ n: number }>(db, `SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0]),
  );
}
