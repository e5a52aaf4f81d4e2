import * as v from "valibot";
import { dayFigures, fee, pass, replay, terms, totals, validationRule } from "./event-parts.ts";
import { CASH_TYPES, INTENTS, OCCUPANCY_REASONS, PAYMENT_METHODS, REFUSAL_CAUSES } from "./words.ts";

export { DayFigures, type FeeBasis, type ReplaySummary, type SubscriberPass, type Totals } from "./event-parts.ts";

const text = v.string();
const int = v.pipe(v.number(), v.integer());
const nullable = v.nullable(text);
const note = v.optional(text);
const anything = v.looseObject({});

/** A signed statement that the chain had this head then (contract §9). `sig` as in the ledger, over the other members. */
export const CheckpointNote = v.strictObject({ boothId: text, seq: int, head: text, at: text, keyId: text, sig: text });
export type CheckpointNote = v.InferOutput<typeof CheckpointNote>;

/** What each kind of event carries. A kind is one line here; its name is for ever. */
export const EVENT_PAYLOADS = {
  genesis: v.strictObject({ format: int, boothId: text, publicKey: text }),
  /** `downSeconds` since the last sign of life, which was at `aliveAt`; null at the first start. */
  boot: v.strictObject({ version: text, cleanStop: v.boolean(), downSeconds: v.nullable(int), aliveAt: note }),
  session_open: v.strictObject({
    sessionId: text,
    ticketNumber: int,
    plateRef: nullable,
    vehicleClass: text,
    enteredAt: text,
    tariffId: text,
    by: v.picklist(["read", "hand"]),
    reason: note,
    subscriptionId: note,
    /** What the camera named; absent where it named none, and `vehicleClass` is an assumption. */
    cameraClass: note,
  }),
  session_close: v.strictObject({
    sessionId: text,
    exitedAt: text,
    how: v.picklist(["paid", "free", "subscription", "hand"]),
    reason: note,
    note,
    owed: int,
  }),
  session_void: v.strictObject({ sessionId: text, voidedSeq: int, reason: text, note }),
  plate_correction: v.strictObject({
    sessionId: text,
    from: nullable,
    to: nullable,
    reason: text,
    note,
    /** Whose stay it is with its new plate; absent where that did not change. */
    subscriptionId: v.optional(nullable),
  }),
  payment: v.strictObject({
    paymentId: text,
    sessionId: text,
    shiftId: text,
    receiptNumber: int,
    amount: int,
    tax: int,
    currency: text,
    method: v.picklist(PAYMENT_METHODS),
    tendered: v.nullable(int),
    change: v.nullable(int),
    paidAt: text,
    paidUntil: text,
    fee,
    totals,
  }),
  void: v.strictObject({
    voidedSeq: int,
    voidedKind: v.picklist(["payment", "cash_movement"]),
    voidedId: text,
    amount: int,
    cash: int,
    shiftId: nullable,
    sessionId: nullable,
    reason: text,
    note,
    totals,
  }),
  receipt_copy: v.strictObject({ paymentId: text, paymentSeq: int, copy: int }),
  sale_abandoned: v.strictObject({ sessionId: text, amount: int, quotedAt: text }),
  shift_open: v.strictObject({ shiftId: text, number: int, userId: text, float: int }),
  shift_close: v.strictObject({
    shiftId: text,
    userId: text,
    counted: v.record(text, int),
    countedTotal: int,
    expected: int,
    overShort: int,
    onBehalf: v.boolean(),
    note,
    totals,
  }),
  cash_movement: v.strictObject({
    movementId: text,
    shiftId: text,
    type: v.picklist(CASH_TYPES),
    amount: int,
    reason: text,
    note,
    totals,
  }),
  day_close: v.strictObject({
    date: text,
    number: int,
    timezone: text,
    from: text,
    to: text,
    late: v.boolean(),
    lateSeconds: int,
    ...dayFigures,
    atEnd: totals,
    totals,
    checkpoint: CheckpointNote,
  }),
  barrier_intent: v.strictObject({
    intent: v.picklist(INTENTS),
    cause: v.picklist(["entry", "exit", "payment", "hand"]),
    sessionId: nullable,
    reason: note,
    note,
    pass: v.optional(pass),
  }),
  /** A barrier that went up though nobody had asked; `count` times since the event before it. */
  unexplained_open: v.strictObject({ barrier: v.picklist(["open", "held", "moving"]), count: int }),
  vehicle_refused: v.strictObject({
    cause: v.picklist(REFUSAL_CAUSES),
    by: v.picklist(["qr", "reader", "camera"]),
    plateRef: nullable,
    sessionId: nullable,
    subscriptionId: note,
    /** What was wrong with a bad read; never what was read. */
    reason: note,
  }),
  /** `station` may be one that is retired since; `rule` is that of the tariff which prices the stay. */
  validation: v.strictObject({ sessionId: text, station: text, tariffId: text, rule: validationRule }),
  tariff_publish: v.strictObject({
    tariffId: text,
    version: int,
    effectiveFrom: text,
    note,
    rateTable: anything,
    replay: v.optional(replay),
  }),
  subscription_create: v.strictObject(terms),
  subscription_update: v.strictObject({
    change: v.picklist(["edited", "extended", "blocked", "unblocked", "cancelled", "reopened"]),
    ...terms,
  }),
  config_change: v.strictObject({ module: text, active: v.boolean() }),
  device_assign: v.strictObject({
    lane: text,
    category: text,
    driver: text,
    config: anything,
    /** The last test of exactly this config, if there was one in the ten minutes before. */
    test: v.optional(v.strictObject({ at: text, ok: v.boolean(), message: text, transcript: v.array(text) })),
  }),
  device_unassign: v.strictObject({ lane: text, category: text, driver: text }),
  setup_complete: v.strictObject({ lanes: v.array(text) }),
  user_change: v.strictObject({
    userId: text,
    change: v.picklist(["created", "updated", "deleted", "password"]),
    before: v.optional(anything),
    after: v.optional(anything),
  }),
  role_change: v.strictObject({
    roleId: text,
    change: v.picklist(["created", "updated", "deleted"]),
    before: v.optional(anything),
    after: v.optional(anything),
  }),
  sign_in: v.strictObject({ userId: text, signInId: text, source: text }),
  sign_in_failed: v.strictObject({ userId: nullable, source: text, count: int }),
  sign_out: v.strictObject({
    userId: text,
    signInId: text,
    cause: v.picklist(["asked", "password", "disabled", "deleted", "ended"]),
  }),
  /** What the operator chose, as it was then, beside what the camera had said; `queued`: whether it goes to be reviewed. */
  wash_order: v.strictObject({
    orderId: text,
    sessionId: text,
    category: v.strictObject({ id: text, name: text, classes: v.array(text) }),
    cameraClass: nullable,
    queued: v.boolean(),
  }),
  occupancy_adjustment: v.strictObject({
    before: int,
    after: int,
    difference: int,
    reason: v.picklist(OCCUPANCY_REASONS),
    note,
  }),
  anti_passback_reset: v.strictObject({ subscriptionId: text, refs: v.array(text), note }),
  ingress_flood: v.strictObject({ count: int, seconds: int }),
  erasure: v.strictObject({
    cause: v.picklist(["retention", "request"]),
    plateRef: nullable,
    before: nullable,
    plates: int,
    pictures: int,
    /** Whose holder, plates and credentials were erased; on request, out of which the plate was. Absent for none. */
    subscriptions: v.optional(int),
    reason: note,
  }),
  site_change: v.strictObject({ before: anything, after: anything }),
  /** A backup that counts: `proof` is whether it could be decrypted and proved, or only be read back. */
  backup_done: v.strictObject({
    name: text,
    bytes: int,
    sha256: text,
    files: int,
    proof: v.picklist(["verified", "written"]),
    checkpoint: CheckpointNote,
  }),
  /** The ledger goes on from a backup. `lost` is what was known of later entries that are not in it. */
  restore_done: v.strictObject({
    name: text,
    madeAt: text,
    version: text,
    checkpoint: CheckpointNote,
    signInsEnded: int,
    lost: v.nullable(v.strictObject({ fromSeq: int, toSeq: int, at: text })),
  }),
  clock_step: v.strictObject({ bySeconds: v.number() }),
  checkpoint: v.strictObject({ checkpoint: CheckpointNote }),
} as const;

