import { canonical } from "../../common/canonical.ts";
import { MONEY_KINDS, type Totals, turnoverOf } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { FaultClass } from "../../common/verification.ts";
import { type EventRow, hashRecord, NOTHING_BEFORE, verifyHash } from "./seal.ts";
import { type Auditor, type Fault, isWellFormed, readMoney } from "./verify-range.ts";

/** What is wrong first, in the words of the contract, and in a sentence. */
export interface Bad {
  seq: number;
  class: FaultClass;
  message: string;
}

const COLUMNS = "seq, id, kind, at, actor, lane, data, prev, hash, key_id, sig";

/** The place of a fault: its row and those beside it, as far as they are there and have the form of a row. */
interface Scene {
  db: Db;
  auditor: Auditor | null;
  seq: number;
  /** The hash and time before the place. */
  hashBefore: Buffer;
  atBefore: string;
  row: EventRow | null;
  next: EventRow | null;
}

/** Finds out what was done to the chain at its first fault: runs once, so it may look through the whole table. */
export function classify(db: Db, auditor: Auditor | null, fault: Fault): Bad {
  const { seq, sign } = fault;
  if (sign === "unreadable")
    return { seq, class: "edited", message: `entry ${seq} cannot be read: the database file is damaged there.` };
  if (sign === "repeated") return classifyRepeated(db, seq);
  const scene = sceneAt(db, auditor, seq);
  if (sign === "missing") return classifyMissing(scene);
  const { row } = scene;
  if (!row) return { seq, class: "edited", message: `entry ${seq} does not have the form of a record.` };
  const home = homeOf(scene, row);
  if (home !== null && home !== seq) return classifyDisplaced(scene, row, home);
  if (home === seq) return classifyGenuine(scene, row, fault);
  return classifyForged(scene, row);
}

function sceneAt(db: Db, auditor: Auditor | null, seq: number): Scene {
  const before = readRow(db, seq - 1);
  return {
    db,
    auditor,
    seq,
    hashBefore: before?.hash ?? NOTHING_BEFORE,
    atBefore: before?.at ?? "",
    row: readRow(db, seq),
    next: readRow(db, seq + 1),
  };
}

function readRow(db: Db, seq: number): EventRow | null {
  try {
    const row = sql<EventRow>(db, `SELECT ${COLUMNS} FROM events WHERE seq = ?`).get(seq);
    return row &&
      isWellFormed([
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
      ])
      ? row
      : null;
  } catch {
    return null;
  }
}

/** The first row with this value in a column, other than the one at `seq`. Not by index: an index may have been dropped or changed. */
function findOther(db: Db, column: "hash" | "prev" | "sig", value: Buffer, seq: number): number | null {
  return (
    sql<{ seq: number }>(db, `SELECT seq FROM events NOT INDEXED WHERE ${column} = ? AND seq <> ? LIMIT 1`).get(
      value,
      seq,
    )?.seq ?? null
  );
}

/**
 * The seq at which a record was signed, or null if it is not as it was signed. The seq is part of what is hashed, so
 * a renumbered record is recognised by trying, nearest first.
 */
function homeOf({ db, auditor }: Scene, row: EventRow): number | null {
  if (auditor && !verifyHash(auditor.publicKey, row.hash, row.sig)) return null;
  const reach = (sql<{ most: number }>(db, "SELECT max(seq) AS most FROM events").get()?.most ?? row.seq) + 1000;
  for (let distance = 0; distance <= reach; distance += 1) {
    for (const seq of distance === 0 ? [row.seq] : [row.seq + distance, row.seq - distance]) {
      if (seq >= 1 && hashRecord({ ...row, seq }).equals(row.hash)) return seq;
    }
  }
  return null;
}

function classifyRepeated(db: Db, seq: number): Bad {
  const rows = sql<{ hash: unknown }>(db, "SELECT hash FROM events WHERE seq = ?").all(seq);
  const [one, two] = rows.map(({ hash }) => (Buffer.isBuffer(hash) ? hash.toString("hex") : String(hash)));
  if (rows.length > 1 && one === two) return { seq, class: "duplicated", message: `entry ${seq} is there twice.` };
  return { seq, class: "inserted", message: `a record was put in at ${seq}, where none belongs.` };
}

function classifyMissing({ db, seq, hashBefore }: Scene): Bad {
  const elsewhere = findOther(db, "prev", hashBefore, seq);
  if (elsewhere === null) return { seq, class: "deleted", message: `entry ${seq} is missing.` };
  return { seq, class: "reordered", message: `entry ${seq} stands at ${elsewhere} instead.` };
}

