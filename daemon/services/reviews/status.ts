import type { ReviewStatus, SetAsideItem } from "../../../common/api/carwash.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { ReviewKind } from "../../../common/review.ts";
import type { Booth } from "../../context.ts";
import { isQueueing, QUEUE_LIMITS } from "./queue.ts";

const MOST_SHOWN = 50;

interface StateRow {
  entries: number;
  sent: number;
  dropped_wash: number;
  dropped_entry: number;
  last_upload_at: string | null;
  last_error: string | null;
  last_error_at: string | null;
  next_try_at: string | null;
}

type StatusBooth = {
  db: Db;
  config: Pick<Booth["config"], "collectorUrl" | "carwashReviewEntrySample">;
};

export function readState(db: Db): StateRow {
  const row = sql<StateRow>(db, "SELECT * FROM review_state WHERE id = 1").get();
  if (!row) throw new Error("the state of the review queue is missing");
  return row;
}

/** How the review queue stands, as the database has it: the same from the daemon and from the command line. */
export function readReviewStatus({ db, config }: StatusBooth): ReviewStatus {
  const state = readState(db);
  const { last_error: message, last_error_at: at } = state;
  const items = setAsideItems(db);
  return {
    collectorUrl: config.collectorUrl,
    queueing: isQueueing({ config }),
    queue: readQueue(db),
    sent: state.sent,
    dropped: { wash: state.dropped_wash, entry: state.dropped_entry },
    setAside: { count: countSetAside(db), items },
    lastUpload: state.last_upload_at,
    lastError: message === null || at === null ? null : { at, message },
    nextTry: state.next_try_at,
  };
}

function readQueue(db: Db): ReviewStatus["queue"] {
  const rows = sql<{ kind: ReviewKind; items: number; bytes: number; oldest: string }>(
    db,
    `SELECT kind, count(*) AS items, sum(bytes) AS bytes, min(queued_at) AS oldest
     FROM review_items WHERE set_aside_at IS NULL GROUP BY kind`,
  ).all();
  const of = (kind: ReviewKind) => {
    const { items = 0, bytes = 0, oldest = null } = rows.find((row) => row.kind === kind) ?? {};
    return { items, bytes, oldest };
  };
  const [wash, entry] = [of("wash"), of("entry")];
  const oldest = rows.map((row) => row.oldest).sort()[0] ?? null;
  return {
    wash,
    entry,
    items: wash.items + entry.items,
    bytes: wash.bytes + entry.bytes,
    oldest,
    limits: QUEUE_LIMITS,
  };
}

function countSetAside(db: Db): number {
  const text = "SELECT count(*) AS count FROM review_items WHERE set_aside_at IS NOT NULL";
  return sql<{ count: number }>(db, text).get()?.count ?? 0;
}

function setAsideItems(db: Db): SetAsideItem[] {
  return sql<SetAsideItem>(
    db,
    `SELECT id AS itemId, kind, queued_at AS queuedAt, set_aside_at AS setAsideAt, set_aside_reason AS reason
     FROM review_items WHERE set_aside_at IS NOT NULL ORDER BY set_aside_at DESC, number DESC LIMIT ?`,
  ).all(MOST_SHOWN);
}
