import type { StationSum } from "../../../common/api/reports.ts";
import type { ReportedValidation, ValidationReport, ValidationsQuery } from "../../../common/api/validations.ts";
import { refuseInput } from "../../../common/errors.ts";
import { instant } from "../../../common/node/clock.ts";
import { type Db, sql } from "../../../common/node/db.ts";
import type { Needs } from "../../context.ts";
import { siteOf } from "../sites.ts";
import { ticketNumber } from "../tickets.ts";
import { ruleOfRow, type ValidationRow } from "../validation-rows.ts";
import { personNames } from "./names.ts";
import { LONGEST_WHOLE_MS, rangeOf, type Stretch, shownRange } from "./range.ts";

const between = ({ from, to }: Stretch) => [instant(from), instant(to)];

/** How often each station validated in a stretch, also stations that are retired since. */
export function sumStations(db: Db, stretch: Stretch): StationSum[] {
  const text = `SELECT station, count(*) AS count FROM validations
    WHERE at >= ? AND at < ? GROUP BY station ORDER BY station`;
  return sql<StationSum>(db, text).all(...between(stretch));
}

type Row = ValidationRow & { ticket_number: number };

function rowsOf(db: Db, stretch: Stretch, { station, cursor }: Partial<ValidationsQuery>, limit: number): Row[] {
  const filters: [condition: string, values: unknown[]][] = [["v.at >= ? AND v.at < ?", between(stretch)]];
  if (station !== undefined) filters.push(["v.station = ?", [station]]);
  if (cursor !== undefined) filters.push(["v.seq < ?", [cursor]]);
  const where = filters.map(([condition]) => condition).join(" AND ");
  const text = `SELECT v.*, s.ticket_number FROM validations v JOIN sessions s ON s.id = v.session_id
    WHERE ${where} ORDER BY v.at DESC, v.seq DESC LIMIT ?`;
  return sql<Row>(db, text).all(...filters.flatMap(([, values]) => values), limit);
}

function shown(row: Row, names: ReadonlyMap<string, string>): ReportedValidation {
  const { seq, at, station, session_id: sessionId, actor_type: type, actor_id: id } = row;
  const ticket = ticketNumber(row.ticket_number);
  return { seq, at, station, sessionId, ticket, rule: ruleOfRow(row), actor: { type, id, name: names.get(id) ?? id } };
}

/** What stations gave: sums, then each validation, the last first. `whole` lists all of them on one page, of a year at most. */
export function reportValidations(
  booth: Needs<"db" | "clock">,
  query: ValidationsQuery,
  whole = false,
): ValidationReport {
  const { db } = booth;
  const stretch = rangeOf(db, booth.clock.now(), query);
  if (whole && stretch.to - stretch.from > LONGEST_WHOLE_MS)
    refuseInput("to", "expected at most a year after `from` for a whole list");
  const found = rowsOf(db, stretch, query, whole ? -1 : query.limit + 1);
  const rows = whole ? found : found.slice(0, query.limit);
  const last = rows.at(-1);
  const names = personNames(db);
  return {
    ...shownRange(db, stretch),
    currency: siteOf(db).currency,
    summary: sumStations(db, stretch).filter(({ station }) => query.station === undefined || station === query.station),
    items: rows.map((row) => shown(row, names)),
    next: found.length > rows.length && last ? String(last.seq) : null,
  };
}
