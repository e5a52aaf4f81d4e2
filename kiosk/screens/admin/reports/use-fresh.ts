import { useEffect, useRef } from "preact/hooks";
import { onEvent } from "../../../feed.ts";

const GATHER_MS = 2000;

/** Reads again some moments after something was added to the ledger; a busy minute is read a few times, not for each car. */
export function useFresh(reload: () => void, live: boolean): void {
  const latest = useRef(reload);
  latest.current = reload;
  useEffect(() => {
    if (!live) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unfollow = onEvent(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, GATHER_MS);
    });
    return () => {
      unfollow();
      clearTimeout(timer);
    };
  }, [live]);
}
