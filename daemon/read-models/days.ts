import { sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

/** Which site days are closed, and from when to when each of them ran. */
export const days: ReadModel = {
  name: "days",
  tables: ["day_closes"],
  addedLater: true,
  apply: {
    day_close(db, event, data) {
      sql(
        db,
        `INSERT INTO day_closes (date, seq, number, timezone, from_at, to_at, closed_at, late, late_seconds)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        data.date,
        event.seq,
        data.number,
        data.timezone,
        data.from,
        data.to,
        event.at,
        data.late ? 1 : 0,
        data.lateSeconds,
      );
    },
  },
};
