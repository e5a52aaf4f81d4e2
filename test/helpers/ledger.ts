import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerState } from "../../common/api/live.ts";
import type { LedgerEvent, Payload } from "../../common/events.ts";
import type { Clock } from "../../common/node/clock.ts";
import { type Db, openDb } from "../../common/node/db.ts";
import { migrate } from "../../common/node/migrate.ts";
import { openChain } from "../../daemon/ledger/genesis.ts";
import { type LedgerKeys, openLedgerKeys } from "../../daemon/ledger/keys.ts";
import { type Ledger, type LedgerParts, openLedger } from "../../daemon/ledger/ledger.ts";
import type { Recorder } from "../../daemon/ledger/recorder.ts";
import { NO_RESERVE } from "../../daemon/ledger/reserve.ts";
import { applyEvent } from "../../daemon/read-models/index.ts";
import { readTotals } from "../../daemon/read-models/totals.ts";

export const BOOTH_ID = "booth-test";
export const MIGRATIONS = join(import.meta.dirname, "../../migrations/booth");
export const SEED = Buffer.alloc(32, 7);
export const CASHIER: Recorder = { type: "user", id: "user-1" };
const START = Date.parse("2026-11-20T08:00:00.000Z");

/** A clock that stands until it is moved. */
export interface SetClock extends Clock {
  ms: number;
}

/** A ledger of its own in a temporary directory. */
export interface TestLedger {
  dir: string;
  path: string;
  db: Db;
  keys: LedgerKeys;
  clock: SetClock;
  ledger: Ledger;
  announced: LedgerEvent[];
  states: LedgerState[];
  failures: unknown[];
  /** Closes, copies the file and opens again: a copy to tamper with. */
  copy(name: string): string;
  close(): void;
}

export function setClock(): SetClock {
  return {
    ms: START,
    now() {
      return this.ms;
    },
    monotonic() {
      return this.ms;
    },
  };
}

export async function openTestLedger(given: Partial<LedgerParts> & { path?: string } = {}): Promise<TestLedger> {
  const dir = mkdtempSync(join(tmpdir(), "booth-ledger-"));
  const path = given.path ?? join(dir, "booth.db");
  const keys = openLedgerKeys(SEED);
  const clock = setClock();
  const db = given.db ?? openDb(path);
  await migrate(db, MIGRATIONS, () => "2026-11-20T08:00:00.000Z");
  openChain(db, keys, BOOTH_ID, clock);
  const announced: LedgerEvent[] = [];
  const states: LedgerState[] = [];
  const failures: unknown[] = [];
  const ledger = openLedger({
    db,
    clock,
    keys,
    boothId: BOOTH_ID,
    reserve: NO_RESERVE,
    apply: applyEvent,
    announce: (events) => void announced.push(...events),
    announceState: (state) => void states.push(state),
    fail: (error) => void failures.push(error),
    ...given,
  });
  const copy = (name: string) => {
    db.pragma("wal_checkpoint(TRUNCATE)");
    cpSync(path, join(dir, name));
    return join(dir, name);
  };
  const close = () => {
    if (db.open) db.close();
    rmSync(dir, { recursive: true, force: true });
  };
  return { dir, path, db, keys, clock, ledger, announced, states, failures, copy, close };
}

const FEE = {
  tariffId: "tariff-1",
  timezone: "Europe/Berlin",
  enteredAt: "2026-11-20T06:00:00.000Z",
  quotedAt: "2026-11-20T08:00:00.000Z",
  vehicleClass: "sedan",
  validations: [],
  paidBefore: 0,
  lost: false,
};

/** A payment as an event carries it, its totals read where it is appended. */
export function paymentOf(db: Db, n: number, amount: number): Payload<"payment"> {
  const { perpetual, absolute } = readTotals(db);
  return {
    paymentId: `payment-${n}`,
    sessionId: `session-${n}`,
    shiftId: "shift-1",
    receiptNumber: n,
    amount,
    tax: 0,
    currency: "EUR",
    method: n % 2 === 0 ? "cash" : "card",
    tendered: null,
    change: null,
    paidAt: "2026-11-20T08:00:00.000Z",
    paidUntil: "2026-11-20T08:15:00.000Z",
    fee: FEE,
    totals: { perpetual: perpetual + amount, absolute: absolute + amount },
  };
}

export function sessionOf(n: number): Payload<"session_open"> {
  return {
    sessionId: `session-${n}`,
    ticketNumber: n,
    plateRef: null,
    vehicleClass: "sedan",
    enteredAt: "2026-11-20T06:00:00.000Z",
    tariffId: "tariff-1",
    by: "read",
  };
}

/** Appends stays and payments by turns, a second apart, until the chain has so many events. */
export async function fillTo(booth: TestLedger, count: number): Promise<void> {
  for (let n = booth.ledger.head()?.seq ?? 0; n < count; n = booth.ledger.head()?.seq ?? 0) {
    booth.clock.ms += 1000;
    const works: Promise<unknown>[] = [];
    for (let i = n; i < Math.min(count, n + 50); i += 1) works.push(appendOne(booth, i));
    await Promise.all(works);
  }
}

function appendOne(booth: TestLedger, n: number): Promise<unknown> {
  return booth.ledger.commit(CASHIER, ({ db, append }) => {
    if (n % 2 === 1) return append("session_open", sessionOf(n), "entry-1");
    return append("payment", paymentOf(db, n, 100 + n), "exit-1");
  });
}
