import { type Db, sql } from "../../../common/node/db.ts";
import type { Actor, Needs } from "../../context.ts";

/** The two keys without which no backup can be restored. */
export const OFFSITE_KEYS = ["BACKUP_KEY", "EVENT_SIGNING_KEY"] as const;
export type OffsiteKey = (typeof OFFSITE_KEYS)[number];

/** When somebody said that a copy of a key lies elsewhere, and who; null where nobody did, of this key. */
export function keptOffsite(db: Db, setting: OffsiteKey, fingerprint: string): { at: string; by: string } | null {
  const text =
    "SELECT confirmed_at AS at, confirmed_by AS by FROM keys_kept_offsite WHERE setting = ? AND fingerprint = ?";
  return sql<{ at: string; by: string }>(db, text).get(setting, fingerprint) ?? null;
}

/** Notes that somebody says that copies of these keys lie elsewhere. */
export function confirmOffsite(
  booth: Needs<"ledger">,
  actor: Actor,
  keys: readonly { setting: OffsiteKey; fingerprint: string }[],
): Promise<void> {
  return booth.ledger.commit(actor, ({ db, at }) => {
    for (const { setting, fingerprint } of keys)
      sql(
        db,
        "INSERT OR REPLACE INTO keys_kept_offsite (setting, fingerprint, confirmed_at, confirmed_by) VALUES (?, ?, ?, ?)",
      ).run(setting, fingerprint, at, actor.id);
  });
}
