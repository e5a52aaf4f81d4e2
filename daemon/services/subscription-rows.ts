import type { Subscription } from "../../common/api/subscriptions.ts";
import { refuse } from "../../common/errors.ts";
import type { Payload } from "../../common/events.ts";
import { type Db, sql } from "../../common/node/db.ts";
import type { ValidPeriod } from "../../common/pricing/model.ts";
import type { AntiPassback, SubscriptionStatus } from "../../common/words.ts";

/** What was agreed, as the ledger holds it. */
export type Terms = Payload<"subscription_create">;

export interface SubscriptionRow {
  id: string;
  holder_ref: string;
  valid_from: string;
  valid_to: string;
  lanes: string | null;
  hours: string | null;
  cars_inside: number;
  status: SubscriptionStatus;
  blocked_reason: string | null;
  anti_passback: AntiPassback;
  stopped_at: string | null;
  created_seq: number;
}

type TextKind = "holder" | "plate" | "credential";

interface MemberRow {
  kind: "plate" | "credential";
  ref: string;
  value: string | null;
}

/** A subscription by its id. Refuses with `not_found`. */
export function subscriptionById(db: Db, id: string): SubscriptionRow {
  return (
    sql<SubscriptionRow>(db, "SELECT * FROM subscriptions WHERE id = ?").get(id) ??
    refuse("not_found", "there is no subscription with this id")
  );
}

/** Its plates and credentials in their order, with the clear text where it was not erased. */
function membersOf(db: Db, id: string): MemberRow[] {
  return sql<MemberRow>(
    db,
    `SELECT m.kind, m.ref, t.value FROM subscription_members m
       LEFT JOIN subscription_texts t ON t.subscription_id = m.subscription_id AND t.kind = m.kind AND t.ref = m.ref
     WHERE m.subscription_id = ? ORDER BY m.position`,
  ).all(id);
}

const hoursOf = (row: SubscriptionRow) => (row.hours === null ? null : (JSON.parse(row.hours) as ValidPeriod[]));
const lanesOf = (row: SubscriptionRow) => (row.lanes === null ? null : (JSON.parse(row.lanes) as string[]));

/** A subscription's terms as they stand. */
export function termsOf(db: Db, row: SubscriptionRow): Terms {
  const members = membersOf(db, row.id);
  const refs = (kind: MemberRow["kind"]) => members.filter((member) => member.kind === kind).map(({ ref }) => ref);
  return {
    subscriptionId: row.id,
    holderRef: row.holder_ref,
    plateRefs: refs("plate"),
    credentialRefs: refs("credential"),
    validFrom: row.valid_from,
    validTo: row.valid_to,
    lanes: lanesOf(row),
    hours: hoursOf(row),
    carsInside: row.cars_inside,
    status: row.status,
    blockedReason: row.blocked_reason,
    antiPassback: row.anti_passback,
  };
}

/** A subscription as the API shows it. Which of its cars are inside is no part of it: its entity tag is about the terms. */
export function subscriptionOf(db: Db, row: SubscriptionRow): Subscription {
  const members = membersOf(db, row.id);
  const values = (kind: MemberRow["kind"]) =>
    members.flatMap((member) => (member.kind === kind && member.value !== null ? [member.value] : []));
  const lanes = lanesOf(row);
  const hours = hoursOf(row);
  return {
    id: row.id,
    holder: holderOf(db, row),
    plates: values("plate"),
    credentials: values("credential"),
    validFrom: row.valid_from,
    validTo: row.valid_to,
    ...(lanes === null ? {} : { lanes }),
    ...(hours === null ? {} : { hours }),
    carsInside: row.cars_inside,
    status: row.status,
    ...(row.blocked_reason === null ? {} : { blockedReason: row.blocked_reason }),
    antiPassback: row.anti_passback,
  };
}

/** The holder's name, or null once it was erased. */
export function holderOf(db: Db, row: { id: string; holder_ref: string }): string | null {
  const text = "SELECT value FROM subscription_texts WHERE subscription_id = ? AND kind = 'holder' AND ref = ?";
  return sql<{ value: string }>(db, text).get(row.id, row.holder_ref)?.value ?? null;
}

/** Keeps the clear texts of one kind where they can be erased, in place of those that were there. */
export function rememberTexts(
  db: Db,
  id: string,
  kind: TextKind,
  texts: readonly (readonly [ref: string, value: string])[],
): void {
  sql(db, "DELETE FROM subscription_texts WHERE subscription_id = ? AND kind = ?").run(id, kind);
  const insert = sql(db, "INSERT INTO subscription_texts (subscription_id, kind, ref, value) VALUES (?, ?, ?, ?)");
  for (const [ref, value] of texts) insert.run(id, kind, ref, value);
}
