import { sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

/** Which stations validated which stays, and what each took off. */
export const validations: ReadModel = {
  name: "validations",
  tables: ["validations"],
  addedLater: true,
  apply: {
    validation(db, event, { sessionId, station, tariffId, rule }) {
      sql(
        db,
        `INSERT INTO validations (seq, session_id, station, tariff_id, rule, at, actor_type, actor_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(event.seq, sessionId, station, tariffId, JSON.stringify(rule), event.at, event.actor.type, event.actor.id);
    },
  },
};
