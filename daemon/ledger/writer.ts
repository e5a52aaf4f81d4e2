import { v7 as uuidv7 } from "uuid";
import * as v from "valibot";
import { EVENT_PAYLOADS, type EventKind, type LedgerEvent, type Payload } from "../../common/events.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { CHECKPOINT_EVERY, makeCheckpoint } from "./checkpoint.ts";
import type { LedgerKeys } from "./keys.ts";
import { type Recorder, SYSTEM } from "./recorder.ts";
import { canonical, type EventRow, eventOf, NOTHING_BEFORE, seal } from "./seal.ts";

export interface Head {
  seq: number;
  hash: Buffer;
  at: string;
}

/** What a work may do: read and write the database, and append. `at` is the time of everything in it. */
export interface Transaction {
  readonly db: Db;
  readonly now: number;
  readonly at: string;
  append<K extends EventKind>(kind: K, data: Payload<K>, lane?: string | null): LedgerEvent<K>;
}

/** What a writer stands on. `apply` updates the read models in the same transaction. */
export interface WriterParts {
  db: Db;
  keys: LedgerKeys;
  boothId: string;
  apply(db: Db, event: LedgerEvent): void;
}

/** Appends for the length of one transaction, and can go back to a mark. */
export interface Writer {
  readonly at: string;
  readonly events: LedgerEvent[];
  mark(): Mark;
  reset(mark: Mark): void;
  transactionOf(recorder: Recorder): Transaction;
  addDueCheckpoint(): void;
  /** From now on an append is a bug: its work outlived the transaction. */
  close(): void;
}

interface Mark {
  head: Head;
  length: number;
}

/** The last event, read from the database because another process may have appended. */
export function readHead(db: Db): Head | null {
  return sql<Head>(db, "SELECT seq, hash, at FROM events ORDER BY seq DESC LIMIT 1").get() ?? null;
}

/** Starts at the head as it is now; to be called inside an immediate transaction, so that nobody else moves it. */
export function openWriter(parts: WriterParts, now: number): Writer {
  const { db, keys, boothId } = parts;
  let head: Head = readHead(db) ?? { seq: 0, hash: NOTHING_BEFORE, at: "" };
  const first = head.seq;
  const events: LedgerEvent[] = [];
  let open = true;
  const at = laterOf(instant(now), head.at);

  const append = <K extends EventKind>(
    recorder: Recorder,
    kind: K,
    data: Payload<K>,
    lane: string | null,
  ): LedgerEvent<K> => {
    if (!open) throw new Error("an event can be appended only while its work runs");
    v.assert(EVENT_PAYLOADS[kind], data);
    const actor = canonical({ id: recorder.id, type: recorder.type });
    const next = {
      seq: head.seq + 1,
      id: uuidv7({ msecs: now }),
      kind,
      at,
      actor,
      lane,
      data: canonical(data),
      prev: head.hash,
    };
    const row = seal(keys, next);
    insertRow(db, row);
    // Read back from its text, so that the read models see now what they will see when the ledger is replayed.
    const event = eventOf(row) as LedgerEvent<K>;
    head = { seq: row.seq, hash: row.hash, at };
    parts.apply(db, event as LedgerEvent);
    events.push(event as LedgerEvent);
    return event;
  };

  return {
    at,
    events,
    mark: () => ({ head, length: events.length }),
    reset(mark) {
      head = mark.head;
      events.length = mark.length;
    },
    transactionOf: (recorder) => ({
      db,
      now,
      at,
      append: (kind, data, lane = null) => append(recorder, kind, data, lane),
    }),
    addDueCheckpoint() {
      if (Math.floor(head.seq / CHECKPOINT_EVERY) === Math.floor(first / CHECKPOINT_EVERY)) return;
      append(SYSTEM, "checkpoint", { checkpoint: makeCheckpoint(keys, boothId, head, at) }, null);
    },
    close() {
      open = false;
    },
  };
}

/** Time never runs backwards in the chain: while the clock is behind the head, the head's time stands. */
export function laterOf(clockTime: string, headTime: string): string {
  return clockTime < headTime ? headTime : clockTime;
}

const INSERT = `INSERT INTO events (seq, id, kind, at, actor, lane, data, prev, hash, key_id, sig)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Writes a sealed row as it is. */
export function insertRow(db: Db, row: EventRow): void {
  sql(db, INSERT).run(
    row.seq,
    row.id,
    row.kind,
    row.at,
    row.actor,
    row.lane,
    row.data,
    row.prev,
    row.hash,
    row.key_id,
    row.sig,
  );
}
