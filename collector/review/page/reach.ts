import { signal } from "@preact/signals";
import { NoAnswer, type SignedOut } from "./api.ts";

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

/** Whether the collector answers this browser, as far as is known. */
export const reach = signal<"up" | "down" | "signed-out">("up");

/** Whether the collector has still to say what there is under the filter. */
export const isOpening = signal(true);

const tasks: (() => void)[] = [];
let pauseMs = FIRST_PAUSE_MS;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Names what is done whenever the collector is tried again. */
export function whenTrying(task: () => void): void {
  tasks.push(task);
}

/** The collector answered. */
export function heard(): void {
  clearTimeout(retry);
  retry = undefined;
  pauseMs = FIRST_PAUSE_MS;
  reach.value = "up";
}

/** It did not: it is tried again, each time later. Without a login only the reviewer can go on. */
export function unheard(error: NoAnswer | SignedOut): void {
  if (!(error instanceof NoAnswer)) {
    reach.value = "signed-out";
    return;
  }
  reach.value = "down";
  if (retry !== undefined) return;
  retry = setTimeout(tryNow, Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000));
  pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
}

export function tryNow(): void {
  clearTimeout(retry);
  retry = undefined;
  for (const task of tasks) task();
}
