import {
  EXCEPTION_KINDS,
  type ExceptionKind,
  type ExceptionRow,
  type ExceptionSum,
  type ExceptionsQuery,
  type ExceptionsReport,
} from "../../../common/api/reports.ts";
import { refuseInput } from "../../../common/errors.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { Needs } from "../../context.ts";
import { siteOf } from "../sites.ts";
import { personNames } from "./names.ts";
import { LONGEST_WHOLE_MS, rangeOf, type Stretch, shownRange } from "./range.ts";

/** At an entry nobody pays: what opens there is by hand, and not "without a payment". */
const SHOWN = `NOT (kind = 'unpaid_open' AND lane IN (SELECT id FROM lanes WHERE direction = 'entry'))`;

const between = ({ from, to }: Stretch) => [instant(from), instant(to)];

/** How often each exception happened in a stretch and what was at stake, the gravest kinds first. */
export function sumExceptions(db: Db, stretch: Stretch): ExceptionSum[] {
  const text = `SELECT kind, count(*) AS count, ifnull(sum(amount), 0) AS amount FROM exceptions
    WHERE at >= ? AND at < ? AND ${SHOWN} GROUP BY kind`;
  const sums = sql<ExceptionSum>(db, text).all(...between(stretch));
  return EXCEPTION_KINDS.flatMap((kind) => sums.filter((sum) => sum.kind === kind));
}

/** The same by kind and the reason given. */
export function sumReasons(
  db: Db,
  stretch: Stretch,
): { kind: string; reason: string | null; count: number; amount: number }[] {
  const text = `SELECT kind, reason, count(*) AS count, ifnull(sum(amount), 0) AS amount FROM exceptions
    WHERE at >= ? AND at < ? AND ${SHOWN} GROUP BY kind, reason ORDER BY kind, reason`;
  return sql<{ kind: string; reason: string | null; count: number; amount: number }>(db, text).all(...between(stretch));
}

interface Row {
  seq: number;
  kind: ExceptionKind;
  at: string;
  lane: string | null;
  actor_type: string;
  actor_id: string;
  session_id: string | null;
  shift_id: string | null;
  subject_seq: number | null;
  amount: number | null;
  reason: string | null;
  note: string | null;
}

function rowsOf(db: Db, stretch: Stretch, query: Partial<ExceptionsQuery>, limit: number): Row[] {
  const [seq = "", kind = ""] = (query.cursor ?? "").split(":");
  const filters: [condition: string, values: unknown[]][] = [["at >= ? AND at < ?", between(stretch)]];
  if (query.kind !== undefined) filters.push(["kind = ?", [query.kind]]);
  if (query.cursor !== undefined) filters.push(["(seq, kind) < (?, ?)", [Number(seq), kind]]);
  const where = filters.map(([condition]) => condition).join(" AND ");
  return sql<Row>(
    db,
    `SELECT * FROM exceptions WHERE ${where} AND ${SHOWN} ORDER BY at DESC, seq DESC, kind DESC LIMIT ?`,
  ).all(...filters.flatMap(([, values]) => values), limit);
}

function shown(row: Row, names: ReadonlyMap<string, string>): ExceptionRow {
  const { seq, kind, at, lane, amount, reason, note } = row;
  const actor = { type: row.actor_type, id: row.actor_id, name: names.get(row.actor_id) ?? row.actor_id };
  const { session_id: sessionId, shift_id: shiftId, subject_seq: subjectSeq } = row;
  return { seq, kind, at, lane, actor, sessionId, shiftId, subjectSeq, amount, reason, note };
}

/** What somebody should look at: sums by kind, then each case, the last first. `whole` lists all of them on one page, of a year at most. */
export function reportExceptions(
  booth: Needs<"db" | "clock">,
  query: ExceptionsQuery,
  whole = false,
): ExceptionsReport {
  const { db } = booth;
  const stretch = rangeOf(db, booth.clock.now(), query);
  if (whole && stretch.to - stretch.from > LONGEST_WHOLE_MS)
    refuseInput("to", "expected at most a year after `from` for a whole list");
  const limit = whole ? -1 : query.limit + 1;
  const found = rowsOf(db, stretch, query, limit);
  const rows = whole ? found : found.slice(0, query.limit);
  const last = rows.at(-1);
  const names = personNames(db);
  const summary = sumExceptions(db, stretch).filter(({ kind }) => query.kind === undefined || kind === query.kind);
  return {
    ...shownRange(db, stretch),
    currency: siteOf(db).currency,
    summary,
    items: rows.map((row) => shown(row, names)),
    next: found.length > rows.length && last ? `${last.seq}:${last.kind}` : null,
  };
}
