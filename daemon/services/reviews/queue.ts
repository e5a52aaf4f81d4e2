import { BoothError } from "../../../common/errors.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { ReviewKind, ReviewMeta } from "../../../common/review.ts";
import type { Booth, Needs } from "../../context.ts";
import type { Transaction } from "../../ledger/ledger.ts";
import type { Recorder } from "../../ledger/recorder.ts";
import { removeCrops, saveCrop } from "./crops.ts";

/** How much may wait, what is set aside included. */
export interface QueueLimits {
  items: number;
  bytes: number;
}
export const QUEUE_LIMITS: QueueLimits = { items: 10_000, bytes: 1024 ** 3 };

export type QueueBooth = Needs<"db" | "ledger" | "config" | "bus" | "log">;

/** A picture that may become a package, under the id it will have. */
export interface Crop {
  itemId: string;
  jpeg: Buffer;
  /** Whose car it shows. */
  sessionId: string | null;
}

/** Whether the booth takes part in reviews: it has a collector, or samples entries for one that comes later. */
export function isQueueing({ config }: { config: Pick<Booth["config"], "collectorUrl" | "carwashReviewEntrySample"> }) {
  return config.collectorUrl !== null || config.carwashReviewEntrySample > 0;
}

/**
 * Runs a work that may queue a package of this crop, in one transaction with whatever else it writes. The crop is on
 * disk before that, so that a row never lacks its file: a crash in between leaves a file without a row, which the next
 * start removes. Where the crop cannot be saved the work is done all the same, and the package counted as dropped: a
 * picture for the reviewers never stands in the way of what it is of.
 */
export async function commitWithCrop<T>(
  booth: QueueBooth,
  recorder: Recorder,
  crop: Crop,
  work: (tx: Transaction, queue: (meta: ReviewMeta) => void, isSaved: boolean) => T,
  limits: QueueLimits = QUEUE_LIMITS,
): Promise<T> {
  const isSaved = await trySaving(booth, crop);
  // Without a row of its own, the file is to go: the work did not queue it, or was done before under the same key.
  let unwanted = [crop.itemId];
  try {
    const result = await booth.ledger.commit(recorder, (tx) => {
      const queue = (meta: ReviewMeta) => {
        if (isSaved) unwanted = insertItem(tx, meta, crop, limits);
        else countDrop(tx.db, meta.kind);
      };
      return work(tx, queue, isSaved);
    });
    booth.bus.announce("reviewQueued", null);
    return result;
  } catch (error) {
    // Refused, and nothing is on disk; of anything else it may not be known, and the next start tidies up.
    if (!(error instanceof BoothError) || error.code === "not_ready") unwanted = [];
    else unwanted = [crop.itemId];
    throw error;
  } finally {
    // What cannot be removed now, the next start removes.
    await removeCrops(booth, unwanted).catch(() => {});
  }
}

async function trySaving(booth: QueueBooth, { itemId, jpeg }: Crop): Promise<boolean> {
  try {
    await saveCrop(booth, itemId, jpeg);
    return true;
  } catch (error) {
    booth.log.warn({ err: error }, "a picture for review could not be saved");
    return false;
  }
}

/** Queues a package and makes room for it. Answers the ids of those that had to go. */
function insertItem({ db, at }: Transaction, meta: ReviewMeta, crop: Crop, limits: QueueLimits): string[] {
  sql(db, "INSERT INTO review_items (id, kind, meta, bytes, session_id, queued_at) VALUES (?, ?, ?, ?, ?, ?)").run(
    meta.itemId,
    meta.kind,
    JSON.stringify(meta),
    crop.jpeg.length,
    crop.sessionId,
    at,
  );
  return makeRoom(db, limits);
}

interface Sized {
  id: string;
  kind: ReviewKind;
  bytes: number;
}

/** The oldest samples of entries go first, then the oldest washes, refused or not: what was refused can be tried again. */
function makeRoom(db: Db, limits: QueueLimits): string[] {
  const total = sql<QueueLimits>(db, "SELECT count(*) AS items, total(bytes) AS bytes FROM review_items").get();
  let { items, bytes } = total ?? { items: 0, bytes: 0 };
  const dropped: string[] = [];
  while (items > 1 && (items > limits.items || bytes > limits.bytes)) {
    const text = "SELECT id, kind, bytes FROM review_items ORDER BY kind <> 'entry', number LIMIT 1";
    const first = sql<Sized>(db, text).get();
    if (!first) break;
    sql(db, "DELETE FROM review_items WHERE id = ?").run(first.id);
    countDrop(db, first.kind);
    dropped.push(first.id);
    items -= 1;
    bytes -= first.bytes;
  }
  return dropped;
}

/** Counts a package that was lost. */
export function countDrop(db: Db, kind: ReviewKind): void {
  sql(db, `UPDATE review_state SET dropped_${kind} = dropped_${kind} + 1`).run();
}

/** The package that was tried least, and of those the one that has waited longest; null where none waits. */
export function nextItem(db: Db): { id: string; meta: string } | null {
  return (
    sql<{ id: string; meta: string }>(
      db,
      "SELECT id, meta FROM review_items WHERE set_aside_at IS NULL ORDER BY attempts, number LIMIT 1",
    ).get() ?? null
  );
}

export function isQueued(db: Db, id: string): boolean {
  return sql(db, "SELECT 1 FROM review_items WHERE id = ? AND set_aside_at IS NULL").get(id) !== undefined;
}

export function countWaiting(db: Db): number {
  return (
    sql<{ count: number }>(db, "SELECT count(*) AS count FROM review_items WHERE set_aside_at IS NULL").get()?.count ??
    0
  );
}

/** Puts back what was refused, to be sent once more. Answers how many. */
export function putBack(booth: Needs<"ledger">, recorder: Recorder): Promise<number> {
  const text =
    "UPDATE review_items SET set_aside_at = NULL, set_aside_reason = NULL, attempts = 0 WHERE set_aside_at IS NOT NULL";
  return booth.ledger.commit(recorder, ({ db }) => sql(db, text).run().changes);
}

/** Erases packages that were queued before an instant, or that show the car of one of these stays. Answers how many. */
export async function eraseItems(
  booth: Needs<"ledger" | "config" | "db">,
  recorder: Recorder,
  which: { before: string } | { sessions: readonly string[] },
): Promise<number> {
  const ids = idsOf(booth.db, which);
  if (ids.length === 0) return 0;
  const erased = await booth.ledger.commit(recorder, ({ db }) => {
    const remove = sql(db, "DELETE FROM review_items WHERE id = ?");
    return ids.reduce((sum, id) => sum + remove.run(id).changes, 0);
  });
  await removeCrops(booth, ids);
  return erased;
}

function idsOf(db: Db, which: { before: string } | { sessions: readonly string[] }): string[] {
  const [where, value] =
    "before" in which
      ? ["queued_at < ?", which.before]
      : ["session_id IN (SELECT value FROM json_each(?))", JSON.stringify(which.sessions)];
  return sql<{ id: string }>(db, `SELECT id FROM review_items WHERE ${where}`)
    .all(value)
    .map(({ id }) => id);
}
