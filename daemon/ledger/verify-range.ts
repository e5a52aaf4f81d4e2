import { hash as digest, type KeyObject } from "node:crypto";
import { MONEY_KINDS, type Totals, turnoverOf } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { isCheckpointGenuine, parseCheckpointValue } from "./checkpoint.ts";
import { keyIdOf, publicKeyFrom } from "./keys.ts";
import { NOTHING_BEFORE, recordText, verifyHash } from "./seal.ts";

/** What a check noticed first; `classify` finds out what was done. */
export type FaultSign =
  | "missing"
  | "repeated"
  | "malformed"
  | "prev"
  | "hash"
  | "key"
  | "time"
  | "totals"
  | "checkpoint"
  | "signature"
  | "unreadable";

export interface Fault {
  seq: number;
  sign: FaultSign;
}

/** Whose signatures count. */
export interface Auditor {
  publicKeyText: string;
  keyId: string;
  publicKey: KeyObject;
}

/**
 * How thoroughly: `quick` trusts the chain and checks the signatures of checkpoints and of the row `head` only. `first`
 * is given for a stretch of a chain: what a checkpoint saw before it cannot be compared.
 */
export interface Depth {
  quick: boolean;
  head: number;
  first?: number;
}

/** What a range says about itself; the totals let ranges be joined that were checked each on its own. */
export interface RangeReport {
  from: number;
  to: number;
  fault: Fault | null;
  /** The first money event, and the totals that it says stood before it. */
  firstMoney: { seq: number; before: Totals } | null;
  lastTotals: Totals | null;
}

/** From the 32 raw bytes in base64url. Throws if they are not a key. */
export function auditorOf(publicKeyText: string): Auditor {
  return {
    publicKeyText,
    keyId: keyIdOf(Buffer.from(publicKeyText, "base64url")),
    publicKey: publicKeyFrom(publicKeyText),
  };
}

/** A row as it comes from the file: whoever changed it may have changed the types too. */
type RawRow = [
  seq: unknown,
  id: unknown,
  kind: unknown,
  at: unknown,
  actor: unknown,
  lane: unknown,
  data: unknown,
  prev: unknown,
  hash: unknown,
  keyId: unknown,
  sig: unknown,
];
type Row = [number, string, string, string, string, string | null, string, Buffer, Buffer, string, Buffer];

const COLUMNS = "seq, id, kind, at, actor, lane, data, prev, hash, key_id, sig";
const MONEY = new Set<string>(MONEY_KINDS);
const CARRIES_CHECKPOINT = new Set(["checkpoint", "day_close", "backup_done"]);

/**
 * Checks the rows from..to of a database: dense, linked, hashed, in time, signed, totals adding up. The state before
 * them is read from the row before, so ranges are independent; what is wrong there is that range's to report.
 */
export function checkRange(db: Db, auditor: Auditor | null, from: number, to: number, depth: Depth): RangeReport {
  const walk = startWalk(db, auditor, from, depth);
  try {
    const rows = sql<RawRow>(db, `SELECT ${COLUMNS} FROM events WHERE seq BETWEEN ? AND ? ORDER BY seq`)
      .raw()
      .iterate(from, to);
    for (const row of rows) {
      walk.fault = faultOf(walk, row);
      if (walk.fault) break;
      walk.expected += 1;
    }
  } catch (error) {
    if (!isDamage(error)) throw error;
    walk.fault = { seq: walk.expected, sign: "unreadable" };
  }
  if (!walk.fault && walk.expected <= to) walk.fault = { seq: walk.expected, sign: "missing" };
  return { from, to, fault: walk.fault, firstMoney: walk.firstMoney, lastTotals: walk.lastTotals };
}

