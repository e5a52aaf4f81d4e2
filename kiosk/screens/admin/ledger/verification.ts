import { signal } from "@preact/signals";
import type { FaultClass, Verification } from "../../../../common/verification.ts";
import { post } from "../../../api.ts";
import { now } from "../../../clock.ts";
import { progress } from "../../../feed.ts";
import { run } from "../../../run.ts";

/** A million entries take some seconds; a slow disk and many years take longer. */
const TIMEOUT_MS = 30 * 60_000;

interface Checked extends Verification {
  /** When it ended, by the booth's clock in ms, and how long it took. */
  atMs: number;
  tookMs: number;
}

/** How the last check of the ledger went. It goes on while one looks at other pages. */
export const verification = signal<Progress>({ state: "none" });

type Progress = { state: "none" } | { state: "running" } | { state: "done"; result: Checked };

export interface Bad {
  seq: number;
  class: FaultClass;
}

/** Checks every entry on the booth; what came of it stays until the next check. */
export async function startVerification(): Promise<void> {
  const before = verification.value;
  const startedMs = now();
  verification.value = { state: "running" };
  progress.value = new Map([...progress.value].filter(([task]) => task !== "verify"));
  const result = await run(() => post<Verification>("/api/events/verify", {}, { timeoutMs: TIMEOUT_MS }));
  const atMs = now();
  verification.value =
    result === undefined ? before : { state: "done", result: { ...result, atMs, tookMs: atMs - startedMs } };
}
