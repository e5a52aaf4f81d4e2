import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../common/node/clock.ts";
import { lookAtDaemon } from "../cli/daemon-look.ts";
import { fetchText } from "../cli/fetch-text.ts";

/** A release has this long from its start until it must answer. */
export const HEALTHY_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 250;

/** Whether a sign-in page comes. */
export async function hasPage(url: string): Promise<boolean> {
  return (await fetchText(url))?.includes("<html") ?? false;
}

/**
 * Waits until a version answers and, where it must, can take money; `asked` ends the waiting. Answers the milliseconds
 * that took, or in a sentence what was wrong to the end.
 */
export async function untilHealthy(
  address: () => Promise<string>,
  version: string,
  mustBeReady: boolean,
  withinMs: number,
  asked?: AbortSignal,
): Promise<number | string> {
  const started = systemClock.monotonic();
  let url: string;
  let found: Awaited<ReturnType<typeof lookAtDaemon>>;
  do {
    url = await address();
    found = await lookAtDaemon(url);
    const took = systemClock.monotonic() - started;
    if (found?.version === version && (found.readiness?.ready || !mustBeReady)) return took;
    await pause(ASK_EVERY_MS);
  } while (systemClock.monotonic() - started < withinMs && !asked?.aborted);
  if (found === null) return `nothing answers at ${url}`;
  if (found.version !== version) return `version ${found.version} answers instead`;
  return `it is not ready: ${found.hindrances.join(", ")}`;
}
