import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { closeBrowser } from "../browser/helpers/page.ts";
import { allSaved, openReview, seenItem, sendCrops } from "../browser/helpers/review.ts";
import { startCollector } from "../helpers/collector.ts";
import { openSlowLink } from "../helpers/slow-link.ts";

const CROPS = 50;
const ROUND_TRIP_MS = 300;
/** Keys a second: brisk, fast, and faster than anybody looks. */
const PACES = [3, 5, 8];
const GOAL_MS = 100;
/** For the first crops to be loaded, as long as it takes to look at one. */
const FIRST_LOOK_MS = 1500;

/** How long each took, shortest first, and the pace that came of it. */
interface Swaps {
  ms: number[];
  perSecond: number;
}

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
    const line = ({ ms, perSecond }: Swaps) =>
      `p50 ${at(ms, 0.5)} ms, p95 ${at(ms, 0.95)} ms, ${perSecond.toFixed(1)} labels /s`;
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

async function measure(roundTripMs: number, pace: number): Promise<Swaps> {
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

/** Presses keys at a pace, within the page: what steers a browser from outside takes longer than a fast reviewer. */
const labelling = (everyMs: number) => `(async () => {
  const stage = document.querySelector(".stage");
  const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const startedAt = performance.now();
  for (let turn = 0, due = startedAt, last = null; turn < ${CROPS}; turn += 1) {
    await rest(due - performance.now());
    while (stage.dataset.item === undefined || stage.dataset.item === last) await rest(5);
    last = stage.dataset.item;
    due = performance.now() + ${everyMs};
    const key = String((turn % 9) + 1);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, code: "Digit" + key, bubbles: true }));
  }
  return performance.now() - startedAt;
})()`;

async function labelAll(page: Page, everyMs: number): Promise<Swaps> {
  await page.evaluate(WATCH);
  const tookMs = await page.evaluate<number>(labelling(everyMs));
  await allSaved(page);
  const swaps = await page.evaluate<number[]>("swaps");
  if (swaps.length !== CROPS) throw new Error(`${swaps.length} of ${CROPS} crops were timed`);
  return { ms: swaps.toSorted((a, b) => a - b), perSecond: (CROPS - 1) / (tookMs / 1000) };
}

function at(sorted: readonly number[], share: number): number {
  return Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.table(await bench());
