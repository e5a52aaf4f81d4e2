import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Loaded<T> {
  value: T | undefined;
  error: unknown;
  /** Reads again; what is shown stays until the new answer is there. */
  reload: () => void;
  /** As `reload`, for whoever has to wait until it is there, or could not be had. */
  refresh: () => Promise<void>;
}

/** Reads something for a screen, again whenever `key` changes. A late answer to an old question is dropped. */
export function useLoad<T>(read: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | undefined; error: unknown }>({
    key,
    value: undefined,
    error: null,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    let dropped = false;
    latest
      .current()
      .then(
        (value) => !dropped && setState({ key, value, error: null }),
        (error: unknown) =>
          !dropped && setState((before) => ({ key, value: before.key === key ? before.value : undefined, error })),
      )
      .finally(() => {
        if (!dropped) for (const done of waiting.current.splice(0)) done();
      });
    return () => {
      dropped = true;
    };
  }, [key, turn]);
  const refresh = useCallback(
    () =>
      new Promise<void>((done) => {
        waiting.current.push(done);
        setTurn((before) => before + 1);
      }),
    [],
  );
  const reload = useCallback(() => void refresh(), [refresh]);
  const current = state.key === key;
  return { value: current ? state.value : undefined, error: current ? state.error : null, reload, refresh };
}
