import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Loaded<T> {
  value: T | undefined;
  error: unknown;
  /** Reads again; what is shown stays until the new answer is there. */
  reload: () => void;
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
  useEffect(() => {
    let dropped = false;
    latest.current().then(
      (value) => !dropped && setState({ key, value, error: null }),
      (error: unknown) =>
        !dropped && setState((before) => ({ key, value: before.key === key ? before.value : undefined, error })),
    );
    return () => {
      dropped = true;
    };
  }, [key, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const current = state.key === key;
  return { value: current ? state.value : undefined, error: current ? state.error : null, reload };
}
