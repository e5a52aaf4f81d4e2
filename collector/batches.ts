import { instant } from "../common/node/clock.ts";
import { sql } from "../common/node/db.ts";
import type { ReviewMeta } from "../common/review.ts";
import type { Needs } from "./context.ts";
import type { Crops } from "./crops.ts";

/** A package whose crop is written. */
export interface Row {
  boothId: string;
  meta: ReviewMeta;
  sha256: string;
}

/**
 * Brings packages to rest: the names of their crops onto the disk, then their rows, so that no row ever names a crop that
 * is not there. What comes while one batch is on its way makes up the next: one sync of each folder and one commit for
 * all of it. Resolves once a package is on disk; rejects for the whole batch, whose booths send it again.
 */
export function openBatches(
  { db, clock }: Needs<"db" | "clock">,
  crops: Pick<Crops, "sync">,
): (row: Row) => Promise<void> {
  const insert = sql(
    db,
    `INSERT INTO items (booth_id, item_id, kind, meta_json, crop_sha256, received_at, waits_since)
     VALUES (@boothId, @itemId, @kind, @meta, @sha256, @at, @at) ON CONFLICT DO NOTHING`,
  );
  const insertAll = db.transaction((rows: readonly Row[], at: string) => {
    for (const { boothId, meta, sha256 } of rows) {
      const { itemId, kind } = meta;
      insert.run({ boothId, itemId, kind, meta: JSON.stringify(meta), sha256, at });
    }
  }).immediate;

  let last: Promise<void> = Promise.resolve();
  let gathering: { rows: Row[]; settled: Promise<void> } | null = null;

  const gather = () => {
    const rows: Row[] = [];
    const settle = async () => {
      gathering = null;
      await crops.sync(new Set(rows.map(({ boothId }) => boothId)));
      insertAll(rows, instant(clock.now()));
    };
    const settled = last.then(settle, settle);
    last = settled;
    return { rows, settled };
  };

  return (row) => {
    gathering ??= gather();
    gathering.rows.push(row);
    return gathering.settled;
  };
}
