import { useEffect } from "preact/hooks";
import type { EventContext, EventPage } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { get } from "../../../api.ts";
import { onEvent } from "../../../feed.ts";
import { type Loaded, useLoad } from "../../../parts/use-load.ts";
import { voidedSeqOf } from "./values.ts";

/** An entry between its neighbours. */
export interface Entry {
  event: LedgerEvent | null;
  before: LedgerEvent | null;
  after: LedgerEvent | null;
  context: EventContext;
}

/** Reads an entry with those before and after it, and again when somebody voids it. */
export function useEntry(seq: number): Loaded<Entry> {
  const loaded = useLoad(async (): Promise<Entry> => {
    const { items, context } = await get<EventPage>(`/api/events?after=${Math.max(0, seq - 2)}&before=${seq + 2}`);
    const at = (wanted: number) => items.find((event) => event.seq === wanted) ?? null;
    return { event: at(seq), before: at(seq - 1), after: at(seq + 1), context };
  }, String(seq));
  const { reload } = loaded;
  useEffect(() => onEvent((event) => voidedSeqOf(event) === seq && reload()), [seq, reload]);
  return loaded;
}

/** The number of the entry that voided an entry, if one did. */
export function voidedByOf(entry: Entry | undefined): number | undefined {
  return entry?.event == null ? undefined : entry.context.voidedBy[entry.event.seq];
}
