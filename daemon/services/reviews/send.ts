import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { Needs } from "../../context.ts";
import type { Recorder } from "../../ledger/recorder.ts";
import { loadCrop, removeCrops } from "./crops.ts";
import { isQueued, nextItem } from "./queue.ts";
import type { Send, Upload } from "./upload.ts";

/** Between packages, so that days of them are no burden to lanes and payments: each is a commit like any other. */
export const PACE_MS = 20;

export type SendBooth = Needs<"db" | "ledger" | "config">;

/**
 * Sends the package that has waited longest and records what came of it; null where none waits. A package goes only
 * after the collector has it, and the collector takes one id once: whoever sends the same one meanwhile, another process
 * or this one after a crash, does no harm.
 */
export async function sendNext(booth: SendBooth, recorder: Recorder, send: Send): Promise<Upload | null> {
  const item = nextItem(booth.db);
  if (!item) return null;
  const jpeg = await loadCrop(booth, item.id);
  // Somebody else has sent it meanwhile.
  if (jpeg === null && !isQueued(booth.db, item.id)) return { outcome: "sent" };
  const upload: Upload =
    jpeg === null
      ? { outcome: "refused", reason: "its picture is not on the disk any more" }
      : await send(item.meta, jpeg);
  await booth.ledger.commit(recorder, ({ db, at }) => record(db, at, item.id, upload));
  if (upload.outcome === "sent") await removeCrops(booth, [item.id]);
  return upload;
}

/** Whether a package is to be tried again, because of the link or the collector and not of the package. */
export function isToRetry(upload: Upload): upload is Extract<Upload, { retryAfterMs: number | null }> {
  return "retryAfterMs" in upload;
}

function record(db: Db, at: string, id: string, upload: Upload): void {
  if (upload.outcome === "sent") {
    // Somebody else may have sent it in between; then it counts once.
    const { changes } = sql(db, "DELETE FROM review_items WHERE id = ?").run(id);
    const worked = "last_upload_at = ?, last_error = NULL, last_error_at = NULL, next_try_at = NULL";
    sql(db, `UPDATE review_state SET sent = sent + ?, ${worked}`).run(changes, at);
    return;
  }
  if (upload.outcome === "refused")
    sql(db, "UPDATE review_items SET set_aside_at = ?, set_aside_reason = ? WHERE id = ?").run(at, upload.reason, id);
  else sql(db, "UPDATE review_items SET attempts = attempts + 1 WHERE id = ?").run(id);
  sql(db, "UPDATE review_state SET last_error = ?, last_error_at = ?").run(upload.reason, at);
}

/** Notes when it is tried again, for whoever asks; null for at once or never. */
export async function noteNextTry(booth: SendBooth, recorder: Recorder, ms: number | null): Promise<void> {
  await booth.ledger.commit(recorder, ({ db, now }) =>
    sql(db, "UPDATE review_state SET next_try_at = ? WHERE next_try_at IS NOT ?").run(
      ms === null ? null : instant(now + ms),
      ms === null ? null : instant(now + ms),
    ),
  );
}
