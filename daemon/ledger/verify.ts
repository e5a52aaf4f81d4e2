import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CheckpointNote, Totals } from "../../common/events.ts";
import { assetPath } from "../../common/node/assets.ts";
import { type Db, openDb, sql } from "../../common/node/db.ts";
import type { Verification } from "../../common/verification.ts";
import { isCheckpointGenuine, readCheckpointFile } from "./checkpoint.ts";
import { type Bad, classify } from "./classify.ts";
import { readGenesis } from "./genesis.ts";
import type { LedgerKeys } from "./keys.ts";
import {
  type Auditor,
  auditorOf,
  checkRange,
  type Depth,
  type Fault,
  isDamage,
  type RangeReport,
  readHashHex,
  readMoney,
  sameTotals,
} from "./verify-range.ts";
import type { WorkerTask } from "./verify-worker.ts";

export interface VerifyOptions {
  /** Whose chain it must be, 32 raw bytes in base64url; as the first event says, if it is not given. */
  publicKeyText?: string | undefined;
  /** Trusts what stands before this seq. */
  from?: number | undefined;
  /** Checks chain, totals, checkpoints and the head's signature, and no other. */
  quick?: boolean | undefined;
  /** Worker threads; 0 checks in this thread. All cores, if it is not given. */
  cores?: number | undefined;
  /** Whether the database holds a stretch of a chain only, of which nothing before `from` can be looked up. */
  excerpt?: boolean | undefined;
  /** A checkpoint kept elsewhere: the chain must still hold what it saw. */
  checkpoint?: CheckpointNote | undefined;
  /** The data directory of the database, where the checkpoint lies that the booth itself keeps. */
  dataDir?: string | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A checkpoint that proves nothing, because it is another booth's or nobody's. The message is one clear sentence. */
export class CheckpointError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "CheckpointError";
  }
}

/** One read transaction each: a longer one would keep the write-ahead log from being taken back. */
const RANGE_ROWS = 10_000;
/** Of a short ledger each core gets several ranges, so that all finish together. */
const LEAST_RANGE_ROWS = 1000;
const RANGES_PER_CORE = 8;
/** What a worker's heap may hold: it streams, and needs little. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/**
 * Verifies the chain of a database, streaming and on all cores, and names the first bad seq and what was done there.
 * Needs the public key only. Throws CheckpointError for a checkpoint of somebody else's.
 */
export async function verifyLedger(source: string | Db, options: VerifyOptions = {}): Promise<Verification> {
  const db = typeof source === "string" ? openDb(source, { readonly: true }) : source;
  try {
    return await verifyDb(db, options);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return verifyDamaged(db, options);
  } finally {
    if (typeof source === "string") db.close();
  }
}

/** The end cannot even be found: reads on from the beginning as far as it goes. */
function verifyDamaged(db: Db, { publicKeyText, from = 1 }: VerifyOptions): Verification {
  const auditor = chooseAuditor(db, publicKeyText);
  const { fault } = checkRange(db, auditor, from, Number.MAX_SAFE_INTEGER, { quick: false, head: 0 });
  const bad = classify(db, auditor, fault ?? { seq: from, sign: "unreadable" });
  return { ok: false, checked: bad.seq - from, head: null, firstBad: bad };
}

async function verifyDb(db: Db, options: VerifyOptions): Promise<Verification> {
  const auditor = chooseAuditor(db, options.publicKeyText);
  const from = options.from ?? 1;
  // Before the end is looked up: what a running booth notes meanwhile saw more.
  const kept = keptCheckpoint(options.dataDir, auditor);
  const { least, most } = readExtent(db);
  if (options.checkpoint) assertOwnCheckpoint(db, options.checkpoint, auditor);
  const head = { seq: most, hash: readHashHex(db, most) ?? "" };
  const about = { checked: Math.max(0, most - from + 1), head: most > 0 ? head : null };
  const depth = { quick: options.quick ?? false, head: most, ...(options.excerpt ? { first: least } : {}) };
  const fault =
    least < 1 ? { seq: least, sign: "repeated" as const } : await firstFault(db, auditor, from, depth, options);
  const bad = fault
    ? classify(db, auditor, fault)
    : (faultAgainst(db, options.checkpoint, most) ?? faultAgainst(db, kept, most));
  return bad ? { ok: false, ...about, firstBad: bad } : { ok: true, ...about };
}

