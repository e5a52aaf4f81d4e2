import type { Page } from "playwright-core";
import { closeBrowser } from "../browser/helpers/page.ts";
import { allSaved, openReview, press, seenItem, sendCrops } from "../browser/helpers/review.ts";
import { startCollector } from "../helpers/collector.ts";
import { openSlowLink } from "../helpers/slow-link.ts";

const CROPS = 50;
const ROUND_TRIP_MS = 300;
/** A brisk reviewer: two crops a second. The figure holds for this pace; who is faster than the answers waits for them. */
const PACE_MS = 500;
const GOAL_MS = 100;

type Figure = { name: string; figure: string; goal?: string };

/** From the press of a key to the frame that draws the next crop, as the page itself sees it. */
const WATCH = `
  globalThis.swaps = [];
  let pressedAt = null;
  addEventListener("keydown", () => { pressedAt = performance.now(); }, true);
  new MutationObserver(([change]) => {
    const item = change.target.getAttribute("data-item");
    if (pressedAt === null || item === null) return;
    const from = pressedAt;
    pressedAt = null;
    requestAnimationFrame(() => swaps.push(performance.now() - from));
  }).observe(document.querySelector(".stage"), { attributeFilter: ["data-item"] });
`;

/** Measures how long a reviewer who labels fifty crops by keyboard waits for the next one, at hand and over a slow link. */
export async function bench(): Promise<Figure[]> {
  try {
    const near = await measure(0);
    const far = await measure(ROUND_TRIP_MS);
    const line = (swaps: readonly number[]) => `p50 ${at(swaps, 0.5)} ms, p95 ${at(swaps, 0.95)} ms`;
    return [
      { name: "review: next crop, collector at hand", figure: line(near) },
      {
        name: `review: next crop, ${ROUND_TRIP_MS} ms round trip`,
        figure: line(far),
        goal: `p95 < ${GOAL_MS} ms`,
      },
    ];
  } finally {
    await closeBrowser();
  }
}

async function measure(roundTripMs: number): Promise<number[]> {
  const collector = await startCollector();
  const link = await openSlowLink(collector.url, roundTripMs);
  try {
    await sendCrops(collector, CROPS + 10);
    const review = await openReview(collector, { url: link.url });
    await seenItem(review.page);
    await review.page.waitForTimeout(2 * PACE_MS);
    const swaps = await labelAll(review.page);
    await review.close();
    return swaps;
  } finally {
    await link.close();
    await collector.close();
  }
}

async function labelAll(page: Page): Promise<number[]> {
  await page.evaluate(WATCH);
  for (let turn = 0; turn < CROPS; turn += 1) {
    const startedAt = performance.now();
    await press(page, String((turn % 9) + 1));
    await page.waitForTimeout(Math.max(0, PACE_MS - (performance.now() - startedAt)));
  }
  await allSaved(page);
  const swaps = await page.evaluate<number[]>("swaps");
  if (swaps.length !== CROPS) throw new Error(`${swaps.length} of ${CROPS} crops were timed`);
  return swaps.toSorted((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}
