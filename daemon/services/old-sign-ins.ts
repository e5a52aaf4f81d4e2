import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import { DAY } from "../../common/pricing/duration.ts";
import type { Needs } from "../context.ts";
import { BOOTH_ACTOR } from "./actors.ts";

/** How long an ended sign-in is kept; the ledger keeps that it was, and when it ended, for good. */
const KEPT_MS = 90 * DAY;

/** Removes the sign-ins that ended more than 90 days ago. Answers how many. */
export function forgetOldSignIns(booth: Needs<"ledger">): Promise<number> {
  return booth.ledger.commit(BOOTH_ACTOR, ({ db, now }) => {
    return sql(db, "DELETE FROM sign_ins WHERE ended_at < ?").run(instant(now - KEPT_MS)).changes;
  });
}
