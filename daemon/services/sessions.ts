import { randomUUID } from "node:crypto";
import type { Page } from "../../common/api/parts.ts";
import type {
  CloseWithoutPayment,
  ManualEntry,
  PlateCorrection,
  Quote,
  Session,
  SessionQuery,
  SessionWithTimeline,
} from "../../common/api/sessions.ts";
import { refuseInput } from "../../common/errors.ts";
import { instant } from "../../common/node/clock.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import { isPriceable } from "../../common/pricing.ts";
import type { Actor, Needs } from "../context.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { type EventRow, eventOf } from "../ledger/seal.ts";
import { laterOf } from "../ledger/writer.ts";
import { readTotals } from "../read-models/totals.ts";
import { feeAt } from "./fees.ts";
import { laneFor } from "./lanes.ts";
import { rememberPlate } from "./plates.ts";
import { SESSION_SELECT, type SessionRow, sessionById, sessionInside, sessionOf } from "./session-rows.ts";
import { subscriptionOfStay } from "./subscribers.ts";
import { tariffInForce } from "./tariffs.ts";

/** What opening a stay takes; the tariff is the one in force at its entry. */
export interface Opening {
  lane: string | null;
  plateRef: string | null;
  vehicleClass: string;
  /** The class a camera named. */
  cameraClass?: string;
  enteredAt: string;
  by: "read" | "hand";
  reason?: string;
  /** Whose stay it is, if not a visitor's. */
  subscriptionId?: string | null;
}

/** Appends the opening of a stay with the next ticket number. */
export function openSession(tx: Transaction, opening: Opening): SessionRow {
  const { lane, reason, subscriptionId, ...rest } = opening;
  const sessionId = randomUUID();
  const ticketNumber = readTotals(tx.db).tickets + 1;
  const tariffId = tariffInForce(tx.db, opening.enteredAt).id;
  tx.append(
    "session_open",
    {
      ...rest,
      sessionId,
      ticketNumber,
      tariffId,
      ...(reason === undefined ? {} : { reason }),
      ...(subscriptionId ? { subscriptionId } : {}),
    },
    lane,
  );
  return sessionById(tx.db, sessionId);
}

/** The stay of a plate that is inside, if there is one. */
export function sessionOfPlate(db: Db, plateRef: string): SessionRow | null {
  return (
    sql<SessionRow>(
      db,
      `${SESSION_SELECT} WHERE s.plate_ref = ? AND s.state IN ('open', 'paid') ORDER BY s.entered_at DESC LIMIT 1`,
    ).get(plateRef) ?? null
  );
}

/** A stay by the number on its ticket, ended or not. */
export function sessionOfTicket(db: Db, ticketNumber: number): SessionRow | null {
  return sql<SessionRow>(db, `${SESSION_SELECT} WHERE s.ticket_number = ?`).get(ticketNumber) ?? null;
}

/** Opens a stay by hand, for a car that came in without a read. */
export async function enterByHand(
  booth: Needs<"ledger" | "config">,
  actor: Actor,
  input: ManualEntry,
): Promise<Session> {
  return booth.ledger.commit(actor, (tx) => {
    const lane = input.lane === undefined ? null : laneFor(tx.db, input.lane, "entry").id;
    if (input.enteredAt > tx.at) refuseInput("enteredAt", "expected an instant that is not in the future");
    if (!isPriceable(Date.parse(input.enteredAt), Date.parse(tx.at)))
      refuseInput("enteredAt", "expected an instant of the last five years");
    const plateRef = input.plate === undefined ? null : rememberPlate(tx.db, booth.ledger.keys, input.plate, tx.at);
    if (plateRef !== null && sessionOfPlate(tx.db, plateRef)) refuseInput("plate", "this car is inside already");
    const { vehicleClass, enteredAt, reason } = input;
    const subscriptionId = subscriptionOfStay(tx.db, booth.ledger.keys, plateRef, lane, enteredAt, null);
    const opening = { lane, plateRef, vehicleClass, enteredAt, by: "hand" as const, reason, subscriptionId };
    return sessionOf(booth, openSession(tx, opening));
  });
}

/**
 * Corrects the plate of a stay; the old one stays in the ledger by its reference. The stay becomes a subscriber's, or a
 * visitor's, as it would have with the right plate at its entry.
 */
