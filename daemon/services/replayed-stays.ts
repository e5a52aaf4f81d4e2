import { type Db, sql } from "../../common/node/db.ts";
import { isPriceable } from "../../common/pricing.ts";
import type { VehicleClass } from "../../common/review.ts";
import { lastSeqBefore } from "../ledger/read.ts";
import { readHead } from "../ledger/writer.ts";

/** A stay that has ended, as a tariff prices it. */
export interface EndedStay {
  sessionId: string;
  enteredAt: string;
  exitedAt: string;
  vehicleClass: VehicleClass;
  /** The tariff in force at its entry. */
  tariffId: string;
  validations: string[];
}

/** Why a stay is not priced again: no tariff decided what it cost, or when it ended is not known. */
export type SkipReason = "subscription" | "lostTicket" | "closedByHand" | "tooLong";

/** A range of the ledger's entries, `last` included. */
export interface Range {
  after: number;
  last: number;
}

interface Row {
  seq: number;
  id: string;
  entered_at: string;
  exited_at: string;
  vehicle_class: string;
  tariff_id: string;
  subscription_id: string | null;
  how: string;
  lost: number;
  validations: string;
}

const AT_ONCE = 200;

// Walked along the ledger, which is in the order of time and has an index of its kinds.
const ENDED = `SELECT e.seq, s.id, s.entered_at, s.exited_at, s.vehicle_class, s.tariff_id, s.subscription_id,
    e.data ->> 'how' AS how,
    EXISTS (SELECT 1 FROM payments p WHERE p.session_id = s.id AND p.lost = 1 AND p.voided_by_seq IS NULL) AS lost,
    (SELECT json_group_array(v.station) FROM validations v WHERE v.session_id = s.id) AS validations
  FROM events e JOIN sessions s ON s.id = e.data ->> 'sessionId'
  WHERE e.kind = 'session_close' AND e.seq > ? AND e.seq <= ? ORDER BY e.seq LIMIT ${AT_ONCE}`;

/** The ledger's entries since an instant. */
export function rangeSince(db: Db, from: string): Range {
  return { after: lastSeqBefore(db, from), last: readHead(db)?.seq ?? 0 };
}

/** How many stays ended within a range. */
export function countEnded(db: Db, { after, last }: Range): number {
  const count = "SELECT count(*) AS n FROM events WHERE kind = 'session_close' AND seq > ? AND seq <= ?";
  return sql<{ n: number }>(db, count).get(after, last)?.n ?? 0;
}

/** The stays that ended within a range, oldest first, or why one of them is left out. Read some at a time. */
export function* endedStays(db: Db, { after, last }: Range): Generator<EndedStay | SkipReason> {
  const read = sql<Row>(db, ENDED);
  for (let rows = read.all(after, last); rows.length > 0; rows = read.all(after, last)) {
    for (const row of rows) yield skipReason(row) ?? stayOf(row);
    after = rows.at(-1)?.seq ?? last;
  }
}

function skipReason(row: Row): SkipReason | null {
  if (row.subscription_id !== null) return "subscription";
  if (row.lost === 1) return "lostTicket";
  if (row.how === "hand") return "closedByHand";
  return isPriceable(Date.parse(row.entered_at), Date.parse(row.exited_at)) ? null : "tooLong";
}

function stayOf(row: Row): EndedStay {
  return {
    sessionId: row.id,
    enteredAt: row.entered_at,
    exitedAt: row.exited_at,
    vehicleClass: row.vehicle_class as VehicleClass,
    tariffId: row.tariff_id,
    validations: JSON.parse(row.validations) as string[],
  };
}
