import { useEffect, useState } from "preact/hooks";
import { now } from "../clock.ts";
import { duration } from "../text/format.ts";
import { t } from "../text/index.ts";

const SKELETON_MS = 100;
const WORD_MS = 1000;
const STILL_MS = 5000;

/** Stands where an answer will be: nothing for 100 ms, then its shape, after 1 s a word, after 5 s how long it takes. */
export function Working({ lines = 3 }: { lines?: number }) {
  const elapsedMs = useElapsed();
  if (elapsedMs < SKELETON_MS) return <div class="working" aria-busy="true" />;
  return (
    <div class="working" aria-busy="true">
      {Array.from({ length: lines }, (_, at) => (
        <span class="skeleton" key={at} />
      ))}
      <p role="status">{wordFor(elapsedMs)}</p>
    </div>
  );
}

function wordFor(elapsedMs: number): string {
  if (elapsedMs < WORD_MS) return "";
  return elapsedMs < STILL_MS ? t("working") : t("working.still", { time: duration(elapsedMs) });
}

function useElapsed(): number {
  const [since] = useState(now);
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    const pauseMs = elapsedMs < SKELETON_MS ? SKELETON_MS : WORD_MS - (elapsedMs % WORD_MS);
    const timer = setTimeout(() => setElapsed(now() - since), pauseMs);
    return () => clearTimeout(timer);
  }, [elapsedMs, since]);
  return elapsedMs;
}
