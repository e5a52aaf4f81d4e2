import type { Middleware } from "koa";
import { Registry } from "prom-client";
import type { Booth } from "../../context.ts";
import type { Backups } from "../../services/backups.ts";
import type { Feed } from "../feed.ts";
import { meterBackups } from "./backup-meter.ts";
import { meterBooth } from "./booth-meter.ts";
import { meterEvents } from "./event-meter.ts";
import { meterLanes } from "./lane-meter.ts";
import { meterLedger } from "./ledger-meter.ts";
import type { Meter } from "./meter.ts";
import { meterRequests } from "./request-meter.ts";
import { meterReviews } from "./review-meter.ts";

/** Every part of the booth that is measured. */
const METERS: readonly Meter[] = [meterBooth, meterEvents, meterLedger, meterLanes, meterBackups, meterReviews];

/** What the booth counts and measures of itself: no plates, no names. */
export interface Metrics {
  /** Measures requests; stands before everything else. */
  middleware: Middleware;
  /** All of it as Prometheus reads it (text exposition format 0.0.4), and that format's content type. */
  read(): Promise<{ text: string; contentType: string }>;
}

/** Begins to count. */
export function openMetrics(
  booth: Booth,
  feed: Pick<Feed, "clients">,
  backups: Pick<Backups, "look" | "status">,
): Metrics {
  const registry = new Registry();
  for (const meter of METERS) meter({ booth, feed, backups, registry });
  return {
    middleware: meterRequests(registry, booth.clock),
    read: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}
