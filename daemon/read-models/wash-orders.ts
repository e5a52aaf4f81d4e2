import { sql } from "../../common/node/db.ts";
import type { ReadModel } from "./read-model.ts";

/** Washes that were ordered, each with its category as it was then. */
export const washOrders: ReadModel = {
  name: "wash_orders",
  tables: ["wash_orders"],
  apply: {
    wash_order(db, event, { orderId, sessionId, category, cameraClass, queued }) {
      sql(
        db,
        `INSERT INTO wash_orders
           (seq, id, session_id, category_id, category_name, category_classes, camera_class, queued, ordered_at, ordered_by)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run(
        event.seq,
        orderId,
        sessionId,
        category.id,
        category.name,
        JSON.stringify(category.classes),
        cameraClass,
        Number(queued),
        event.at,
        event.actor.id,
      );
    },
  },
};
