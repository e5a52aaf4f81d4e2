import type { Needs } from "../../context.ts";
import { openBackoff } from "../../devices/backoff.ts";
import { BOOTH_ACTOR } from "../actors.ts";
import { isToRetry, noteNextTry, PACE_MS, sendNext } from "./send.ts";
import { openUpload, type Send } from "./upload.ts";

/** Pauses between attempts that failed: about a second at first, a quarter of an hour at most. */
const FIRST_MS = 2000;
const MOST_MS = 15 * 60_000;

/** Sends what waits, one package at a time, for as long as the booth runs. */
export interface ReviewSender {
  /** Something was queued. A pause after a failure goes on all the same. */
  wake(): void;
  /** Stops; what is under way is broken off and sent again the next time. */
  close(): Promise<void>;
}

export interface SenderOptions {
  token: string | null;
  firstMs?: number;
  random?: () => number;
  /** Told of each pause after a failure, in ms. */
  onPause?: (ms: number) => void;
}

type SenderBooth = Needs<"db" | "ledger" | "config" | "clock" | "log" | "bus">;

/** Opens the sender. Without a collector it does nothing. It begins at once with what is left from before. */
export function openReviewSender(booth: SenderBooth, options: SenderOptions): ReviewSender {
  const { collectorUrl, boothId } = booth.config;
  if (collectorUrl === null) return { wake() {}, close: async () => {} };
  const upload = openUpload({ url: collectorUrl, token: options.token, boothId }, booth.clock);
  const { firstMs = FIRST_MS, random = Math.random } = options;
  const backoff = openBackoff({ firstMs, mostMs: MOST_MS, random });
  let closed = false;

  const send: Send = async (meta, jpeg) => {
    const came = await upload.send(meta, jpeg);
    // Broken off by us: that is no failure of the collector's.
    if (closed && came.outcome !== "sent") throw new Error("the booth is closing");
    return came;
  };
  const step = async (): Promise<Next> => {
    const came = await sendNext(booth, BOOTH_ACTOR, send);
    if (came === null) return { waitMs: null, failed: false };
    if (came.outcome !== "sent") booth.bus.announce("uploadFailed", { reason: came.outcome });
    if (isToRetry(came)) {
      const waitMs = Math.max(backoff.next(), came.retryAfterMs ?? 0);
      booth.log.warn({ reason: came.reason, waitMs }, "a review package could not be sent");
      options.onPause?.(waitMs);
      await noteNextTry(booth, BOOTH_ACTOR, waitMs);
      return { waitMs, failed: true };
    }
    if (came.outcome === "refused") booth.log.warn({ reason: came.reason }, "a review package was set aside");
    backoff.reset();
    return { waitMs: PACE_MS, failed: false };
  };
  const stepOrWait = () =>
    step().catch((error: unknown): Next => {
      if (!closed) booth.log.error({ err: error }, "the review queue could not be worked on");
      return { waitMs: backoff.next(), failed: true };
    });
  const turns = openTurns(stepOrWait);
  const leave = booth.bus.on("reviewQueued", turns.wake);
  turns.wake();
  return {
    wake: turns.wake,
    async close() {
      closed = true;
      leave();
      const ended = turns.close();
      await upload.close();
      await ended;
    },
  };
}

/** What follows a step: the next after so long, or when somebody wakes; after a failure nobody can. */
interface Next {
  waitMs: number | null;
  failed: boolean;
}

/** Takes steps one after the other, each after the pause that the one before asked for. */
function openTurns(step: () => Promise<Next>): { wake(): void; close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wokenMeanwhile = false;
  let pausing = false;
  let closed = false;

  const run = async () => {
    const { waitMs, failed } = await step();
    running = undefined;
    if (closed) return;
    pausing = failed;
    if (waitMs !== null) timer = setTimeout(resume, waitMs).unref();
    else if (wokenMeanwhile) wake();
  };
  const resume = () => {
    pausing = false;
    wake();
  };
  const wake = () => {
    wokenMeanwhile = running !== undefined;
    if (closed || running || pausing) return;
    clearTimeout(timer);
    running = run();
  };
  return {
    wake,
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
