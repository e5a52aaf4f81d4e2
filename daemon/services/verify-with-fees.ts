import { Worker } from "node:worker_threads";
import { assetPath } from "../../common/node/assets.ts";
import type { Verification } from "../../common/verification.ts";
import { type VerifyOptions, verifyLedger } from "../ledger/verify.ts";
import type { Mispriced, RepriceOptions } from "./reprice.ts";
import type { RepriceMessage, RepriceTask } from "./reprice-worker.ts";

/** What the worker's heap may hold: it streams, and needs little. */
const WORKER_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 };

/**
 * Verifies the chain of a database, and where it is whole, also that every fee comes out as it was charged; neither in
 * this thread. The progress begins anew for the fees. Throws CheckpointError for a checkpoint of somebody else's.
 */
export async function verifyWithFees(path: string, options: VerifyOptions = {}): Promise<Verification> {
  const verdict = await verifyLedger(path, options);
  if (!verdict.ok) return verdict;
  const total = verdict.head?.seq ?? 0;
  const onProgress = (seq: number) => options.onProgress?.(seq, Math.max(seq, total));
  const firstBad = await findMispricedAside(path, { from: options.from, onProgress });
  // What comes after the last payment has no fee.
  onProgress(total);
  return firstBad ? { ...verdict, ok: false, firstBad } : verdict;
}

/** As `findMispriced`, in a thread of its own. */
function findMispricedAside(path: string, { from, onProgress }: RepriceOptions): Promise<Mispriced | null> {
  const task: RepriceTask = { path, from };
  return new Promise((resolve, reject) => {
    const worker = new Worker(assetPath("reprice-worker.js"), { workerData: task, resourceLimits: WORKER_LIMITS });
    worker.on("message", (message: RepriceMessage) => {
      if ("seq" in message) onProgress?.(message.seq);
      else resolve(message.found);
    });
    worker.on("error", reject);
    worker.on("exit", () => reject(new Error("the fees were not computed to their end")));
  });
}
