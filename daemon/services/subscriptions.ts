import { randomUUID } from "node:crypto";
import type { Page } from "../../common/api/parts.ts";
import type {
  AntiPassbackReset,
  Subscription,
  SubscriptionCreate,
  SubscriptionQuery,
  SubscriptionUpdate,
} from "../../common/api/subscriptions.ts";
import { refuseInput } from "../../common/errors.ts";
import type { Payload } from "../../common/events.ts";
import { addMonths } from "../../common/hours.ts";
import { instant } from "../../common/node/clock.ts";
import { sql } from "../../common/node/db.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import type { Actor, Needs } from "../context.ts";
import type { LedgerKeys } from "../ledger/keys.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { siteOf } from "./sites.ts";
import { assertNotErased } from "./subscription-erasure.ts";
import { type SubscriptionRow, subscriptionById, subscriptionOf, type Terms, termsOf } from "./subscription-rows.ts";
import { assertSound, changeTerms, rememberInput } from "./subscription-terms.ts";

type Change = Payload<"subscription_update">["change"];

/** The terms of a subscription that does not exist yet. */
export function newTerms(keys: LedgerKeys, timezone: string, input: SubscriptionCreate): Terms {
  const nothing: Terms = {
    subscriptionId: randomUUID(),
    holderRef: "",
    plateRefs: [],
    credentialRefs: [],
    validFrom: "",
    validTo: "",
    lanes: null,
    hours: null,
    carsInside: 1,
    status: "active",
    blockedReason: null,
    antiPassback: "off",
  };
  return changeTerms(keys, timezone, nothing, input);
}

/** Stores new terms that were found sound, with the input they came from. */
export function storeTerms(tx: Transaction, keys: LedgerKeys, terms: Terms, input: SubscriptionCreate): void {
  rememberInput(tx.db, keys, terms.subscriptionId, input);
  tx.append("subscription_create", terms);
}

/** Creates a subscription. Refuses with `invalid_input`, also where a plate or credential is in another of the same time. */
export async function createSubscription(
  booth: Needs<"ledger">,
  actor: Actor,
  input: SubscriptionCreate,
): Promise<Subscription> {
  const { keys } = booth.ledger;
  return booth.ledger.commit(actor, (tx) => {
    const terms = newTerms(keys, siteOf(tx.db).timezone, input);
    assertSound(tx.db, terms);
    storeTerms(tx, keys, terms, input);
    return readBack(tx, terms.subscriptionId);
  });
}

/** Changes the keys an update carries; `expected` is an entity tag the caller saw. Refuses with `changed_meanwhile`. */
export async function updateSubscription(
  booth: Needs<"ledger">,
  actor: Actor,
  id: string,
  input: SubscriptionUpdate,
  expected?: string,
): Promise<Subscription> {
  const { keys } = booth.ledger;
  return booth.ledger.commit(actor, (tx) => {
    const { id: named, ...change } = input;
    const row = subscriptionById(tx.db, id);
    assertUnchanged(expected, subscriptionOf(tx.db, row));
    if (named !== undefined && named !== id) refuseInput("id", "expected the id of the path");
    const before = termsOf(tx.db, row);
    const after = changeTerms(keys, siteOf(tx.db).timezone, before, change);
    return storeChange(tx, before, after, changeBetween(before, after), () => rememberInput(tx.db, keys, id, change));
  });
}

/** Moves the end by months of the site's calendar, from the end as it is. Refuses with `changed_meanwhile`. */
export async function extendSubscription(
  booth: Needs<"ledger">,
  actor: Actor,
  id: string,
  months: number,
  expected?: string,
): Promise<Subscription> {
  return booth.ledger.commit(actor, (tx) => {
    const row = subscriptionById(tx.db, id);
    assertUnchanged(expected, subscriptionOf(tx.db, row));
    if (row.status === "cancelled") refuseInput("months", "this subscription is cancelled");
    const before = termsOf(tx.db, row);
    const validTo = addMonths(row.valid_to, months, siteOf(tx.db).timezone);
    return storeChange(tx, before, { ...before, validTo }, "extended");
  });
}

function changeBetween(before: Terms, after: Terms): Change {
  if (before.status === after.status) return "edited";
  if (after.status === "blocked") return "blocked";
  if (after.status === "cancelled") return "cancelled";
  return before.status === "blocked" ? "unblocked" : "reopened";
}

