import { type Db, sql } from "../../common/node/db.ts";
import { quarterOf } from "./quarters.ts";
import type { ReadModel } from "./read-model.ts";

const NO_MOVE = { entries: 0, exits: 0, voided: 0, adjusted: 0, staySeconds: 0 };

/** A car came in, left, was never there, or was miscounted; `inside` and `peak` follow from the row before. */
function count(db: Db, at: string, { entries, exits, voided, adjusted, staySeconds }: typeof NO_MOVE): void {
  const before =
    sql<{ inside: number }>(db, "SELECT inside FROM occupancy_quarters ORDER BY quarter DESC LIMIT 1").get()?.inside ??
    0;
  const inside = before + entries - exits - voided + adjusted;
  sql(
    db,
    `INSERT INTO occupancy_quarters (quarter, entries, exits, voided, stay_seconds, inside, peak)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (quarter) DO UPDATE SET
       entries = entries + excluded.entries, exits = exits + excluded.exits, voided = voided + excluded.voided,
       stay_seconds = stay_seconds + excluded.stay_seconds, inside = excluded.inside,
       peak = max(peak, excluded.inside)`,
  ).run(quarterOf(at), entries, exits, voided, staySeconds, inside, Math.max(before, inside));
}

function secondsInside(db: Db, sessionId: string, exitedAt: string): number {
  const entered = sql<{ entered_at: string }>(db, "SELECT entered_at FROM sessions WHERE id = ?").get(sessionId);
  if (!entered) return 0;
  return Math.max(0, Math.round((Date.parse(exitedAt) - Date.parse(entered.entered_at)) / 1000));
}

/** Cars that came and went, by quarter hour, with how many were inside at its end and at most. */
export const occupancy: ReadModel = {
  name: "occupancy",
  tables: ["occupancy_quarters"],
  addedLater: true,
  apply: {
    session_open(db, event) {
      count(db, event.at, { ...NO_MOVE, entries: 1 });
    },
    session_close(db, event, data) {
      count(db, event.at, { ...NO_MOVE, exits: 1, staySeconds: secondsInside(db, data.sessionId, data.exitedAt) });
    },
    session_void(db, event) {
      count(db, event.at, { ...NO_MOVE, voided: 1 });
    },
    occupancy_adjustment(db, event, data) {
      count(db, event.at, { ...NO_MOVE, adjusted: data.difference });
    },
  },
};
