import { useEffect, useState } from "preact/hooks";

const QUIET_MS = 200;

/** A value once it has stood for a moment: what takes long to draw is not drawn for every key that is typed. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), QUIET_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
