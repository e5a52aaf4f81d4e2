import type { LedgerState, OffReason } from "../../common/api/live.ts";
import type { LedgerEvent } from "../../common/events.ts";
import type { Clock } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { type Batch, runBatch, type Waiting } from "./batch.ts";
import type { LedgerKeys } from "./keys.ts";
import { type Recorder, SYSTEM } from "./recorder.ts";
import type { Reserve } from "./reserve.ts";
import { isBusy, isStorageError, notReady, offMessage, RECORDS_OFF, reasonOf } from "./storage-errors.ts";
import { type Head, readHead, type Transaction } from "./writer.ts";

export { type Head, readHead, type Transaction } from "./writer.ts";

export interface Ledger {
  readonly keys: LedgerKeys;
  readonly boothId: string;
  /**
   * Runs a synchronous work in a durable transaction; the promise resolves once its bytes are on disk. Works that
   * arrive in one turn share the transaction, each in a savepoint of its own. What a work throws undoes that work only.
   * With `recorder.once` the first answer stands for every further work of the same key, so commit once a request.
   * An urgent work is done on a full disk too, as long as the reserve lasts.
   */
  commit<T>(recorder: Recorder, work: (tx: Transaction) => T, options?: { urgent: boolean }): Promise<T>;
  head(): Head | null;
  state(): LedgerState;
  /** Stops accepting records for good, because the chain cannot be trusted. */
  declareBroken(firstBad: NonNullable<LedgerState["firstBad"]>): void;
}

export interface LedgerParts {
  db: Db;
  clock: Clock;
  keys: LedgerKeys;
  boothId: string;
  reserve: Reserve;
  /** Updates the read models; runs inside the transaction. */
  apply(db: Db, event: LedgerEvent): void;
  /** Runs after the commit, which took so long. Must not throw. */
  announce(events: LedgerEvent[], durationMs: number): void;
  announceState(state: LedgerState): void;
  /** The outcome of a commit is unknown: nothing may be acknowledged from now on. */
  fail(error: unknown): void;
}

/**
 * How long SQLite itself may wait for another process's lock, with the event loop standing still; and how often and how
 * far apart it is asked, the event loop free in between: 2 s in all.
 */
const LOCK_WAIT_MS = 20;
const BUSY_LOOKS = 66;
const BUSY_PAUSE_MS = 10;
/** How often it is tried whether records can be saved again, when nobody else tries. */
const PROBE_MS = 5000;

const ON: LedgerState = { ok: true, reason: null, message: null, firstBad: null };

const offFor = (reason: Exclude<OffReason, "broken">): LedgerState => ({
  ok: false,
  reason,
  message: offMessage(reason),
  firstBad: null,
});

/** The writer's own state; it holds no head. */
interface Desk {
  readonly parts: LedgerParts;
  readonly queue: Waiting[];
  state: LedgerState;
  /** For good: the chain is broken, or it is not known what is on disk. */
  stopped: boolean;
  busyLooks: number;
  probing: boolean;
}

/** Opens the writer of the chain. It keeps no head in memory: each transaction reads it. */
export function openLedger(parts: LedgerParts): Ledger {
  const { db, keys, boothId, reserve } = parts;
  db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  const desk: Desk = { parts, queue: [], state: ON, stopped: false, busyLooks: 0, probing: false };
  if (reserve.isGivenUp()) {
    desk.state = offFor("reserve");
    probeLater(desk);
  }
  return {
    keys,
    boothId,
    commit: (recorder, work, { urgent } = { urgent: false }) =>
      new Promise((resolve, reject) => {
        if (desk.queue.push({ recorder, work, resolve, reject, urgent }) === 1) setImmediate(flush, desk);
      }),
    head: () => readHead(db),
    state: () => desk.state,
    declareBroken(firstBad) {
      desk.stopped = true;
      const message = `${RECORDS_OFF} The ledger is broken at entry ${firstBad.seq}: ${firstBad.message}`;
      setState(desk, { ok: false, reason: "broken", firstBad, message });
    },
  };
}