export async function correctPlate(
  booth: Needs<"ledger" | "config">,
  actor: Actor,
  id: string,
  input: PlateCorrection,
  expected?: string,
): Promise<Session> {
  return booth.ledger.commit(actor, (tx) => {
    assertUnchanged(expected, readSession({ ...booth, db: tx.db }, id));
    const session = sessionInside(tx.db, id);
    const to = input.plate === null ? null : rememberPlate(tx.db, booth.ledger.keys, input.plate, tx.at);
    const other = to === null ? null : sessionOfPlate(tx.db, to);
    if (other && other.id !== id) refuseInput("plate", "another car inside has this plate");
    if (to !== session.plate_ref) {
      const { reason, note } = input;
      const { entry_lane, entered_at, subscription_id } = session;
      // A card that opened the stay says whose it is, whatever the plate.
      const byCard = session.plate_ref === null ? subscription_id : null;
      const subscriptionId =
        byCard ?? subscriptionOfStay(tx.db, booth.ledger.keys, to, entry_lane, entered_at, session);
      tx.append("plate_correction", {
        sessionId: id,
        from: session.plate_ref,
        to,
        reason,
        ...(note === undefined ? {} : { note }),
        ...(subscriptionId === null && subscription_id === null ? {} : { subscriptionId }),
      });
    }
    return sessionOf(booth, sessionById(tx.db, id));
  });
}

/** Lets a car go without paying: what it owed is recorded with the reason. */
export async function closeWithoutPayment(
  booth: Needs<"ledger" | "config">,
  actor: Actor,
  id: string,
  input: CloseWithoutPayment,
): Promise<Session> {
  return booth.ledger.commit(actor, (tx) => {
    const session = sessionInside(tx.db, id);
    const lane = input.lane === undefined ? null : laneFor(tx.db, input.lane, "exit").id;
    const owed = feeAt(tx.db, session, tx.at, false).quote.amount;
    const { reason } = input;
    const words = { reason, ...(input.note === undefined ? {} : { note: input.note }) };
    tx.append("session_close", { sessionId: id, exitedAt: tx.at, how: "hand", owed, ...words }, lane);
    if (lane !== null) tx.append("barrier_intent", { intent: "open", cause: "exit", sessionId: id, ...words }, lane);
    return sessionOf(booth, sessionById(tx.db, id));
  });
}

/** What a stay owes now; with `lost`, the flat fee of a lost ticket. */
export function quoteSession(booth: Needs<"db" | "clock" | "ledger">, id: string, lost: boolean): Quote {
  const at = laterOf(instant(booth.clock.now()), booth.ledger.head()?.at ?? "");
  return feeAt(booth.db, sessionInside(booth.db, id), at, lost).quote;
}

/** One stay with everything the ledger holds about it, oldest first. */
export function readSession(booth: Needs<"db" | "config" | "ledger">, id: string): SessionWithTimeline {
  const row = sessionById(booth.db, id);
  return { ...sessionOf(booth, row), timeline: timelineOf(booth.db, row) };
}

const TIMELINE_KINDS = [
  "session_open",
  "plate_correction",
  "payment",
  "void",
  "session_close",
  "session_void",
  "barrier_intent",
  "validation",
];

function timelineOf(db: Db, row: SessionRow) {
  const kinds = TIMELINE_KINDS.map((kind) => `'${kind}'`).join(", ");
  return sql<EventRow>(
    db,
    `SELECT * FROM events WHERE kind IN (${kinds}) AND seq >= ? AND data ->> 'sessionId' = ? ORDER BY seq LIMIT 200`,
  )
    .all(row.opened_seq, row.id)
    .map(eventOf);
}

/** Stays, the last to come in first; `q` finds a fragment of a plate or of a ticket number. */
export function listSessions(booth: Needs<"db" | "config" | "ledger">, query: SessionQuery): Page<Session> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, ...given: unknown[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (query.state) where("s.state = ?", query.state);
  if (query.lane) where("(s.entry_lane = ? OR s.exit_lane = ?)", query.lane, query.lane);
  if (query.subscription) where("s.subscription_id = ?", query.subscription);
  if (query.from) where("s.entered_at >= ?", query.from);
  if (query.to) where("s.entered_at < ?", query.to);
  if (query.q) addSearch(query.q, where);
  if (query.cursor !== undefined) where("s.opened_seq < ?", query.cursor);
  const filter = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const rows = sql<SessionRow>(booth.db, `${SESSION_SELECT} ${filter} ORDER BY s.opened_seq DESC LIMIT ?`).all(
    ...values,
    query.limit + 1,
  );
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => sessionOf(booth, row)),
    next: rows.length > query.limit && last ? String(last.opened_seq) : null,
  };
}

function addSearch(text: string, where: (condition: string, ...given: unknown[]) => void): void {
  const plate = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  const ticket = /^\d{1,12}(-|$)/.test(text) ? Number.parseInt(text, 10) : -1;
  // Text of which nothing is left, such as "%", is in no plate; an empty pattern would find all of them.
  where("((? <> '' AND p.plate LIKE ?) OR s.ticket_number = ?)", plate, `%${plate}%`, ticket);
}
