import { useEffect, useRef, useState } from "preact/hooks";
import { get } from "../../../api.ts";

interface Page<T> {
  items: T[];
  next: string | null;
}

export interface Pages<T> {
  /** What was read so far; undefined before the first page. */
  items: readonly T[] | undefined;
  error: unknown;
  /** Whether there are more. */
  more: boolean;
  readMore(): Promise<void>;
  /** Begins anew; what is shown stays until the answer is there. */
  reload(): void;
}

/** A list that the booth gives out page by page; `path` has its filters, without a cursor. */
export function usePages<T>(path: string): Pages<T> {
  const [state, setState] = useState<{ path: string; items: T[]; next: string | null } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const wanted = useRef(path);
  wanted.current = path;
  const read = async (cursor: string | null, before: T[]) => {
    const page = await get<Page<T>>(cursor === null ? path : withCursor(path, cursor));
    if (wanted.current === path) setState({ path, items: [...before, ...page.items], next: page.next });
  };
  useEffect(() => {
    setError(null);
    read(null, []).catch(setError);
  }, [path, turn]);
  const current = state?.path === path ? state : null;
  return {
    items: current?.items,
    error,
    more: current?.next != null,
    readMore: () => (current?.next == null ? Promise.resolve() : read(current.next, current.items)),
    reload: () => setTurn((before) => before + 1),
  };
}

function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}
