import { useEffect, useState } from "preact/hooks";
import type { LedgerEvent } from "../../../../common/events.ts";
import { onEvent } from "../../../feed.ts";
import { zone } from "../../../session.ts";
import { type Filter, fits } from "./filter.ts";
import { voidedSeqOf } from "./values.ts";

interface News {
  of: Filter;
  /** Entries that fit and are not in the list yet. */
  fresh: number;
  /** The entry that voided an entry of the list, since it was read. */
  voidedBy: Readonly<Record<number, number>>;
}

/** What happens while one reads: counted, and shown only when it is asked for, so that nothing moves under the finger. */
export function useFresh(filter: Filter): News & { seen(): void } {
  const none: News = { of: filter, fresh: 0, voidedBy: {} };
  const [news, setNews] = useState(none);
  useEffect(() => {
    setNews(none);
    return onEvent((event) => setNews((before) => withEvent(before, event, filter)));
  }, [filter]);
  return { ...(news.of === filter ? news : none), seen: () => setNews(none) };
}

function withEvent({ fresh, voidedBy }: News, event: LedgerEvent, of: Filter): News {
  const voided = voidedSeqOf(event);
  return {
    of,
    fresh: fresh + (fits(event, of, zone.value) ? 1 : 0),
    voidedBy: voided === null ? voidedBy : { ...voidedBy, [voided]: event.seq },
  };
}
