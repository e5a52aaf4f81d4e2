import assert from "node:assert/strict";
import { suite } from "uvu";
import { startCollector } from "../helpers/collector.ts";
import { accessFaults, settled } from "./helpers/audit.ts";
import { closeBrowser, SIZES } from "./helpers/page.ts";
import { allSaved, openReview, press, type Review, seenItem, sendCrops } from "./helpers/review.ts";

const test = suite("review's look");
test.after(closeBrowser);

/** Every screen of the page, in an order in which each leads to the next. */
const SCREENS: Readonly<Record<string, (review: Review) => Promise<unknown>>> = {
  "a crop": async ({ page }) => seenItem(page),
  "after labels": async ({ page }) => {
    for (const key of ["1", "u", "3", "2", "9", "5", "s", "4"]) await press(page, key);
    await allSaved(page);
  },
  "zoomed and hidden": async ({ page }) => {
    await page.keyboard.press("+");
    await page.getByRole("button", { name: "Hide until labelled" }).click();
  },
  keys: async ({ page }) => {
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
  },
  export: async ({ page }) => {
    await page.keyboard.press("Escape");
    await page.getByText("Export").click();
    await page.getByText("Labels as CSV").waitFor();
  },
  trouble: async ({ page }) => {
    await page.keyboard.press("Escape");
    await page.route("**/verdict?*", (route) => route.abort());
    await press(page, "1");
    await page.getByText(/The collector is not answering/).waitFor();
  },
  refused: async ({ page }) => {
    await page.unroute("**/verdict?*");
    const refusal = { status: 400, json: { error: "invalid_input", message: "that is no verdict" } };
    await page.route("**/verdict?*", (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole("button", { name: "Try now" }).click();
    await page.locator(".notice").waitFor();
  },
  stats: async ({ page }) => {
    await page.getByRole("link", { name: "Stats" }).click();
    await page.locator(".matrix").first().waitFor();
  },
  crops: async ({ page }) => {
    await page.locator(".matrix td a").first().click();
    await page.locator(".crop-card").first().waitFor();
  },
  larger: async ({ page }) => {
    await page.locator(".crop-card").first().click();
    await page.getByRole("dialog").waitFor();
  },
  "nothing left": async ({ page }) => {
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Label crops" }).click();
    await page.getByLabel("Booth").selectOption("booth-2");
    const done = page.getByText("Nothing waits under this filter");
    const crop = page.locator(".stage[data-item]");
    for (await done.or(crop).waitFor(); await crop.isVisible(); await done.or(crop).waitFor()) await press(page, "1");
    await done.waitFor();
  },
};

/** What does not fit a screen on which nothing should have to be scrolled. */
const CUT_OFF = `(() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  const faults = scrollHeight > innerHeight || scrollWidth > innerWidth ? ["the page scrolls"] : [];
  for (const element of document.querySelectorAll(".bar *, .panel *, .foot .button, .view-tools *")) {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    if (width === 0 || element.closest(".unseen, svg, select")) continue;
    if (left < 0 || top < 0 || right > innerWidth + 1 || bottom > innerHeight + 1)
      faults.push("out of sight: " + element.outerHTML.slice(0, 80));
  }
  for (const box of document.querySelectorAll(".panel, .verdicts, .button, .bar, .view-tools"))
    // The bar's menu opens out of it, downwards.
    if (box.scrollWidth > box.clientWidth + 1 || (!box.matches(".bar") && box.scrollHeight > box.clientHeight + 1))
      faults.push("cut off: " + box.outerHTML.slice(0, 80));
  return faults;
})()`;

/** Tables of which a column is out of sight; a matrix may have more columns than fit. */
const CUT_TABLES = `[...document.querySelectorAll(".table-frame:not(:has(.matrix))")]
  .filter((frame) => frame.scrollWidth > frame.clientWidth + 1)
  .map((frame) => frame.innerText.slice(0, 60))`;

for (const size of [SIZES[1], SIZES[0]]) {
  for (const theme of ["light", "dark"] as const) {
    test(`every screen can be read, reached and fits (${size.width}x${size.height}, ${theme})`, async () => {
      const collector = await startCollector();
      await sendCrops(collector, 18);
      const review = await openReview(collector, { size, theme });
      try {
        for (const [name, show] of Object.entries(SCREENS)) {
          await show(review);
          await settled(review.page);
          assert.deepEqual(await accessFaults(review.page), [], name);
          assert.deepEqual(await review.page.evaluate<string[]>(CUT_TABLES), [], name);
          const isPage = (await review.page.locator(".page").count()) > 0;
          if (!isPage) assert.deepEqual(await review.page.evaluate<string[]>(CUT_OFF), [], name);
        }
        assert.deepEqual(review.complaints, []);
      } finally {
        await review.close();
        await collector.close();
      }
    });
  }
}

test("by keyboard alone the focus goes from the bar over the crop's tools to the classes and stays there", async () => {
  const collector = await startCollector();
  await sendCrops(collector, 6);
  const review = await openReview(collector);
  const { page } = review;
  try {
    await seenItem(page);
    const words: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      await page.keyboard.press("Tab");
      words.push(await page.evaluate<string>("document.activeElement.ariaLabel ?? document.activeElement.innerText"));
    }
    const places = ["Stats", "Zoom out", "Sedan", "Unusable", "Undo"].map((name) =>
      words.findIndex((word) => word.includes(name)),
    );
    assert.ok(
      places.every((place, index) => place >= 0 && place > (places[index - 1] ?? -1)),
      words.join(" | "),
    );
    const before = await seenItem(page);
    await page.getByRole("button", { name: "SUV" }).focus();
    await page.keyboard.press("Space");
    await seenItem(page, before);
    await allSaved(page);
    assert.match(await page.evaluate<string>("document.activeElement.innerText"), /SUV/);
    assert.equal((await collector.get("/api/items?verdict=suv")).body.items.length, 1);
  } finally {
    await review.close();
    await collector.close();
  }
});

test.run();
