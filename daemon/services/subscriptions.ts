import { randomUUID } from "node:crypto";
import type {
  AntiPassbackReset,
  Subscription,
  SubscriptionCreate,
  SubscriptionUpdate,
} from "../../common/api/subscriptions.ts";
import { refuseInput } from "../../common/errors.ts";
import type { Payload } from "../../common/events.ts";
import { addMonths } from "../../common/hours.ts";
import { sql } from "../../common/node/db.ts";
import { assertUnchanged } from "../../common/node/etag.ts";
import type { Actor, Needs } from "../context.ts";
import type { LedgerKeys } from "../ledger/keys.ts";
import type { Transaction } from "../ledger/ledger.ts";
import { siteOf } from "./sites.ts";
import { assertNotErased } from "./subscription-erasure.ts";
import { subscriptionById, subscriptionOf, type Terms, termsOf } from "./subscription-rows.ts";
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
    assertSound(tx.db, keys, terms);
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
    return storeChange(tx, keys, before, after, changeBetween(before, after), () =>
      rememberInput(tx.db, keys, id, change),
    );
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
    return storeChange(tx, booth.ledger.keys, before, { ...before, validTo }, "extended");
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
  keys: LedgerKeys,
  before: Terms,
  after: Terms,
  change: Change,
  remember: () => void = () => {},
): Subscription {
  assertSound(tx.db, keys, after);
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
