import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Session } from "../../common/api/sessions.ts";
import { refuse } from "../../common/errors.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { VehicleClass } from "../../common/review.ts";
import type { SessionState } from "../../common/words.ts";
import type { Needs } from "../context.ts";
import { ticketCode } from "./tickets.ts";

/** A stay as its row, with the clear plate where it is still known. */
export interface SessionRow {
  id: string;
  ticket_number: number;
  state: SessionState;
  plate_ref: string | null;
  plate: string | null;
  vehicle_class: string;
  entered_at: string;
  entry_lane: string | null;
  tariff_id: string;
  subscription_id: string | null;
  paid: number;
  paid_until: string | null;
  exited_at: string | null;
  exit_lane: string | null;
  opened_seq: number;
  closed_seq: number | null;
}

export const SESSION_SELECT = "SELECT s.*, p.plate FROM sessions s LEFT JOIN plates p ON p.ref = s.plate_ref";

/** A stay by its id. Refuses with `not_found`. */
export function sessionById(db: Db, id: string): SessionRow {
  return (
    sql<SessionRow>(db, `${SESSION_SELECT} WHERE s.id = ?`).get(id) ??
    refuse("not_found", "there is no stay with this id")
  );
}

/** A stay that has not ended. Refuses with `session_closed`. */
export function sessionInside(db: Db, id: string): SessionRow {
  const session = sessionById(db, id);
  if (session.state === "closed" || session.state === "voided")
    refuse("session_closed", `this stay is ${session.state} already`);
  return session;
}

/** Where the entry picture of a stay lies, if one was kept. */
export function picturePath(dataDir: string, sessionId: string): string {
  return join(dataDir, "pictures", `${sessionId}.jpg`);
}

/** A stay as the API shows it. */
export function sessionOf(booth: Needs<"config" | "ledger">, row: SessionRow): Session {
  return {
    id: row.id,
    state: row.state,
    plate: row.plate,
    ticket: ticketCode(booth.ledger.keys, row.ticket_number),
    vehicleClass: row.vehicle_class as VehicleClass,
    enteredAt: row.entered_at,
    entryLane: row.entry_lane,
    ...(row.paid_until === null ? {} : { paidUntil: row.paid_until }),
    ...(row.exited_at === null ? {} : { exitedAt: row.exited_at }),
    ...(row.exit_lane === null ? {} : { exitLane: row.exit_lane }),
    ...(row.subscription_id === null ? {} : { subscriptionId: row.subscription_id }),
    ...(existsSync(picturePath(booth.config.dataDir, row.id)) ? { picture: `/api/sessions/${row.id}/picture` } : {}),
  };
}
