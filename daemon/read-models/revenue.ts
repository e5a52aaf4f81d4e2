import { type Db, sql } from "../../common/node/db.ts";
import { quarterOf } from "./quarters.ts";
import type { ReadModel } from "./read-model.ts";

interface Key {
  lane: string | null;
  method: string;
  tariff_id: string;
  user_id: string;
}

interface Sums {
  payments: number;
  taken: number;
  taken_tax: number;
  voids: number;
  voided: number;
  voided_tax: number;
}

const NONE: Sums = { payments: 0, taken: 0, taken_tax: 0, voids: 0, voided: 0, voided_tax: 0 };

/** The key of the sums of all keys together. */
export const ALL_KEYS = 0;

function keyIdOf(db: Db, key: Key): number | bigint {
  const parts = [key.lane ?? "", key.method, key.tariff_id, key.user_id];
  const text = "SELECT id FROM revenue_keys WHERE lane = ? AND method = ? AND tariff_id = ? AND user_id = ?";
  const known = sql<{ id: number }>(db, text).get(parts);
  if (known) return known.id;
  return sql(db, "INSERT INTO revenue_keys (lane, method, tariff_id, user_id) VALUES (?, ?, ?, ?)").run(parts)
    .lastInsertRowid;
}

function add(db: Db, at: string, key: Key, sums: Sums): void {
  for (const id of [ALL_KEYS, keyIdOf(db, key)]) {
    sql(
      db,
      `INSERT INTO revenue_quarters (key_id, quarter, payments, taken, taken_tax, voids, voided, voided_tax)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key_id, quarter) DO UPDATE SET
         payments = payments + excluded.payments, taken = taken + excluded.taken,
         taken_tax = taken_tax + excluded.taken_tax, voids = voids + excluded.voids,
         voided = voided + excluded.voided, voided_tax = voided_tax + excluded.voided_tax`,
    ).run(id, quarterOf(at), sums.payments, sums.taken, sums.taken_tax, sums.voids, sums.voided, sums.voided_tax);
  }
}

/**
 * Revenue by quarter hour, lane, method, tariff and person. A void counts when it is made, under the lane, method,
 * tariff and person of the payment it takes back, so that each of them nets to what is left of it.
 */
export const revenue: ReadModel = {
  name: "revenue",
  tables: ["revenue_keys", "revenue_quarters"],
  addedLater: true,
  apply: {
    payment(db, event, data) {
      const key = { lane: event.lane, method: data.method, tariff_id: data.fee.tariffId, user_id: event.actor.id };
      add(db, event.at, key, { ...NONE, payments: 1, taken: data.amount, taken_tax: data.tax });
    },
    void(db, event, data) {
      if (data.voidedKind !== "payment") return;
      const taken = sql<Key & { tax: number }>(
        db,
        "SELECT lane, method, tariff_id, user_id, tax FROM payments WHERE id = ?",
      ).get(data.voidedId);
      if (taken) add(db, event.at, taken, { ...NONE, voids: 1, voided: data.amount, voided_tax: taken.tax });
    },
  },
};
