import { sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

/** Published tariff versions. */
export const tariffs: ReadModel = {
  name: "tariffs",
  tables: ["tariffs"],
  apply: {
    tariff_publish(db, event, data) {
      sql(
        db,
        "INSERT INTO tariffs (id, version, name, effective_from, note, published_at, published_by, rate_table, replay) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      ).run(
        data.tariffId,
        data.version,
        String(data.rateTable.name),
        data.effectiveFrom,
        data.note ?? null,
        event.at,
        event.actor.id,
        JSON.stringify(data.rateTable),
        data.replay === undefined ? null : JSON.stringify(data.replay),
      );
    },
  },
};
