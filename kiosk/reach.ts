import { signal } from "@preact/signals";
import { now } from "./clock.ts";

const PROBE_TIMEOUT_MS = 3000;
const RETRY_MS = 3000;

/** Whether the booth service answers at all, and since when that is so. */
export const reach = signal({ up: true, sinceMs: now() });

let probing: Promise<boolean> | null = null;
let retry: ReturnType<typeof setTimeout> | undefined;

/** Asks the service for a sign of life, and goes on asking until there is one. Never throws. */
export function probe(): Promise<boolean> {
  probing ??= ask().finally(() => {
    probing = null;
  });
  return probing;
}

async function ask(): Promise<boolean> {
  clearTimeout(retry);
  const up = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    (response) => response.ok,
    () => false,
  );
  if (up !== reach.value.up) reach.value = { up, sinceMs: now() };
  if (!up) retry = setTimeout(probe, RETRY_MS);
  return up;
}
