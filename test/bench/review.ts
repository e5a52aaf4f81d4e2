import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { closeBrowser } from "../browser/helpers/page.ts";
import { allSaved, openReview, press, seenItem, sendCrops } from "../browser/helpers/review.ts";
import { startCollector } from "../helpers/collector.ts";
import { openSlowLink } from "../helpers/slow-link.ts";

const CROPS = 50;
const ROUND_TRIP_MS = 300;
/** Keys a second: brisk, fast, and faster than anybody looks. */
const PACES = [3, 5, 8];
const GOAL_MS = 100;
/** For the first crops to be loaded, as long as it takes to look at one. */
const FIRST_LOOK_MS = 1500;

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
    const line = (swaps: readonly number[]) => `p50 ${at(swaps, 0.5)} ms, p95 ${at(swaps, 0.95)} ms`;
    const figures: Figure[] = [{ name: "review: next crop, collector at hand", figure: line(await measure(0, 2)) }];
    for (const pace of PACES)
      figures.push({
        name: `review: next crop, ${ROUND_TRIP_MS} ms round trip, ${pace} keys a second`,
        figure: line(await measure(ROUND_TRIP_MS, pace)),
        goal: `p95 < ${GOAL_MS} ms`,
      });
    return figures;
  } finally {
    await closeBrowser();
  }
}

async function measure(roundTripMs: number, pace: number): Promise<number[]> {
  const collector = await startCollector();
  const link = await openSlowLink(collector.url, roundTripMs);
  try {
    await sendCrops(collector, CROPS + 10);
    const review = await openReview(collector, { url: link.url });
    await seenItem(review.page);
    await review.page.waitForTimeout(FIRST_LOOK_MS);
    const swaps = await labelAll(review.page, 1000 / pace);
    await review.close();
    return swaps;
  } finally {
    await link.close();
    await collector.close();
  }
}

async function labelAll(page: Page, everyMs: number): Promise<number[]> {
  await page.evaluate(WATCH);
  for (let turn = 0; turn < CROPS; turn += 1) {
    const startedAt = performance.now();
    await press(page, String((turn % 9) + 1));
    await page.waitForTimeout(Math.max(0, everyMs - (performance.now() - startedAt)));
  }
  await allSaved(page);
  const swaps = await page.evaluate<number[]>("swaps");
  if (swaps.length !== CROPS) throw new Error(`${swaps.length} of ${CROPS} crops were timed`);
  return swaps.toSorted((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await bench());