/** Whether an error says that the file itself cannot be read as a database. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(String(error.code));
}

interface Walk {
  readonly db: Db;
  readonly auditor: Auditor | null;
  readonly depth: Depth;
  expected: number;
  hash: Buffer;
  hashHex: string;
  at: string;
  fault: Fault | null;
  firstMoney: { seq: number; before: Totals } | null;
  lastTotals: Totals | null;
}

function startWalk(db: Db, auditor: Auditor | null, from: number, depth: Depth): Walk {
  const before = rowBefore(db, from);
  const hash = Buffer.isBuffer(before?.hash) ? before.hash : NOTHING_BEFORE;
  const at = typeof before?.at === "string" ? before.at : "";
  const state = { expected: from, hash, hashHex: hash.toString("hex"), at };
  return { db, auditor, depth, ...state, fault: null, firstMoney: null, lastTotals: null };
}

function rowBefore(db: Db, from: number): { hash: unknown; at: unknown } | undefined {
  try {
    return sql<{ hash: unknown; at: unknown }>(db, "SELECT hash, at FROM events WHERE seq = ?").get(from - 1);
  } catch {
    return undefined;
  }
}

/** Checks one row against what stands before it, cheapest first, and steps onto it. */
function faultOf(walk: Walk, raw: RawRow): Fault | null {
  const seq = walk.expected;
  if (raw[0] !== seq)
    return typeof raw[0] === "number" && raw[0] > seq
      ? { seq, sign: "missing" }
      : { seq: Number(raw[0]), sign: "repeated" };
  if (!isWellFormed(raw)) return { seq, sign: "malformed" };
  const [, id, kind, at, actor, lane, data, prev, hash, keyId, sig] = raw;
  if (!prev.equals(walk.hash)) return { seq, sign: "prev" };
  const hashHex = digest("sha256", recordText({ seq, id, kind, at, actor, lane, data }, walk.hashHex), "hex");
  if (hashHex !== hash.toString("hex")) return { seq, sign: "hash" };
  if (walk.auditor && keyId !== walk.auditor.keyId) return { seq, sign: "key" };
  if (at < walk.at) return { seq, sign: "time" };
  if (MONEY.has(kind) && !addMoney(walk, seq, kind, data)) return { seq, sign: "totals" };
  if (CARRIES_CHECKPOINT.has(kind) && !isCheckpointTrue(walk, data, kind)) return { seq, sign: "checkpoint" };
  const signed = !walk.depth.quick || seq === walk.depth.head;
  if (signed && walk.auditor && !verifyHash(walk.auditor.publicKey, hash, sig)) return { seq, sign: "signature" };
  walk.hash = hash;
  walk.hashHex = hashHex;
  walk.at = at;
  return null;
}

const ID = /^[0-9A-Za-z-]{1,64}$/;
const KIND = /^[a-z_]{1,40}$/;
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ACTOR = /^\{"id":"(?:[^"\\]|\\.)*","type":"[a-z]+"\}$/;

/** With these forms no two different rows have the same text, so the hash stands for every column. */
export function isWellFormed(row: RawRow): row is Row {
  const [, id, kind, at, actor, lane, data, prev, hash, keyId, sig] = row;
  const texts =
    typeof id === "string" && typeof kind === "string" && typeof at === "string" && typeof actor === "string";
  if (!texts || typeof data !== "string" || typeof keyId !== "string" || !(lane === null || typeof lane === "string"))
    return false;
  if (!Buffer.isBuffer(prev) || !Buffer.isBuffer(hash) || !Buffer.isBuffer(sig)) return false;
  if (prev.length !== 32 || hash.length !== 32 || sig.length !== 64) return false;
  return AT.test(at) && KIND.test(kind) && ID.test(id) && ACTOR.test(actor);
}

function addMoney(walk: Walk, seq: number, kind: string, text: string): boolean {
  const read = readMoney(kind, text);
  if (!read) return false;
  const { after, before } = read;
  const last = walk.lastTotals;
  if (last && !sameTotals(last, before)) return false;
  walk.firstMoney ??= { seq, before };
  walk.lastTotals = after;
  return true;
}

/** The totals after a money event as it says, and before it as follows; null if it says none. */
export function readMoney(kind: string, text: string): { after: Totals; before: Totals } | null {
  try {
    const data = JSON.parse(text) as { totals?: Partial<Totals>; amount?: unknown };
    const { perpetual, absolute } = data.totals ?? {};
    const turnover = turnoverOf(kind, data);
    if (!Number.isSafeInteger(perpetual) || !Number.isSafeInteger(absolute) || !Number.isSafeInteger(turnover))
      return null;
    const after = { perpetual: Number(perpetual), absolute: Number(absolute) };
    return { after, before: { perpetual: after.perpetual - turnover, absolute: after.absolute - Math.abs(turnover) } };
  } catch {
    return null;
  }
}

export function sameTotals(a: Totals, b: Totals): boolean {
  return a.perpetual === b.perpetual && a.absolute === b.absolute;
}

/** An embedded checkpoint is signed and names a hash that the chain still has. A day or a backup may carry none. */
function isCheckpointTrue(walk: Walk, text: string, kind: string): boolean {
  const note = parseCheckpointValue(checkpointIn(text));
  if (!note) return kind !== "checkpoint";
  if (walk.auditor && !isCheckpointGenuine(note, walk.auditor.publicKeyText)) return false;
  if (note.seq === walk.expected - 1) return note.head === walk.hashHex;
  if (note.seq < (walk.depth.first ?? 0)) return true;
  return readHashHex(walk.db, note.seq) === note.head;
}

function checkpointIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { checkpoint?: unknown } | null)?.checkpoint;
  } catch {
    return undefined;
  }
}

/** The stored hash of a row in hex, or null. */
export function readHashHex(db: Db, seq: number): string | null {
  const row = sql<{ hash: unknown }>(db, "SELECT hash FROM events WHERE seq = ?").get(seq);
  return Buffer.isBuffer(row?.hash) ? row.hash.toString("hex") : null;
}
