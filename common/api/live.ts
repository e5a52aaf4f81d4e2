import type { LedgerEvent } from "../events.ts";
import type { Lane } from "./lanes.ts";

/** Why nothing can be recorded; on the `reserve` of a full disk, only what cannot wait. */
export type OffReason = "disk_full" | "reserve" | "read_only" | "locked" | "damaged" | "unknown_outcome" | "broken";

/** Why payments are off, or that they are on. */
export interface LedgerState {
  ok: boolean;
  reason: OffReason | null;
  /** One sentence for the people at the booth. */
  message: string | null;
  firstBad: { seq: number; class: string; message: string } | null;
}

/** What the booth sends on `/api/live`. */
export type LiveMessage =
  | { type: "hello"; head: number; serverTime: string; ledger: LedgerState; lanes: Lane[]; printsWaiting: number }
  | { type: "event"; event: LedgerEvent }
  | { type: "lane"; lane: Lane }
  | { type: "ledger"; ledger: LedgerState }
  | { type: "prints"; waiting: number }
  | { type: "progress"; task: string; done: number; total: number; result?: unknown }
  | { type: "me_changed" };
