import { setTimeout as pause } from "node:timers/promises";
import { systemClock } from "../../common/node/clock.ts";

/** A release has this long from its start until it must answer. */
export const HEALTHY_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 250;
const ANSWER_MS = 2000;

/** How a daemon stands: which version answers, and whether it can take money. */
export interface Health {
  version: string | null;
  ready: boolean;
  /** What `/readyz` finds wrong. */
  message: string;
}

/** Asks a daemon once; one that does not answer has no version. */
export async function lookAt(url: string): Promise<Health> {
  const health = (await answerOf(`${url}/healthz`)) as { version?: string } | null;
  if (!health) return { version: null, ready: false, message: `nothing answers at ${url}` };
  const report = (await answerOf(`${url}/readyz`)) as Readiness | null;
  const wrong = Object.values(report?.checks ?? {}).filter(({ ok }) => !ok);
  return {
    version: health.version ?? "",
    ready: report?.ready ?? false,
    message: wrong.map(({ message }) => message).join(", "),
  };
}

interface Readiness {
  ready: boolean;
  checks: Record<string, { ok: boolean; message: string }>;
}

async function answerOf(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "error" });
    return await answer.json();
  } catch {
    return null;
  }
}

/** Whether a sign-in page comes. */
export async function hasPage(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "error" });
    return answer.ok && (await answer.text()).includes("<html");
  } catch {
    return false;
  }
}

/**
 * Waits until a version answers and, where it must, can take money. Answers the milliseconds that took, or in a
 * sentence what was wrong to the end.
 */
export async function untilHealthy(
  address: () => Promise<string>,
  version: string,
  mustBeReady: boolean,
  withinMs: number,
): Promise<number | string> {
  const started = systemClock.monotonic();
  let found: Health;
  do {
    found = await lookAt(await address());
    const took = systemClock.monotonic() - started;
    if (found.version === version && (found.ready || !mustBeReady)) return took;
    await pause(ASK_EVERY_MS);
  } while (systemClock.monotonic() - started < withinMs);
  if (found.version === null) return found.message;
  if (found.version !== version) return `version ${found.version} answers instead`;
  return `it is not ready: ${found.message}`;
}
