import { useEffect, useRef, useState } from "preact/hooks";
import type { EventContext, EventPage } from "../../../../common/api/events.ts";
import type { LedgerEvent } from "../../../../common/events.ts";
import { get } from "../../../api.ts";

interface Entries extends EventPage {
  path: string;
}

/** The entries that a path gives out, page by page, with what stands beside them. */
export function useEntries(path: string) {
  const [state, setState] = useState<Entries | null>(null);
  const [error, setError] = useState<unknown>(null);
  const wanted = useRef(path);
  wanted.current = path;
  const read = async (before: Entries | null) => {
    const page = await get<EventPage>(before === null ? path : `${path}&cursor=${before.next}`);
    if (wanted.current === path) setState(joined(path, before, page));
  };
  const reload = () => {
    setError(null);
    return read(null).catch(setError);
  };
  useEffect(() => void reload(), [path]);
  const current = state?.path === path ? state : null;
  return {
    value: current ?? undefined,
    error,
    more: current?.next != null,
    readMore: () => (current === null ? Promise.resolve() : read(current)),
    reload,
  };
}

function joined(path: string, before: Entries | null, page: EventPage): Entries {
  const items: LedgerEvent[] = [...(before?.items ?? []), ...page.items];
  const context: EventContext = {
    people: { ...before?.context.people, ...page.context.people },
    plates: { ...before?.context.plates, ...page.context.plates },
    voidedBy: { ...before?.context.voidedBy, ...page.context.voidedBy },
  };
  return { path, items, next: page.next, context };
}
