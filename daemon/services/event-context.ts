import type { EventContext, NamedActor } from "../../common/api/events.ts";
import type { LedgerEvent } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { Actor, Needs } from "../context.ts";
import { listActors } from "../ledger/read.ts";
import { personNames } from "./reports/names.ts";

/** More than any booth has people, lanes and devices. */
const MOST_ACTORS = 500;

/** Words for what entries refer to: names, plates where the actor may look up stays, and what voided them. */
export function contextOf(booth: Needs<"db">, actor: Actor, events: readonly LedgerEvent[]): EventContext {
  const { db } = booth;
  return {
    people: peopleOf(db, events),
    plates: actor.permissions.includes("session:read") ? platesOf(db, events) : {},
    voidedBy: Object.fromEntries(
      events.flatMap((event) => {
        const seq = voidingSeq(db, event);
        return seq === null ? [] : [[event.seq, seq]];
      }),
    ),
  };
}

/** Who appears in the ledger, with the names of people. */
export function readActors(booth: Needs<"db">): NamedActor[] {
  const names = personNames(booth.db);
  return listActors(booth.db, MOST_ACTORS).map((actor) => ({ ...actor, name: names.get(actor.id) ?? null }));
}

function peopleOf(db: Db, events: readonly LedgerEvent[]): Record<string, string> {
  const named = new Set(events.flatMap(({ actor, data }) => ("userId" in data ? [actor.id, data.userId] : [actor.id])));
  return Object.fromEntries([...personNames(db)].filter(([id]) => named.has(id)));
}

function platesOf(db: Db, events: readonly LedgerEvent[]): Record<string, string> {
  const ofRef = sql<{ plate: string }>(db, "SELECT plate FROM plates WHERE ref = ?");
  const ofStay = sql<{ plate: string }>(
    db,
    "SELECT p.plate FROM sessions s JOIN plates p ON p.ref = s.plate_ref WHERE s.id = ?",
  );
  const found = events.flatMap(({ data }) => {
    const { plateRef, from, to, sessionId } = data as Readonly<Record<string, unknown>>;
    const refs = [plateRef, from, to].filter((ref) => typeof ref === "string");
    const stays = typeof sessionId === "string" ? [sessionId] : [];
    return [
      ...refs.map((ref) => [ref, ofRef.get(ref)?.plate] as const),
      ...stays.map((id) => [id, ofStay.get(id)?.plate] as const),
    ];
  });
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** The entry that voided this one, or null. */
function voidingSeq(db: Db, { kind, seq, data }: LedgerEvent): number | null {
  if (kind === "payment" || kind === "cash_movement") {
    const table = kind === "payment" ? "payments" : "cash_movements";
    return (
      sql<{ by: number | null }>(db, `SELECT voided_by_seq AS by FROM ${table} WHERE seq = ?`).get(seq)?.by ?? null
    );
  }
  if (kind !== "session_open" || !("sessionId" in data)) return null;
  const text = "SELECT closed_seq AS by FROM sessions WHERE id = ? AND state = 'voided'";
  return sql<{ by: number | null }>(db, text).get(data.sessionId)?.by ?? null;
}
