// What somebody with the file and without the key might do to the ledger.
import Database from "better-sqlite3";
import { type EventRow, hashRecord } from "../../daemon/ledger/seal.ts";
import type { TestLedger } from "./ledger.ts";

/** The entry that most tests tamper with: a payment of 150. */
export const N = 51;

export const rowAt = (db: Database.Database, seq: number) =>
  db.prepare("SELECT * FROM events WHERE seq = ?").get(seq) as EventRow;
export const put = (db: Database.Database, row: EventRow) =>
  db
    .prepare(
      "INSERT OR REPLACE INTO events VALUES (@seq, @id, @kind, @at, @actor, @lane, @data, @prev, @hash, @key_id, @sig)",
    )
    .run(row);
export const set =
  (column: string, value: unknown, seq = N) =>
  (db: Database.Database) => {
    db.prepare(`UPDATE events SET ${column} = ? WHERE seq = ?`).run(value, seq);
  };
export const shift = (db: Database.Database, from: number, by: number) => {
  db.prepare("UPDATE events SET seq = -(seq + ?) WHERE seq >= ?").run(by, from);
  db.prepare("UPDATE events SET seq = -seq WHERE seq < 0").run();
};
export const swap = (a: number, b: number) => (db: Database.Database) => {
  const [one, two] = [rowAt(db, a), rowAt(db, b)];
  put(db, { ...one, seq: b });
  put(db, { ...two, seq: a });
};
export const remove = (seq: number) => (db: Database.Database) =>
  void db.prepare("DELETE FROM events WHERE seq = ?").run(seq);
/** Hashes and links everything from a row on again; without the key the signatures stay as they are. */
export const rechain = (db: Database.Database, from: number, change: (row: EventRow) => EventRow = (row) => row) => {
  let prev = rowAt(db, from - 1).hash;
  for (let row = rowAt(db, from); row; row = rowAt(db, row.seq + 1)) {
    const next = change({ ...row, prev });
    const hash = hashRecord(next);
    put(db, { ...next, hash });
    prev = hash;
  }
};
export const forged = (db: Database.Database, seq: number): EventRow => {
  const row = {
    ...rowAt(db, N),
    seq,
    id: "0192f0c0-0000-7000-8000-00000000ffff",
    prev: rowAt(db, seq - 1).hash,
    at: rowAt(db, seq - 1).at,
    sig: Buffer.alloc(64, 9),
  };
  return { ...row, hash: hashRecord(row) };
};

export type Tamper = (db: Database.Database) => void;

let copies = 0;

/** Copies the file of a ledger, drops every guard of the schema and lets somebody at it. */
export function tamperedCopy(booth: TestLedger, tamper: Tamper): string {
  copies += 1;
  const path = booth.copy(`copy-${copies}.db`);
  const db = new Database(path);
  db.exec(`DROP TRIGGER events_are_final; DROP TRIGGER events_stay;
    CREATE TABLE loose (seq INTEGER PRIMARY KEY, id TEXT, kind TEXT, at TEXT, actor TEXT, lane TEXT, data TEXT, prev BLOB, hash BLOB, key_id TEXT, sig BLOB);
    INSERT INTO loose SELECT * FROM events; DROP TABLE events; ALTER TABLE loose RENAME TO events;`);
  tamper(db);
  db.close();
  return path;
}
