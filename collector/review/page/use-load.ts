import { useEffect, useRef, useState } from "preact/hooks";

interface Loaded<T> {
  value: T | undefined;
  isFailed: boolean;
  /** Reads again; what is shown stays until the new answer is there. */
  reload: () => void;
}

/** Reads something for a screen, again whenever `key` changes. A late answer to an old question is dropped. */
export function useLoad<T>(read: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; value: T | undefined; isFailed: boolean }>({
    key,
    value: undefined,
    isFailed: false,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    let isDropped = false;
    latest.current().then(
      (value) => !isDropped && setState({ key, value, isFailed: false }),
      () =>
        !isDropped &&
        setState((before) => ({ key, value: before.key === key ? before.value : undefined, isFailed: true })),
    );
    return () => {
      isDropped = true;
    };
  }, [key, turn]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    isFailed: isCurrent && state.isFailed,
    reload: () => setTurn((before) => before + 1),
  };
}
