import { assetPath } from "../../common/node/assets.ts";
import type { Db } from "../../common/node/db.ts";
import { schemaMismatch } from "../../common/node/migrate.ts";

/** Why the database does not fit the program, in a sentence; null when it does. */
export function schemaTrouble(db: Db): string | null {
  return schemaMismatch(db, assetPath("migrations/booth"));
}
