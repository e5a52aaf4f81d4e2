import { type Db, sql } from "../../common/node/db.ts";
import type { RefusalCause } from "../../common/words.ts";
import { type LedgerKeys, plateRefOf } from "../ledger/keys.ts";
import { describeNearMatch, plateShape } from "./plates.ts";
import { SESSION_SELECT, type SessionRow } from "./session-rows.ts";
import { sessionOfPlate, sessionOfTicket } from "./sessions.ts";
import { readTicketCode } from "./tickets.ts";

/** The stay a leaving vehicle belongs to, or why none was found. */
export type Leaving = { session: SessionRow; nearMatch?: string } | { cause: RefusalCause; sessionId: string | null };

const none = (cause: RefusalCause, sessionId: string | null = null): Leaving => ({ cause, sessionId });

/**
 * Finds the one matching stay: by ticket, by the exact plate, else by the only plate inside that differs in look-alike
 * characters alone. Never a choice among several.
 */
export function findLeaving(db: Db, keys: LedgerKeys, read: { code: string | null; plate: string | null }): Leaving {
  if (read.code !== null) return byTicket(db, keys, read.code);
  if (read.plate === null) return none("no_session");
  const exact = sessionOfPlate(db, plateRefOf(keys, read.plate));
  return exact ? { session: exact } : byNearPlate(db, read.plate);
}

function byTicket(db: Db, keys: LedgerKeys, code: string): Leaving {
  const number = readTicketCode(keys, code);
  if (number === null) return none("unknown_ticket");
  const session = sessionOfTicket(db, number);
  if (!session) return none("unknown_ticket");
  return session.state === "open" || session.state === "paid" ? { session } : none("session_closed", session.id);
}

function byNearPlate(db: Db, plate: string): Leaving {
  const shape = plateShape(plate);
  const inside = sql<SessionRow>(db, `${SESSION_SELECT} WHERE s.state IN ('open', 'paid') AND length(p.plate) = ?`).all(
    [...plate].length,
  );
  const near = inside.filter((session) => session.plate !== null && plateShape(session.plate) === shape);
  const [only] = near;
  if (!only?.plate) return none("no_session");
  if (near.length > 1) return none("ambiguous");
  return { session: only, nearMatch: describeNearMatch(plate, only.plate) };
}
