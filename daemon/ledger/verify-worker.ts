import { parentPort, workerData } from "node:worker_threads";
import { openDb } from "../../common/node/db.ts";
import { auditorOf, checkRange, type Depth } from "./verify-range.ts";

/** What a worker is started with. */
export interface WorkerTask {
  path: string;
  publicKeyText: string | null;
  depth: Depth;
}

/** Checks the ranges it is sent, one at a time, over a connection of its own, and sends back what it found. */
if (parentPort) {
  const port = parentPort;
  const { path, publicKeyText, depth } = workerData as WorkerTask;
  const db = openDb(path, { readonly: true });
  const auditor = publicKeyText === null ? null : auditorOf(publicKeyText);
  port.on("message", ({ from, to }: { from: number; to: number }) =>
    port.postMessage(checkRange(db, auditor, from, to, depth)),
  );
}