/** The first fault of the chain. A quick check that fails is repeated with every signature, to find where it begins. */
async function firstFault(
  db: Db,
  auditor: Auditor | null,
  from: number,
  depth: Depth,
  options: VerifyOptions,
): Promise<Fault | null> {
  const before = options.excerpt ? null : totalsBefore(db, from);
  const reports = await checkAll(db, auditor, from, depth, options);
  const fault = firstOf(reports, before);
  if (!fault || !depth.quick) return fault;
  const whole = { ...depth, quick: false, head: Math.min(fault.seq, depth.head) };
  return firstOf(await checkAll(db, auditor, from, whole, options), before) ?? fault;
}

async function checkAll(
  db: Db,
  auditor: Auditor | null,
  from: number,
  depth: Depth,
  options: VerifyOptions,
): Promise<RangeReport[]> {
  const threads = options.cores ?? availableParallelism();
  const ranges = rangesOf(from, depth.head, threads);
  const reports: RangeReport[] = [];
  let firstBad = Number.POSITIVE_INFINITY;
  let done = 0;
  const next = () => {
    const range = ranges.shift();
    return range && range.from <= firstBad ? range : undefined;
  };
  const take = (report: RangeReport) => {
    reports.push(report);
    if (report.fault) firstBad = Math.min(firstBad, report.fault.seq);
    done += report.to - report.from + 1;
    options.onProgress?.(done, depth.head - from + 1);
  };
  const cores = Math.min(threads, ranges.length);
  if (cores === 0 || db.memory) {
    for (let range = next(); range; range = next()) take(checkRange(db, auditor, range.from, range.to, depth));
  } else {
    const task: WorkerTask = { path: db.name, publicKeyText: auditor?.publicKeyText ?? null, depth };
    await Promise.all(Array.from({ length: cores }, () => work(task, next, take)));
  }
  return reports.sort((a, b) => a.from - b.from);
}

/** Keeps one worker busy until no range is left. */
function work(
  task: WorkerTask,
  next: () => { from: number; to: number } | undefined,
  take: (report: RangeReport) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(assetPath("verify-worker.js"), { workerData: task, resourceLimits: WORKER_LIMITS });
    const finish = (end: () => void) => void worker.terminate().then(end, reject);
    const give = () => {
      const range = next();
      if (range) worker.postMessage(range);
      else finish(resolve);
    };
    worker.on("message", (report: RangeReport) => {
      take(report);
      give();
    });
    worker.on("error", (error) => finish(() => reject(error)));
    give();
  });
}

function rangesOf(from: number, to: number, threads: number): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  const share = Math.ceil((to - from + 1) / (RANGES_PER_CORE * Math.max(1, threads)));
  const rows = Math.min(RANGE_ROWS, Math.max(LEAST_RANGE_ROWS, share));
  for (let start = from; start <= to; start += rows) ranges.push({ from: start, to: Math.min(to, start + rows - 1) });
  return ranges;
}

/** Joins ranges that were checked each on its own: the totals must run on from one to the next; null begins anywhere. */
function firstOf(reports: readonly RangeReport[], before: Totals | null): Fault | null {
  let totals = before;
  for (const { firstMoney, lastTotals, fault } of reports) {
    if (firstMoney && totals && !sameTotals(firstMoney.before, totals)) return { seq: firstMoney.seq, sign: "totals" };
    if (fault) return fault;
    totals = lastTotals ?? totals;
  }
  return null;
}

