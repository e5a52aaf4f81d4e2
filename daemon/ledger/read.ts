import type { EventActor, EventKind, LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { type EventRow, eventOf } from "./seal.ts";
import { readHead } from "./writer.ts";

const COLUMNS = "seq, id, kind, at, actor, lane, data, prev, hash, key_id, sig";

/** The event of a seq, or null. */
export function readEvent(db: Db, seq: number): LedgerEvent | null {
  const row = sql<EventRow>(db, `SELECT ${COLUMNS} FROM events WHERE seq = ?`).get(seq);
  return row ? eventOf(row) : null;
}

/** Events after a seq, oldest first. */
export function readEventsAfter(db: Db, seq: number, limit: number): LedgerEvent[] {
  return sql<EventRow>(db, `SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`)
    .all(seq, limit)
    .map(eventOf);
}

/** The last event of a kind, or null. */
export function readLastOfKind<K extends EventKind>(db: Db, kind: K): LedgerEvent<K> | null {
  const row = sql<EventRow>(db, `SELECT ${COLUMNS} FROM events WHERE kind = ? ORDER BY seq DESC LIMIT 1`).get(kind);
  return row ? (eventOf(row) as LedgerEvent<K>) : null;
}

/** The seq of the last event before an instant, or 0. Time never runs backwards in the chain, so halving finds it. */
export function lastSeqBefore(db: Db, at: string): number {
  let [before, after] = [0, (readHead(db)?.seq ?? 0) + 1];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const row = sql<{ at: string }>(db, "SELECT at FROM events WHERE seq = ?").get(middle);
    if (row && row.at < at) before = middle;
    else after = middle;
  }
  return before;
}

/** What a list of events may be narrowed to. */
export interface EventFilter {
  after?: number | undefined;
  before?: number | undefined;
  kind?: string | undefined;
  lane?: string | undefined;
  actor?: string | undefined;
  /** Instants; `to` is not part of it. */
  from?: string | undefined;
  to?: string | undefined;
}

/** A kind, lane or person with fewer entries than this is read whole in a moment. */
const FEW = 10_000;

/** Of two filters SQLite may follow the one with many entries; it is told to follow one that has few. */
function rarestIndex(db: Db, { kind, lane, actor }: EventFilter): string {
  const filters = [
    { value: kind, index: "events_kind", column: "kind" },
    { value: lane, index: "events_lane", column: "lane" },
    { value: actor, index: "events_actor", column: "actor ->> 'id'" },
  ].filter(({ value }) => value !== undefined);
  if (filters.length < 2) return "";
  const few = filters.find(({ value, index, column }) => {
    const counted = `SELECT count(*) AS n FROM (SELECT 1 FROM events INDEXED BY ${index} WHERE ${column} = ? LIMIT ${FEW})`;
    return (sql<{ n: number }>(db, counted).get(value)?.n ?? 0) < FEW;
  });
  return few ? `INDEXED BY ${few.index}` : "";
}

/** Events that fit a filter, newest first. */
export function listEvents(db: Db, filter: EventFilter, limit: number): LedgerEvent[] {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, value: unknown) => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  where("seq > ?", filter.after);
  where("seq < ?", filter.before);
  where("kind = ?", filter.kind);
  where("lane = ?", filter.lane);
  where("actor ->> 'id' = ?", filter.actor);
  // By seq, which every index ends in: an instant would have to be looked up row by row.
  if (filter.from !== undefined) where("seq > ?", lastSeqBefore(db, filter.from));
  if (filter.to !== undefined) where("seq <= ?", lastSeqBefore(db, filter.to));
  const text = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  return sql<EventRow>(db, `SELECT ${COLUMNS} FROM events ${rarestIndex(db, filter)} ${text} ORDER BY seq DESC LIMIT ?`)
    .all(...values, limit)
    .map(eventOf);
}

/** Who appears in the ledger, by id: at most `limit` of them. Leaps from one to the next along the index. */
export function listActors(db: Db, limit: number): EventActor[] {
  const next = sql<{ actor: string }>(
    db,
    "SELECT actor FROM events WHERE actor ->> 'id' > ? ORDER BY actor ->> 'id' LIMIT 1",
  );
  const found: EventActor[] = [];
  for (let row = next.get(""); row && found.length < limit; row = next.get(found.at(-1)?.id ?? ""))
    found.push(JSON.parse(row.actor) as EventActor);
  return found;
}
