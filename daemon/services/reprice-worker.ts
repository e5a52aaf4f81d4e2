import { parentPort, workerData } from "node:worker_threads";
import { openDb } from "../../common/node/db.ts";
import { findMispriced, type Mispriced } from "./reprice.ts";

/** What the worker is started with. */
export interface RepriceTask {
  path: string;
  from: number | undefined;
}

/** What it sends: how far it is, and at its end what it found. */
export type RepriceMessage = { seq: number } | { found: Mispriced | null };

/** Computes fees again over a connection of its own, and ends. */
if (parentPort) {
  const port = parentPort;
  const tell = (message: RepriceMessage) => port.postMessage(message);
  const { path, from } = workerData as RepriceTask;
  const db = openDb(path, { readonly: true });
  tell({ found: findMispriced(db, { from, onProgress: (seq) => tell({ seq }) }) });
  db.close();
}
