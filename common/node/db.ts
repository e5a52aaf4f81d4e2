import Database from "better-sqlite3";

export type Db = Database.Database;
export type Statement = Database.Statement<unknown[], unknown>;

/** How long a write waits for another process's transaction before it is told BUSY. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens a SQLite file for durable writing: WAL with `synchronous=FULL`, set on every open because the driver falls
 * back to NORMAL. Acknowledged then means on disk.
 */
export function openDb(path: string, options: { readonly?: boolean } = {}): Db {
  const db = new Database(path, { readonly: options.readonly ?? false, timeout: BUSY_TIMEOUT_MS });
  if (!options.readonly) db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  // Appending rewrites the same few pages: the longer the log, the more of those writes a checkpoint saves. 16 MB.
  db.pragma("wal_autocheckpoint = 4000");
  db.pragma("foreign_keys = ON");
  db.pragma("trusted_schema = OFF");
  return db;
}

const statements = new WeakMap<Db, Map<string, Statement>>();

/** A statement prepared once per connection. `T` is the row it yields; the SQL is the author's word for it. */
export function sql<T = unknown>(db: Db, text: string): Database.Statement<unknown[], T> {
  let known = statements.get(db);
  if (!known) {
    known = new Map();
    statements.set(db, known);
  }
  let statement = known.get(text);
  if (!statement) {
    statement = db.prepare<unknown[], unknown>(text);
    known.set(text, statement);
  }
  return statement as Database.Statement<unknown[], T>;
}

/** Grows whenever another connection, of this process or another, has committed. */
export function dataVersion(db: Db): number {
  return sql<{ data_version: number }>(db, "PRAGMA data_version").get()?.data_version ?? 0;
}