function setState(desk: Desk, next: LedgerState): void {
  if (next.ok === desk.state.ok && next.message === desk.state.message) return;
  desk.state = next;
  desk.parts.announceState(next);
}

function flush(desk: Desk): void {
  const { parts, queue } = desk;
  const works = takeWorks(desk);
  if (works.length === 0) return;
  let batch: Batch;
  const from = parts.clock.monotonic();
  try {
    batch = runBatch(parts, parts.clock.now(), works);
  } catch (error) {
    if (!isBusy(error) || desk.busyLooks >= BUSY_LOOKS) {
      refuseAll(desk, works, error);
      return;
    }
    desk.busyLooks += 1;
    queue.unshift(...works);
    setTimeout(flush, BUSY_PAUSE_MS, desk);
    return;
  }
  desk.busyLooks = 0;
  if (!parts.reserve.isGivenUp()) setState(desk, ON);
  const durationMs = parts.clock.monotonic() - from;
  for (const settle of batch.settle) settle();
  if (batch.events.length > 0) parts.announce(batch.events, durationMs);
}

/** What is to be done now: nothing more once records are off for good, and what cannot wait while the disk is full. */
function takeWorks(desk: Desk): Waiting[] {
  const works = desk.queue.splice(0);
  if (!desk.stopped && !desk.parts.reserve.isGivenUp()) return works;
  const now = desk.stopped ? [] : works.filter(({ urgent }) => urgent);
  const off = works.filter((work) => !now.includes(work));
  rejectAll(off, notReady(desk.state.message ?? RECORDS_OFF));
  return now;
}

function refuseAll(desk: Desk, works: Waiting[], error: unknown): void {
  desk.busyLooks = 0;
  // Rolled back, and no matter of the disk: a bug, and the next work may have better luck.
  if (!isStorageError(error)) {
    rejectAll(works, error);
    return;
  }
  const reason = reasonOf(error);
  if (reason === "disk_full" && desk.parts.reserve.giveUp()) {
    setState(desk, offFor("reserve"));
    desk.queue.unshift(...works);
    flush(desk);
  } else {
    desk.stopped = reason === null;
    setState(desk, offFor(reason ?? "unknown_outcome"));
    rejectAll(works, notReady(desk.state.message ?? RECORDS_OFF));
  }
  if (desk.stopped) desk.parts.fail(error);
  else probeLater(desk);
}

function rejectAll(works: Waiting[], error: unknown): void {
  for (const waiting of works) waiting.reject(error);
}

/** Nobody may try a payment while payments are off, so that they come on again has to be found out here. */
function probeLater(desk: Desk): void {
  if (desk.probing) return;
  desk.probing = true;
  setTimeout(() => void probe(desk), PROBE_MS).unref();
}

async function probe(desk: Desk): Promise<void> {
  const { db, reserve } = desk.parts;
  const isOver = () => !db.open || desk.state.ok || desk.stopped;
  const isTaken = isOver() || !reserve.isGivenUp() || (await reserve.take());
  desk.probing = false;
  if (isOver()) return;
  if (!isTaken) return probeLater(desk);
  const work = ({ at }: Transaction) => writeAndTakeBack(db, at);
  desk.queue.push({ recorder: SYSTEM, work, resolve: () => {}, reject: () => {}, urgent: false });
  flush(desk);
}

/** Needs about as much room as a few payments, and leaves nothing. */
function writeAndTakeBack(db: Db, at: string): void {
  sql(
    db,
    "INSERT INTO idempotency (actor, key, fingerprint, answer, at) VALUES ('', 'probe', '', hex(zeroblob(16384)), ?)",
  ).run(at);
  sql(db, "DELETE FROM idempotency WHERE actor = '' AND key = 'probe'").run();
}
