import type { GivenValidation, Station, ValidationRequest } from "../../common/api/validations.ts";
import { refuse, refuseInput } from "../../common/errors.ts";
import { VALIDATION_STATIONS } from "../../common/modules.ts";
import type { Db } from "../../common/node/db.ts";
import { ruleOf } from "../../common/pricing/validations.ts";
import type { Actor, Needs } from "../context.ts";
import { type LedgerKeys, plateRefOf } from "../ledger/keys.ts";
import { type SessionRow, sessionById } from "./session-rows.ts";
import { sessionOfPlate, sessionOfTicket } from "./sessions.ts";
import { tariffById } from "./tariffs.ts";
import { readTicketCode, ticketNumber } from "./tickets.ts";
import { ruleOfRow, validationsOf } from "./validation-rows.ts";

/**
 * Validates a stay for a station: what the stay's tariff has for it comes off every quote from now on. Refuses a stay that
 * is paid or has ended with `session_closed`, and the second time with `already_validated` and the first as `validation`.
 */
export async function validateStay(
  booth: Needs<"ledger">,
  actor: Actor,
  input: ValidationRequest,
): Promise<GivenValidation> {
  const { keys } = booth.ledger;
  return booth.ledger.commit(actor, (tx) => {
    const { station } = input;
    const session = stayOf(tx.db, keys, input);
    assertUnpaid(session);
    const before = validationsOf(tx.db, session.id).find((row) => row.station === station);
    if (before) {
      const body = { validation: givenOf(session, { ...before, rule: ruleOfRow(before) }) };
      refuse("already_validated", `${station} validated this stay at ${before.at} already`, { body });
    }
    const tariff = tariffById(tx.db, session.tariff_id);
    const rule =
      ruleOf(tariff.rateTable, station) ??
      refuseInput("station", "expected a station that the tariff of this stay has a rule for");
    const { seq, at } = tx.append("validation", { sessionId: session.id, station, tariffId: tariff.id, rule });
    return givenOf(session, { seq, at, station, rule });
  });
}

function stayOf(db: Db, keys: LedgerKeys, { ticket, plate, sessionId }: ValidationRequest): SessionRow {
  if (sessionId !== undefined) return sessionById(db, sessionId);
  if (plate !== undefined)
    return sessionOfPlate(db, plateRefOf(keys, plate)) ?? refuse("not_found", "no car with this plate is inside");
  const number = ticket?.includes("-") ? readTicketCode(keys, ticket) : Number(ticket);
  const found = number === null ? null : sessionOfTicket(db, number);
  return found ?? refuse("not_found", "this is not a ticket of this car park");
}

function assertUnpaid({ state }: SessionRow): void {
  if (state === "open") return;
  if (state === "paid") refuse("session_closed", "this stay is paid: a validation comes before the payment");
  refuse("session_closed", `this stay is ${state} already: there is nothing left to validate`);
}

type Given = Pick<GivenValidation, "seq" | "at" | "station" | "rule">;

/** The ticket by its number: who asks with a number, which anybody can count up to, must not learn the code for it. */
function givenOf(session: SessionRow, { seq, at, station, rule }: Given): GivenValidation {
  const { id: sessionId, plate, ticket_number: number } = session;
  return { seq, at, sessionId, ticket: ticketNumber(number), plate, station, rule };
}

/** The stations; for a stay, also what each takes off and when it did. Refuses with `not_found`. */
export function listStations({ db }: Needs<"db">, sessionId?: string): Station[] {
  if (sessionId === undefined) return VALIDATION_STATIONS.map((id) => ({ id }));
  const session = sessionById(db, sessionId);
  const { rateTable } = tariffById(db, session.tariff_id);
  const given = new Map(validationsOf(db, sessionId).map(({ station, at }) => [station, at]));
  return VALIDATION_STATIONS.map((id) => ({ id, rule: ruleOf(rateTable, id), givenAt: given.get(id) ?? null }));
}
