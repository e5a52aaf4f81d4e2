import { type Db, sql } from "../../../common/node/db.ts";

interface Named {
  id: string;
  name: string;
}

const mapOf = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** Lanes by their ids, as people call them. */
export function laneNames(db: Db): Map<string, string> {
  return mapOf(sql<Named>(db, "SELECT id, name FROM lanes").all());
}

/** Tariffs by their ids, with their versions. */
export function tariffNames(db: Db): Map<string, string> {
  return mapOf(sql<Named>(db, "SELECT id, name || ' v' || version AS name FROM tariffs").all());
}

/** People by their ids. Whoever was deleted has none any more. */
export function personNames(db: Db): Map<string, string> {
  return mapOf(sql<Named>(db, "SELECT id, display_name AS name FROM users").all());
}
