import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { assetPath } from "../../common/node/assets.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Verification } from "../../common/verification.ts";
import { readEventsAfter } from "../ledger/read.ts";
import { applyEvent, READ_MODELS } from "./index.ts";

/** Where a read model first differs from what the events say. */
export interface Difference {
  table: string;
  /** The row's primary key. */
  key: string;
  /** The first column that differs; null if the whole row is missing or should not be there. */
  column: string | null;
  /** The last event that touched the row, or the last of all if none did. */
  seq: number;
  /** One sentence. */
  message: string;
}

type Row = Record<string, unknown>;
type Found = Omit<Difference, "seq">;

const STEP = 500;

/**
 * Replays all events into an empty database and compares each table of the read models with it, row by row. Answers the
 * first difference, or null. Sees one state of the database throughout, also while the daemon appends.
 */
export function compareReadModels(db: Db, migrations: string = assetPath("migrations/booth")): Difference | null {
  db.exec("BEGIN");
  try {
    return compare(db, migrations);
  } finally {
    db.exec("COMMIT");
  }
}

/** A difference as the answer of a verification. */
export function badReadModel({ seq, message }: Difference): NonNullable<Verification["firstBad"]> {
  return { seq, class: "read_model", message };
}

function compare(db: Db, migrations: string): Difference | null {
  const scratch = openScratch(migrations);
  try {
    const failure = replay(db, scratch);
    if (failure) return failure;
    for (const table of READ_MODELS.flatMap((model) => model.tables)) {
      const found = compareTable(db, scratch, table);
      if (found) return { ...found, seq: lastTouch(db, migrations, found) };
    }
    return null;
  } finally {
    scratch.close();
  }
}

/** An empty database of the program's own schema, in a temporary file that goes when it is closed. */
function openScratch(migrations: string): Db {
  const scratch = new Database("");
  scratch.pragma("synchronous = OFF");
  scratch.pragma("journal_mode = OFF");
  for (const name of readdirSync(migrations)
    .filter((file) => file.endsWith(".sql"))
    .sort()) {
    scratch.exec(readFileSync(join(migrations, name), "utf8"));
  }
  return scratch;
}

/** Applies every event in order. An event that cannot be applied is a difference too. */
function replay(db: Db, scratch: Db, after: (seq: number) => void = () => {}): Difference | null {
  let seq = 0;
  scratch.exec("BEGIN");
  try {
    for (let events = readEventsAfter(db, 0, STEP); events.length > 0; events = readEventsAfter(db, seq, STEP)) {
      for (const event of events) {
        seq = event.seq;
        applyEvent(scratch, event);
        after(seq);
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      table: "events",
      key: String(seq),
      column: null,
      seq,
      message: `entry ${seq} cannot be applied again: ${reason}.`,
    };
  }
  scratch.exec("COMMIT");
  return null;
}

function compareTable(db: Db, scratch: Db, table: string): Found | null {
  const keys = keyColumns(scratch, table);
  const text = `SELECT * FROM "${table}" NOT INDEXED ORDER BY ${keys.join(", ")}`;
  const live = sql<Row>(db, text).iterate();
  const replayed = sql<Row>(scratch, text).iterate();
  try {
    for (;;) {
      const [stored, expected] = [live.next(), replayed.next()];
      if (stored.done && expected.done) return null;
      const found = compareRow(
        table,
        keys,
        stored.done ? undefined : stored.value,
        expected.done ? undefined : expected.value,
      );
      if (found) return found;
    }
  } finally {
    live.return?.();
    replayed.return?.();
  }
}

function keyColumns(scratch: Db, table: string): string[] {
  return sql<{ name: string }>(scratch, `SELECT name FROM pragma_table_info('${table}') WHERE pk > 0 ORDER BY pk`)
    .all()
    .map(({ name }) => `"${name}"`);
}

/** Both come in the order of their keys: where the keys differ, the smaller one has no counterpart. */
function compareRow(
  table: string,
  keys: readonly string[],
  stored: Row | undefined,
  expected: Row | undefined,
): Found | null {
  const keyOf = (row: Row) => keys.map((name) => String(row[name.slice(1, -1)])).join("/");
  const order = stored && expected ? orderOf(keys, stored, expected) : 0;
  if (expected && (!stored || order > 0)) {
    const key = keyOf(expected);
    return { table, key, column: null, message: `${table} ${key} is missing.` };
  }
  if (stored && (!expected || order < 0)) {
    const key = keyOf(stored);
    return { table, key, column: null, message: `${table} ${key} is in no entry of the ledger.` };
  }
  if (!stored || !expected) return null;
  const column = [...new Set([...Object.keys(expected), ...Object.keys(stored)])].find(
    (name) => stored[name] !== expected[name],
  );
  if (column === undefined) return null;
  const key = keyOf(expected);
  return {
    table,
    key,
    column,
    message: `${table} ${key} has ${column} ${shown(stored[column])}, and the entries say ${shown(expected[column])}.`,
  };
}

/** The order SQLite gives two rows by their keys: numbers by value, texts by their bytes. */
function orderOf(keys: readonly string[], a: Row, b: Row): number {
  for (const name of keys.map((quoted) => quoted.slice(1, -1))) {
    const [left, right] = [a[name], b[name]];
    const bothNumbers = typeof left === "number" && typeof right === "number";
    const order = bothNumbers ? left - right : Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
    if (order !== 0) return order;
  }
  return 0;
}

function shown(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 80);
}

/** Replays once more and watches the row: only done when something is wrong. */
function lastTouch(db: Db, migrations: string, { table, key }: Found): number {
  const scratch = openScratch(migrations);
  try {
    const where = keyColumns(scratch, table).join(" || '/' || ");
    const read = sql<Row>(scratch, `SELECT * FROM "${table}" WHERE ${where} = ?`);
    let last = 0;
    let head = 0;
    let before = JSON.stringify(read.get(key));
    replay(db, scratch, (seq) => {
      head = seq;
      const now = JSON.stringify(read.get(key));
      if (now !== before) last = seq;
      before = now;
    });
    return last || head;
  } finally {
    scratch.close();
  }
}
