import type { ValidationRule } from "../../common/api/validations.ts";
import { type Db, sql } from "../../common/node/db.ts";

/** A validation as its row; `rule` is JSON. */
export interface ValidationRow {
  seq: number;
  session_id: string;
  station: string;
  tariff_id: string;
  rule: string;
  at: string;
  actor_type: string;
  actor_id: string;
}

/** What was validated for a stay, oldest first, also by stations that are retired since. */
export function validationsOf(db: Db, sessionId: string): ValidationRow[] {
  return sql<ValidationRow>(db, "SELECT * FROM validations WHERE session_id = ? ORDER BY seq").all(sessionId);
}

/** The stations that validated a stay. */
export function stationsOf(db: Db, sessionId: string): string[] {
  return validationsOf(db, sessionId).map(({ station }) => station);
}

/** What a validation takes off, as it was signed. */
export function ruleOfRow({ rule }: Pick<ValidationRow, "rule">): ValidationRule {
  return JSON.parse(rule) as ValidationRule;
}
