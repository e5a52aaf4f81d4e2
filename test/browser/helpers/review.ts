import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { VEHICLE_CLASSES, type VehicleClass } from "../../../common/review.ts";
import { entryMeta, REVIEWER, type TestCollector, washMeta } from "../../helpers/collector.ts";
import { openBrowser, SIZES, type Size, watch } from "./page.ts";

export interface Review {
  page: Page;
  context: BrowserContext;
  /** Everything that the page should not say or do: errors, refused content, requests to elsewhere. */
  complaints: string[];
  close(): Promise<void>;
}

/** Works on a page and closes it; what it complained of fails the test. */
export async function withReview(review: Review, work: (review: Review) => Promise<void>): Promise<void> {
  try {
    await work(review);
    assert.deepEqual(review.complaints, []);
  } finally {
    await review.close();
  }
}

export interface ReviewOptions {
  size?: Size;
  theme?: "light" | "dark";
  /** Where the collector is reached, if there is something in between. */
  url?: string;
  hash?: string;
}

/** Opens the review page of a collector, signed in, in a browser profile of its own. */
export async function openReview(collector: TestCollector, options: ReviewOptions = {}): Promise<Review> {
  const { size = SIZES[1], theme = "light", url = collector.url, hash = "" } = options;
  const context = await (await openBrowser()).newContext({
    viewport: size,
    locale: "en",
    colorScheme: theme,
    reducedMotion: "reduce",
    httpCredentials: { username: REVIEWER.name, password: REVIEWER.password },
  });
  context.setDefaultTimeout(8000);
  await context.addInitScript("globalThis.__name = (named) => named");
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective))",
  );
  const page = await context.newPage();
  const complaints: string[] = [];
  watch(page, url, complaints);
  await page.goto(`${url}/review${hash}`);
  return { page, context, complaints, close: () => context.close() };
}

const PICTURES = join(import.meta.dirname, "..", "..", "..", "daemon", "devices", "drivers", "pictures");

interface Picture {
  bytes: Uint8Array;
  cameraClass: VehicleClass;
}

/** The pictures of vehicles there are, each with its class. */
function pictures(): Picture[] {
  return readdirSync(PICTURES)
    .filter((name) => name.endsWith(".jpg"))
    .sort()
    .map((name) => ({
      bytes: readFileSync(join(PICTURES, name)),
      cameraClass: VEHICLE_CLASSES.find((known) => name.startsWith(known)) ?? "other",
    }));
}

const CATEGORIES: readonly { id: string; name: string; classes: VehicleClass[] }[] = [
  { id: "large", name: "Large", classes: ["suv", "van"] },
  { id: "small", name: "Small", classes: ["sedan", "hatchback"] },
  { id: "two-wheels", name: "Two wheels", classes: ["motorcycle"] },
];

const HOUR_MS = 3_600_000;
const FIRST = Date.parse("2026-11-18T07:12:00.000Z");

/** Sends so many crops of two booths, every third an entry; ids are the same on each run. */
export async function sendCrops(collector: TestCollector, count: number): Promise<void> {
  const all = pictures();
  for (let seed = 0; seed < count; seed += 1) {
    const { bytes, cameraClass } = all[seed % all.length] as Picture;
    const common = {
      boothId: seed % 4 === 3 ? "booth-2" : "booth-1",
      takenAt: new Date(FIRST + seed * HOUR_MS).toISOString(),
      cameraClass: seed % 7 === 6 ? null : cameraClass,
    };
    const operatorCategory = CATEGORIES[seed % CATEGORIES.length] as (typeof CATEGORIES)[number];
    const operator = { hash: `Jq${seed % 2}x7LkP0vT${common.boothId}` };
    const meta = seed % 3 === 2 ? entryMeta(common, seed) : washMeta({ ...common, operator, operatorCategory }, seed);
    const { status, text } = await collector.send(meta, bytes);
    if (status !== 201) throw new Error(`crop ${seed} was not taken: ${status} ${text}`);
  }
}

/** Waits until a crop is seen that is another than the one named; answers its key. */
export async function seenItem(page: Page, not: string | null = null): Promise<string> {
  const other = not === null ? "" : `:not([data-item=${JSON.stringify(not)}])`;
  const stage = page.locator(`.stage[data-item]${other}`);
  await stage.waitFor();
  return (await stage.getAttribute("data-item")) ?? "";
}

/** Labels the crop on the screen by a key and waits for the next one; answers the key of the one labelled. */
export async function press(page: Page, key: string): Promise<string> {
  const before = await seenItem(page);
  await page.keyboard.press(key);
  await page.locator(`.stage:not([data-item=${JSON.stringify(before)}])`).waitFor({ state: "attached" });
  return before;
}

/** Waits until everything said here is on the collector. */
export async function allSaved(page: Page): Promise<void> {
  await page.getByText("All saved").waitFor();
}
