import { sql } from "../../../common/node/db.ts";
import type { Actor, Needs } from "../../context.ts";
import { parseBackupName } from "../backup/names.ts";
import { endOwnRun, rememberCopy } from "../backup/records.ts";
import type { Lost } from "./lost.ts";
import type { Staged } from "./staging.ts";

/** Ends every sign-in and records in the restored ledger that it goes on from a backup, and what is missing. */
export function recordRestore(
  booth: Needs<"ledger">,
  actor: Actor,
  { manifest, sha256, bytes }: Omit<Staged, "folder" | "discard">,
  name: string,
  lost: Lost | null,
): Promise<{ seq: number; signInsEnded: number }> {
  const { madeAt, version, checkpoint, siteId } = manifest;
  return booth.ledger.commit(actor, ({ db, at, append }) => {
    const signInsEnded = sql(db, "UPDATE sign_ins SET ended_at = ? WHERE ended_at IS NULL").run(at).changes;
    const isNamed = parseBackupName(siteId, name) !== null;
    endOwnRun(db, madeAt, isNamed ? name : null);
    if (isNamed) rememberCopy(db, { name, bytes, sha256, seq: checkpoint.seq, proof: "verified", proved_at: at });
    const { seq } = append("restore_done", { name, madeAt, version, checkpoint, signInsEnded, lost });
    return { seq, signInsEnded };
  });
}