export type EventKind = keyof typeof EVENT_PAYLOADS;
export type Payload<K extends EventKind> = v.InferOutput<(typeof EVENT_PAYLOADS)[K]>;
export const EVENT_KINDS = Object.keys(EVENT_PAYLOADS) as EventKind[];

/** Kinds that move or count money, and so carry the running totals. */
export const MONEY_KINDS = ["payment", "void", "cash_movement", "shift_close", "day_close"] as const;

export interface EventActor {
  type: "user" | "device" | "system" | "cli";
  id: string;
}

/** One link of the chain (contract §9); `prev` and `hash` in hex, `sig` in base64url. */
export interface LedgerEvent<K extends EventKind = EventKind> {
  seq: number;
  id: string;
  kind: K;
  at: string;
  actor: EventActor;
  lane: string | null;
  data: Payload<K>;
  prev: string;
  hash: string;
  keyId: string;
  sig: string;
}

/** By how much an event moves the perpetual turnover: payments up, voids of payments down, nothing else. */
export function turnoverOf(kind: string, data: { amount?: unknown; voidedKind?: unknown }): number {
  if (kind === "payment") return Number(data.amount);
  if (kind === "void" && data.voidedKind === "payment") return -Number(data.amount);
  return 0;
}

/** Kinds the cashier's screen follows without `event:read` (contract §8). */
export const CASHIER_KINDS: readonly EventKind[] = [
  "session_open",
  "session_close",
  "session_void",
  "payment",
  "void",
  "receipt_copy",
  "barrier_intent",
  "vehicle_refused",
  "plate_correction",
  "validation",
];
