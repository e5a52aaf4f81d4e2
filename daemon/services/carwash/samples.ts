import { randomUUID } from "node:crypto";
import { sql } from "../../../common/node/db.ts";
import type { EntryMeta } from "../../../common/review.ts";
import type { VehicleRead } from "../../context.ts";
import type { Transaction } from "../../ledger/ledger.ts";
import { BOOTH_ACTOR } from "../actors.ts";
import { isCrop } from "../reviews/crops.ts";
import { commitWithCrop, countDrop, type QueueBooth } from "../reviews/queue.ts";
import { readState } from "../reviews/status.ts";

/** More samples than this do not wait for a slow disk; each holds its picture in memory. */
const MOST_WAITING = 20;

type SampledRead = VehicleRead & { jpeg: Buffer };

/** Whether the `count`th entry is sampled: exactly one in `n`; 1 is every one, 0 none. */
export function sampleEntry(count: number, n: number): boolean {
  return n > 0 && count % n === 0;
}

/** Looks at the entries while it is open. */
export interface Sampler {
  onRead(read: VehicleRead): void;
  /** Takes no more; resolves once what was taken is queued. */
  close(): Promise<void>;
}

/**
 * Counts the entries that were read with a picture, not the vehicles that were refused, and queues one in `CARWASH_REVIEW_ENTRY_SAMPLE`. The count is on disk
 * with the package that it made due, so it goes on where it was, however the booth ended.
 */
export function openSampler(booth: QueueBooth): Sampler {
  const n = booth.config.carwashReviewEntrySample;
  let count = readState(booth.db).entries;
  let line: Promise<void> = Promise.resolve();
  let waiting = 0;

  const take = (work: () => Promise<void>) => {
    waiting += 1;
    line = line
      .then(work)
      .catch((error: unknown) => booth.log.error({ err: error }, "an entry could not be counted or queued"))
      .finally(() => {
        waiting -= 1;
      });
  };
  return {
    onRead(read) {
      const { jpeg } = read;
      if (n === 0 || !read.entered || !isCrop(jpeg)) return;
      count += 1;
      const now = count;
      if (!sampleEntry(now, n)) take(() => noteCount(booth, now));
      else if (waiting >= MOST_WAITING) take(() => noteCount(booth, now, countLost));
      else take(() => enqueueEntry(booth, { ...read, jpeg }, now));
    },
    close: () => line,
  };
}

/** Queues the picture of an entry and what the camera said of it, and nothing of anybody; notes the count with it. */
export async function enqueueEntry(booth: QueueBooth, read: SampledRead, count: number): Promise<void> {
  const { jpeg, sessionId, takenAt, cameraClass } = read;
  const itemId = randomUUID();
  const meta: EntryMeta = { kind: "entry", itemId, boothId: booth.config.boothId, takenAt, cameraClass };
  try {
    await commitWithCrop(booth, BOOTH_ACTOR, { itemId, jpeg, sessionId }, (tx, queue) => {
      writeCount(tx, count);
      queue(meta);
    });
  } catch (error) {
    booth.log.warn({ err: error }, "a sampled entry could not be queued");
    await noteCount(booth, count, countLost);
  }
}

const countLost = (tx: Transaction) => countDrop(tx.db, "entry");

function noteCount(booth: QueueBooth, count: number, also: (tx: Transaction) => void = () => {}): Promise<void> {
  return booth.ledger.commit(BOOTH_ACTOR, (tx) => {
    writeCount(tx, count);
    also(tx);
  });
}

function writeCount({ db }: Transaction, count: number): void {
  sql(db, "UPDATE review_state SET entries = ?").run(count);
}
