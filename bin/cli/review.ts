import type { Environment } from "../../common/node/settings.ts";

/** What decides whether anything is queued for review, for who holds no key. */
export function reviewConfigOf(env: Environment): { collectorUrl: string | null; carwashReviewEntrySample: number } {
  return {
    collectorUrl: env.COLLECTOR_URL || null,
    carwashReviewEntrySample: Number(env.CARWASH_REVIEW_ENTRY_SAMPLE) || 0,
  };
}
