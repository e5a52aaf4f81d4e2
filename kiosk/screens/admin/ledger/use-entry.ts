import type { EventContext, EventPage } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { get } from "../../../api.ts";
import { useLoad } from "../../../parts/use-load.ts";

/** An entry between its neighbours. */
export interface Entry {
  event: LedgerEvent | null;
  before: LedgerEvent | null;
  after: LedgerEvent | null;
  context: EventContext;
}

/** Reads an entry with those before and after it. */
export function useEntry(seq: number) {
  return useLoad(async (): Promise<Entry> => {
    const { items, context } = await get<EventPage>(`/api/events?after=${Math.max(0, seq - 2)}&before=${seq + 2}`);
    const at = (wanted: number) => items.find((event) => event.seq === wanted) ?? null;
    return { event: at(seq), before: at(seq - 1), after: at(seq + 1), context };
  }, String(seq));
}
