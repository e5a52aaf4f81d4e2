import { type Db, sql } from "../../common/node/db.ts";
import { type LedgerKeys, plateRefOf } from "../ledger/keys.ts";

/** Keeps the clear plate where it can be erased, and gives the keyed reference that the ledger holds. */
export function rememberPlate(db: Db, keys: LedgerKeys, plate: string, at: string): string {
  const ref = plateRefOf(keys, plate);
  sql(
    db,
    "INSERT INTO plates (ref, plate, first_seen, last_seen) VALUES (?, ?, ?, ?) ON CONFLICT (ref) DO UPDATE SET last_seen = excluded.last_seen",
  ).run(ref, plate, at, at);
  return ref;
}

/** Letters and digits that cameras take for each other. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { O: "0", I: "1", B: "8", S: "5", Z: "2" };

/** Two plates that differ only in look-alike characters have the same shape. */
export function plateShape(plate: string): string {
  return [...plate].map((character) => LOOK_ALIKE[character] ?? character).join("");
}

/** Which characters differ between what was read and what is stored, such as `B→8, O→0`. */
export function describeNearMatch(read: string, stored: string): string {
  const pairs = [...read].map((character, index) => [character, [...stored][index] ?? ""] as const);
  return pairs
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => `${a}→${b}`)
    .join(", ");
}
