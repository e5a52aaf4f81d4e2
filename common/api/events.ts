import * as v from "valibot";
import { EVENT_KINDS, type EventActor, type LedgerEvent } from "../events.ts";
import { Instant, numberedPageQuery, type Page, Slug } from "./parts.ts";

const Seq = v.pipe(v.string(), v.regex(/^\d{1,15}$/, "expected a whole number"), v.transform(Number));

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
export interface EventContext {
  /** Names of people by their ids. */
  people: Record<string, string>;
  /** Plates by the keyed reference and by the stay; only for who may look up stays. */
  plates: Record<string, string>;
  /** The entry that voided an entry. */
  voidedBy: Record<number, number>;
}

/** An entry as somebody may see it: `partial` where members of its data are left out, which its hash covers. */
export type SeenEvent = LedgerEvent & { partial?: true };

export interface EventPage extends Page<SeenEvent> {
  context: EventContext;
}

/** Somebody or something that the ledger names; `name` where it is a person who is still known. */
export interface NamedActor extends EventActor {
  name: string | null;
}
