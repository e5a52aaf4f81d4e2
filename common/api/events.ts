import * as v from "valibot";
import { EVENT_KINDS, type LedgerEvent } from "../events.ts";
import { ActorName, LedgerRecord, recordFields } from "./ledger-record.ts";
import { At, Instant, Int, numberedPageQuery, type Page, pageOf, Slug } from "./parts.ts";

/** A number of an entry, in a query. */
export const Seq = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "expected a whole number"), v.transform(Number));

/** What a list of the ledger may be narrowed to; `to` is not part of it. */
export const EventQuery = v.strictObject({
  ...numberedPageQuery,
  after: v.optional(Seq),
  before: v.optional(Seq),
  kind: v.optional(v.picklist(EVENT_KINDS, "expected a kind of event")),
  lane: v.optional(Slug),
  actor: v.optional(v.pipe(v.string(), v.maxLength(100, "expected at most 100 characters"))),
  from: v.optional(Instant),
  to: v.optional(Instant),
});

/** What the signed entries of a page refer to, as it stands now. It is no part of them and can be erased. */
export const EventContext = v.strictObject({
  /** Names of people by their ids. */
  people: v.record(v.string(), v.string()),
  /** Plates by the keyed reference and by the stay; only for who may look up stays. */
  plates: v.record(v.string(), v.string()),
  /** The entry that voided an entry. */
  voidedBy: v.record(v.string(), Int),
});
export type EventContext = v.InferOutput<typeof EventContext>;

/** An entry as somebody may see it: `partial` where members of its data are left out, which its hash covers. */
export type SeenEvent = LedgerEvent & { partial?: true };

const PartialRecord = v.strictObject({
  ...recordFields,
  kind: v.picklist(["shift_close", "day_close"]),
  data: v.looseObject({}),
  partial: v.literal(true),
});
export const SeenRecord = v.union([LedgerRecord, PartialRecord]);

export interface EventPage extends Page<SeenEvent> {
  context: EventContext;
}
export const EventPage = v.strictObject({ ...pageOf(SeenRecord).entries, context: EventContext });

/** Somebody or something that the ledger names; `name` where it is a person who is still known. */
export const NamedActor = v.strictObject({ ...ActorName.entries, name: v.nullable(v.string()) });
export type NamedActor = v.InferOutput<typeof NamedActor>;

/** The last entry: what stands for the whole ledger up to it. */
export const LedgerHead = v.strictObject({ seq: Int, hash: v.string(), at: At });
