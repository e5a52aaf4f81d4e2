import { isDay, type SubscriptionUpdate } from "../../common/api/subscriptions.ts";
import { BoothError, type ErrorDetail } from "../../common/errors.ts";
import { edgeOfDay } from "../../common/hours.ts";
import { type Db, sql } from "../../common/node/db.ts";
import { credentialRefOf, holderRefOf, type LedgerKeys, plateRefOf } from "../ledger/keys.ts";
import { namesPlate, WITHOUT_PLATE } from "./plates-in-text.ts";
import { holderOf, rememberTexts, type Terms } from "./subscription-rows.ts";

/** A problem of one field; `path` as in the request. */
export type TermProblem = ErrorDetail;

/** The terms with what an input changes in them; a day becomes the instant at which it begins, or ends, on the site. */
export function changeTerms(
  keys: LedgerKeys,
  timezone: string,
  current: Terms,
  input: Omit<SubscriptionUpdate, "id">,
): Terms {
  const instantOf = (text: string, edge: "start" | "end") => (isDay(text) ? edgeOfDay(text, timezone, edge) : text);
  const status = input.status ?? current.status;
  return {
    subscriptionId: current.subscriptionId,
    holderRef: input.holder === undefined ? current.holderRef : holderRefOf(keys, input.holder),
    plateRefs: input.plates?.map((plate) => plateRefOf(keys, plate)) ?? current.plateRefs,
    credentialRefs: input.credentials?.map((credential) => credentialRefOf(keys, credential)) ?? current.credentialRefs,
    validFrom: input.validFrom === undefined ? current.validFrom : instantOf(input.validFrom, "start"),
    validTo: input.validTo === undefined ? current.validTo : instantOf(input.validTo, "end"),
    lanes: input.lanes === undefined ? current.lanes : input.lanes,
    hours: input.hours === undefined ? current.hours : input.hours,
    carsInside: input.carsInside ?? current.carsInside,
    status,
    blockedReason: blockedReasonOf(current, input, status),
    antiPassback: input.antiPassback ?? current.antiPassback,
  };
}

/** A reason goes with its block: lifting the block takes it away, also where the old one is sent along. */
function blockedReasonOf(
  current: Terms,
  input: Omit<SubscriptionUpdate, "id">,
  status: Terms["status"],
): string | null {
  const given = input.blockedReason === undefined ? current.blockedReason : input.blockedReason;
  return status !== "blocked" && given === current.blockedReason ? null : given;
}

/** Keeps the clear texts of what an input carries. */
export function rememberInput(db: Db, keys: LedgerKeys, id: string, input: Omit<SubscriptionUpdate, "id">): void {
  const { holder, plates, credentials } = input;
  if (holder !== undefined) rememberTexts(db, id, "holder", [[holderRefOf(keys, holder), holder]]);
  if (plates)
    rememberTexts(
      db,
      id,
      "plate",
      plates.map((plate) => [plateRefOf(keys, plate), plate]),
    );
  if (credentials)
    rememberTexts(
      db,
      id,
      "credential",
      credentials.map((text) => [credentialRefOf(keys, text), text]),
    );
}

/** What is wrong with terms as a whole, one sentence each; empty if they can stand. */
export function problemsOf(db: Db, keys: LedgerKeys, terms: Terms): TermProblem[] {
  const problems: TermProblem[] = [];
  const add = (path: string, message: string) => problems.push({ path, message });
  if (terms.plateRefs.length + terms.credentialRefs.length === 0)
    add("plates", "expected at least one plate or credential");
  if (terms.validTo >= "9001") add("validTo", "expected an end before the year 9001");
  if (terms.validTo <= terms.validFrom) add("validTo", "expected an end after validFrom");
  if (terms.status === "blocked" && terms.blockedReason === null)
    add("blockedReason", "expected the reason of the block");
  if (terms.status !== "blocked" && terms.blockedReason !== null)
    add("blockedReason", "expected no reason, for the status is not blocked");
  if (terms.blockedReason !== null && namesPlate(db, keys, terms.blockedReason, terms.plateRefs))
    add("blockedReason", WITHOUT_PLATE);
  for (const [index, lane] of (terms.lanes ?? []).entries())
    if (!sql(db, "SELECT 1 FROM lanes WHERE id = ?").get(lane)) add(`lanes.${index}`, `there is no lane ${lane}`);
  if (terms.status !== "cancelled") problems.push(...overlapsOf(db, terms));
  return problems;
}

/** A plate or credential must say whose car it is: two subscriptions of one time cannot share it. */
function overlapsOf(db: Db, terms: Terms): TermProblem[] {
  const find = sql<{ id: string; holder_ref: string }>(
    db,
    `SELECT s.id, s.holder_ref FROM subscription_members m JOIN subscriptions s ON s.id = m.subscription_id
     WHERE m.ref = ? AND s.id <> ? AND s.status <> 'cancelled' AND s.valid_from < ? AND s.valid_to > ? LIMIT 1`,
  );
  const check = (path: string) => (ref: string, index: number) => {
    const other = find.get(ref, terms.subscriptionId, terms.validTo, terms.validFrom);
    if (!other) return [];
    const whose = holderOf(db, other) ?? "another holder";
    return [{ path: `${path}.${index}`, message: `is in a subscription of ${whose} for the same time already` }];
  };
  return [...terms.plateRefs.flatMap(check("plates")), ...terms.credentialRefs.flatMap(check("credentials"))];
}

/** Refuses terms that cannot stand, with every problem. */
export function assertSound(db: Db, keys: LedgerKeys, terms: Terms): void {
  const details = problemsOf(db, keys, terms);
  const [first] = details;
  if (first) throw new BoothError("invalid_input", `the subscription: ${first.path}: ${first.message}`, { details });
}