/** A genuine record in a place that is not its own. */
function classifyDisplaced({ db, seq, hashBefore }: Scene, row: EventRow, home: number): Bad {
  const twin = findOther(db, "hash", row.hash, seq);
  if (twin !== null)
    return { seq, class: "duplicated", message: `entry ${seq} is a second copy of the record that stands at ${twin}.` };
  const rightful = findOther(db, "prev", hashBefore, seq);
  if (rightful !== null) {
    return {
      seq,
      class: "reordered",
      message: `entry ${seq} is the record that belongs at ${home}; the one that belongs here stands at ${rightful}.`,
    };
  }
  return {
    seq,
    class: "deleted",
    message: `the record that belongs at ${seq} is gone, and the one that belongs at ${home} was given its number.`,
  };
}

/** A record as it was signed, in its own place: then the booth itself wrote what does not fit, or what stands beside it was changed. */
function classifyGenuine({ seq, auditor, atBefore }: Scene, row: EventRow, { sign }: Fault): Bad {
  if (auditor && row.key_id !== auditor.keyId) return unknownKey(seq, row, auditor);
  if (row.at < atBefore) return timeBackwards(seq, row, atBefore);
  if (sign === "totals")
    return {
      seq,
      class: "totals",
      message: `the running totals of entry ${seq} are not what the entries before it add up to.`,
    };
  if (sign === "checkpoint")
    return { seq, class: "signature", message: `the checkpoint in entry ${seq} is not a genuine one of this chain.` };
  return { seq, class: "deleted", message: `entry ${seq} is genuine, but what it was linked to is gone.` };
}

function classifyForged(scene: Scene, row: EventRow): Bad {
  const { seq, auditor, atBefore, hashBefore } = scene;
  const twin = findOther(scene.db, "sig", row.sig, seq) ?? findOther(scene.db, "hash", row.hash, seq);
  if (twin !== null)
    return { seq, class: "duplicated", message: `entry ${seq} is a copy of the record that stands at ${twin}.` };
  if (isInserted(scene))
    return {
      seq,
      class: "inserted",
      message: `entry ${seq} was put in: the one after it is linked to the one before it.`,
    };
  if (row.at < atBefore) return timeBackwards(seq, row, atBefore);
  if (auditor && row.key_id !== auditor.keyId) return unknownKey(seq, row, auditor);
  if (row.prev.equals(hashBefore) && hashRecord(row).equals(row.hash)) {
    return { seq, class: "signature", message: `entry ${seq} was not signed by this ledger's key.` };
  }
  if (isOnlyTotalsChanged(scene, row))
    return { seq, class: "totals", message: `the running totals of entry ${seq} were changed.` };
  return { seq, class: "edited", message: `entry ${seq} is not as it was signed.` };
}

/** The record that belongs here stands further on, as it was or with its link and hash made to fit. */
function isInserted({ db, auditor, seq, hashBefore, next }: Scene): boolean {
  if (findOther(db, "prev", hashBefore, seq) !== null) return true;
  if (!next || !auditor) return false;
  return verifyHash(auditor.publicKey, hashRecord({ ...next, seq, prev: hashBefore }), next.sig);
}

/** With the totals that follow from the entries before it, the record would be as it was signed. */
function isOnlyTotalsChanged({ db, seq }: Scene, row: EventRow): boolean {
  if (!(MONEY_KINDS as readonly string[]).includes(row.kind)) return false;
  try {
    const data = JSON.parse(row.data) as { amount?: unknown; voidedKind?: unknown };
    const totals = after(lastTotalsBefore(db, seq), turnoverOf(row.kind, data));
    return hashRecord({ ...row, data: canonical({ ...data, totals }) }).equals(row.hash);
  } catch {
    return false;
  }
}

function after(totals: Totals, turnover: number): Totals {
  return { perpetual: totals.perpetual + turnover, absolute: totals.absolute + Math.abs(turnover) };
}

function lastTotalsBefore(db: Db, seq: number): Totals {
  const kinds = MONEY_KINDS.map((kind) => `'${kind}'`).join(", ");
  const last = sql<{ kind: string; data: string }>(
    db,
    `SELECT kind, data FROM events NOT INDEXED WHERE seq < ? AND kind IN (${kinds}) ORDER BY seq DESC LIMIT 1`,
  ).get(seq);
  return (last && readMoney(last.kind, last.data)?.after) ?? { perpetual: 0, absolute: 0 };
}

function timeBackwards(seq: number, row: EventRow, atBefore: string): Bad {
  return {
    seq,
    class: "time_backwards",
    message: `entry ${seq} is dated ${row.at}, before the entry before it (${atBefore}).`,
  };
}

function unknownKey(seq: number, row: EventRow, auditor: Auditor): Bad {
  return {
    seq,
    class: "unknown_key",
    message: `entry ${seq} names the key ${row.key_id}, and this ledger's is ${auditor.keyId}.`,
  };
}
