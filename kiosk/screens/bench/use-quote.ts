import { useEffect, useRef, useState } from "preact/hooks";
import type { Quote } from "../../../common/api/sessions.ts";
import { get } from "../../api.ts";
import { now } from "../../clock.ts";
import { onEvent } from "../../feed.ts";
import { quotePath } from "./desk.ts";
import type { Due } from "./subject.ts";

/** A quote is read again this long before it ends, and never more often than that. */
const AHEAD_MS = 20_000;
const LEAST_PAUSE_MS = 5000;

interface Quoted {
  quote: Quote | null;
  /** What it was before it moved under the cashier's hands; null while it has not. */
  before: number | null;
  error: unknown;
}

export interface FreshQuote extends Quoted {
  /** Takes over the quote that the booth gave in place of one that no longer holds. */
  replace: (quote: Quote) => void;
  reload: () => void;
}

/** The quote of who owes money, always one that holds: read again before it ends and when anything changes it. */
export function useQuote(due: Due): FreshQuote {
  const [state, setState] = useState<Quoted>({ quote: due.quote, before: null, error: null });
  const replace = (quote: Quote) => setState((was) => ({ quote, before: movedFrom(was, quote), error: null }));
  const latest = useRef(replace);
  latest.current = replace;
  const reload = () => {
    get<Quote>(quotePath(due.sessionId, due.lost)).then(
      (quote) => latest.current(quote),
      (error: unknown) => setState((was) => ({ ...was, error: was.quote === null ? error : null })),
    );
  };
  const { quote } = state;
  useEffect(() => {
    // After a lock or a sheet of long standing, what is at hand may have ended.
    if (quote !== null && Date.parse(quote.validUntil) - now() < AHEAD_MS) reload();
  }, []);
  useEffect(() => {
    const leftMs = quote === null ? 0 : Date.parse(quote.validUntil) - now() - AHEAD_MS;
    if (quote === null && state.error === null) reload();
    const timer = setTimeout(reload, Math.max(LEAST_PAUSE_MS, leftMs));
    return () => clearTimeout(timer);
  }, [quote, due.sessionId]);
  useEffect(() => {
    if (due.quote !== null && (quote === null || due.quote.quotedAt > quote.quotedAt)) replace(due.quote);
  }, [due.quote]);
  useEffect(
    () =>
      onEvent(({ data }) => {
        if ("sessionId" in data && data.sessionId === due.sessionId) reload();
      }),
    [due.sessionId],
  );
  return { ...state, replace, reload };
}

function movedFrom({ quote, before }: Quoted, next: Quote): number | null {
  return quote !== null && quote.amount !== next.amount ? quote.amount : before;
}