/** Nothing is stored, and nothing recorded, where nothing changed. */
function storeChange(
  tx: Transaction,
  before: Terms,
  after: Terms,
  change: Change,
  remember: () => void = () => {},
): Subscription {
  assertSound(tx.db, after);
  remember();
  if (after.status !== "cancelled" && after.validTo > tx.at) assertNotErased(tx.db, after);
  if (JSON.stringify(before) !== JSON.stringify(after)) tx.append("subscription_update", { change, ...after });
  return readBack(tx, after.subscriptionId);
}

function readBack({ db }: Transaction, id: string): Subscription {
  return subscriptionOf(db, subscriptionById(db, id));
}

/** One subscription. Refuses with `not_found`. */
export function readSubscription(booth: Needs<"db">, id: string): Subscription {
  return subscriptionOf(booth.db, subscriptionById(booth.db, id));
}

/**
 * Forgets on which side the subscription's plates and credentials were last seen, so that the next passage of each is
 * let through in whichever direction it goes. It is recorded which ones were known.
 */
export async function resetAntiPassback(
  booth: Needs<"ledger">,
  actor: Actor,
  id: string,
  input: AntiPassbackReset,
): Promise<{ subscriptionId: string; reset: number }> {
  return booth.ledger.commit(actor, (tx) => {
    subscriptionById(tx.db, id);
    const text = "SELECT ref FROM passes WHERE subscription_id = ? AND side <> 'neutral' ORDER BY ref";
    const refs = sql<{ ref: string }>(tx.db, text)
      .all(id)
      .map(({ ref }) => ref);
    const note = input.note === undefined ? {} : { note: input.note };
    tx.append("anti_passback_reset", { subscriptionId: id, refs, ...note });
    return { subscriptionId: id, reset: refs.length };
  });
}

/** Subscriptions, the newest first; those that end soon by their end. */
export function listSubscriptions(booth: Needs<"db" | "clock">, query: SubscriptionQuery): Page<Subscription> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, ...given: unknown[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (query.status) where("status = ?", query.status);
  if (query.q) addSearch(query.q, where);
  if (query.ended !== undefined) where(`valid_to ${query.ended ? "<=" : ">"} ?`, instant(booth.clock.now()));
  const expiring = query.expiringWithinDays;
  const [after, seq] = cursorOf(query.cursor);
  if (expiring === undefined) {
    if (query.cursor) where("created_seq < ?", seq);
  } else {
    const now = booth.clock.now();
    where("status = 'active' AND valid_to > ? AND valid_to <= ?", instant(now), instant(now + expiring * 86_400_000));
    if (query.cursor) where("(valid_to, created_seq) > (?, ?)", after, seq);
  }
  const filter = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
  const order = expiring === undefined ? "created_seq DESC" : "valid_to, created_seq";
  const rows = sql<SubscriptionRow>(booth.db, `SELECT * FROM subscriptions ${filter} ORDER BY ${order} LIMIT ?`).all(
    ...values,
    query.limit + 1,
  );
  const items = rows.slice(0, query.limit);
  const last = items.at(-1);
  return {
    items: items.map((row) => subscriptionOf(booth.db, row)),
    next: rows.length > query.limit && last ? `${last.valid_to}_${last.created_seq}` : null,
  };
}

function cursorOf(cursor = ""): [after: string, seq: number] {
  const [after = "", seq = ""] = cursor.split("_");
  if (cursor !== "" && !/^\d{1,15}$/.test(seq)) refuseInput("cursor", "expected a cursor this list gave out");
  return [after, Number(seq)];
}

function addSearch(text: string, where: (condition: string, ...given: unknown[]) => void): void {
  const pattern = (value: string) => `%${value.replace(/[\\%_]/g, "\\$&")}%`;
  // A plate or credential is found as it is kept, however it is typed.
  const kept = text.normalize("NFKC").toUpperCase();
  where(
    `id IN (SELECT subscription_id FROM subscription_texts WHERE (kind = 'holder' AND value LIKE ? ESCAPE '\\')
       OR (kind = 'plate' AND ? <> '%%' AND value LIKE ? ESCAPE '\\') OR (kind = 'credential' AND value LIKE ? ESCAPE '\\'))`,
    pattern(text),
    ...[kept.replace(/[^\p{L}\p{N}]/gu, "")].flatMap((plate) => [pattern(plate), pattern(plate)]),
    pattern(kept.replace(/\s/g, "")),
  );
}