/** The totals as they stood before a seq. */
function totalsBefore(db: Db, seq: number): Totals {
  const last = sql<{ kind: string; data: string }>(
    db,
    `SELECT kind, data FROM events WHERE seq = (SELECT max(last) FROM (
       SELECT max(seq) AS last FROM events WHERE kind = 'payment' AND seq < @seq UNION ALL
       SELECT max(seq) FROM events WHERE kind = 'void' AND seq < @seq UNION ALL
       SELECT max(seq) FROM events WHERE kind = 'cash_movement' AND seq < @seq UNION ALL
       SELECT max(seq) FROM events WHERE kind = 'shift_close' AND seq < @seq))`,
  ).get({ seq });
  return (last && readMoney(last.kind, last.data)?.after) ?? { perpetual: 0, absolute: 0 };
}

/**
 * The quick check at boot: the events since the last checkpoint, its signature and the head's, and the checkpoint kept
 * in the data directory. Takes a few milliseconds however long the ledger is. Answers what is wrong first, or null.
 */
export function verifyTail(db: Db, keys: LedgerKeys, dataDir?: string): Bad | null {
  const auditor = auditorOf(keys.publicKeyText);
  const head = readExtent(db).most;
  const last = sql<{ seq: number }>(
    db,
    "SELECT seq FROM events WHERE kind = 'checkpoint' ORDER BY seq DESC LIMIT 1",
  ).get();
  const from = last?.seq ?? 1;
  const check = (quick: boolean) =>
    firstOf([checkRange(db, auditor, from, head, { quick, head })], totalsBefore(db, from));
  const fault = check(true);
  // With every signature it can be told where it began.
  if (fault) return classify(db, auditor, check(false) ?? fault);
  return faultAgainst(db, keptCheckpoint(dataDir, auditor), head);
}

/** The checkpoint beside the database, where it is this ledger's. */
function keptCheckpoint(dataDir: string | undefined, auditor: Auditor | null): CheckpointNote | undefined {
  const note = dataDir === undefined ? null : readCheckpointFile(dataDir);
  return note && auditor && isCheckpointGenuine(note, auditor.publicKeyText) ? note : undefined;
}

function readExtent(db: Db): { least: number; most: number } {
  const row = sql<{ least: number; most: number }>(
    db,
    "SELECT (SELECT min(seq) FROM events) AS least, (SELECT max(seq) FROM events) AS most",
  ).get();
  return { least: row?.least ?? 1, most: row?.most ?? 0 };
}

function chooseAuditor(db: Db, publicKeyText: string | undefined): Auditor | null {
  const text = publicKeyText ?? readGenesis(db)?.publicKey;
  try {
    return text === undefined ? null : auditorOf(text);
  } catch (error) {
    // A key that was given must be one; that the first event names none is found by the check itself.
    if (publicKeyText !== undefined) throw error;
    return null;
  }
}

function assertOwnCheckpoint(db: Db, note: CheckpointNote, auditor: Auditor | null): void {
  const owner = readGenesis(db)?.boothId;
  if (owner !== undefined && note.boothId !== owner) {
    throw new CheckpointError(`the checkpoint is of the booth "${note.boothId}", and this ledger of "${owner}"`);
  }
  if (auditor && !isCheckpointGenuine(note, auditor.publicKeyText)) {
    throw new CheckpointError(`the checkpoint was not signed by this ledger's key ${auditor.keyId}`);
  }
}

/** What a genuine checkpoint saw must still be there. */
function faultAgainst(db: Db, note: CheckpointNote | undefined, head: number): Bad | null {
  if (!note || readHashHex(db, note.seq) === note.head) return null;
  const saw = `a checkpoint of ${note.at} saw entry ${note.seq}`;
  if (note.seq > head) return { seq: head + 1, class: "truncated", message: `${saw}, and the ledger ends at ${head}.` };
  return {
    seq: note.seq,
    class: "truncated",
    message: `${saw} with another hash: the end was cut off and written anew.`,
  };
}
