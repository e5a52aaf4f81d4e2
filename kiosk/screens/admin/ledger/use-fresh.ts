import { useEffect, useState } from "preact/hooks";
import type { LedgerEvent } from "../../../../common/events.ts";
import { onEvent } from "../../../feed.ts";
import { zone } from "../../../session.ts";
import { type Filter, fits } from "./filter.ts";
import { voidedSeqOf } from "./values.ts";

interface News {
  of: Filter;
  /** Numbers of entries that came since and fit. */
  fresh: readonly number[];
  /** The entry that voided an entry of the list, since it was read. */
  voidedBy: Readonly<Record<number, number>>;
}

/** What happens while one reads: counted, and shown only when it is asked for, so that nothing moves under the finger. */
export function useFresh(filter: Filter): News {
  const none: News = { of: filter, fresh: [], voidedBy: {} };
  const [news, setNews] = useState(none);
  useEffect(() => {
    setNews(none);
    return onEvent((event) => setNews((before) => withEvent(before, event, filter)));
  }, [filter]);
  return news.of === filter ? news : none;
}

function withEvent({ fresh, voidedBy }: News, event: LedgerEvent, of: Filter): News {
  const voided = voidedSeqOf(event);
  return {
    of,
    fresh: fits(event, of, zone.value) ? [...fresh, event.seq] : fresh,
    voidedBy: voided === null ? voidedBy : { ...voidedBy, [voided]: event.seq },
  };
}
