import assert from "node:assert/strict";
import { suite } from "uvu";
import type { ItemPage, ReviewItem } from "../../common/api/collector.ts";
import { VEHICLE_CLASSES } from "../../common/review.ts";
import { entryMeta, startCollector, type TestCollector, washMeta } from "../helpers/collector.ts";
import { openSlowLink } from "../helpers/slow-link.ts";
import { closeBrowser } from "./helpers/page.ts";
import { allSaved, openReview, press, seenItem, sendCrops, withReview } from "./helpers/review.ts";

const test = suite("review", {} as { collector: TestCollector });

test.before.each(async (context) => {
  context.collector = await startCollector();
});
test.after.each(({ collector }) => collector.close());
test.after(closeBrowser);

/** What became of every item, by the name the page gives it. */
async function outcomes(collector: TestCollector): Promise<Map<string, ReviewItem>> {
  const { items } = (await collector.get("/api/items?limit=200")).body as ItemPage;
  return new Map(items.map((item) => [`${item.boothId}/${item.itemId}`, item]));
}

const verdictsGiven = ({ running }: TestCollector): number =>
  (running.collector.db.prepare("SELECT count(*) AS n FROM verdicts").get() as { n: number }).n;

const KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "a"];

test("fifty crops are labelled by keyboard over a slow link, each once and as it was meant", async ({ collector }) => {
  await sendCrops(collector, 54);
  const link = await openSlowLink(collector.url, 300);
  try {
    await withReview(await openReview(collector, { url: link.url }), async ({ page }) => {
      const meant = new Map<string, string>();
      for (let turn = 0; turn < 50; turn += 1) {
        const item = await press(page, KEYS[turn % KEYS.length]!);
        assert.equal(meant.has(item), false, `${item} was shown twice`);
        meant.set(item, VEHICLE_CLASSES[turn % KEYS.length]!);
      }
      await allSaved(page);
      await page.getByText("50 today").waitFor();
      await page.getByText("4 left").waitFor();
      const items = await outcomes(collector);
      for (const [item, verdict] of meant) assert.equal(items.get(item)?.verdict, verdict, item);
      assert.equal(verdictsGiven(collector), 50);
    });
  } finally {
    await link.close();
  }
});

test("a slip is undone, a crop nobody can use is marked, and one is left for others", async ({ collector }) => {
  await sendCrops(collector, 6);
  await withReview(await openReview(collector), async ({ page }) => {
    const first = await press(page, "1");
    const second = await press(page, "u");
    await allSaved(page);
    await page.keyboard.press("z");
    await page.locator(`.stage[data-item="${second}"]`).waitFor();
    await page.keyboard.press("Backspace");
    await page.locator(`.stage[data-item="${first}"]`).waitFor();
    await page.keyboard.press("3");
    await page.locator(`.stage[data-item="${second}"]`).waitFor();
    await page.getByRole("button", { name: "Unusable" }).click();
    const third = await press(page, "s");
    await allSaved(page);
    const items = await outcomes(collector);
    assert.equal(items.get(first)?.verdict, "suv");
    assert.equal(items.get(second)?.state, "unusable");
    assert.equal(items.get(third)?.state, "skipped");
    await page
      .getByRole("status")
      .getByText(/Skip saved. Next: /)
      .waitFor();
  });
});

test("a key that is held labels one crop, and one pressed before a crop is seen labels none", async ({ collector }) => {
  await sendCrops(collector, 5);
  await withReview(await openReview(collector), async ({ page }) => {
    const first = await seenItem(page);
    await page.evaluate(`for (const repeat of [false, true, true, true])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "1", code: "Digit1", bubbles: true, repeat }))
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "2", code: "Digit2", bubbles: true }))`);
    await seenItem(page, first);
    await allSaved(page);
    assert.equal(verdictsGiven(collector), 1);
  });
});

test("two reviewers in two browsers share the work and never see the same crop", async ({ collector }) => {
  await sendCrops(collector, 24);
  const anna = await openReview(collector);
  const ben = await openReview(collector);
  await withReview(anna, () =>
    withReview(ben, async () => {
      const seen: string[] = [];
      for (let turn = 0; turn < 6; turn += 1) seen.push(await press(anna.page, "1"), await press(ben.page, "3"));
      await allSaved(anna.page);
      await allSaved(ben.page);
      assert.equal(new Set(seen).size, 12);
      assert.equal(verdictsGiven(collector), 12);
      assert.notEqual(await seenItem(anna.page), await seenItem(ben.page));
    }),
  );
});

test("who comes back too late is told what somebody else decided, and goes on", async ({ collector }) => {
  await sendCrops(collector, 24);
  const anna = await openReview(collector);
  await withReview(anna, async ({ page }) => {
    const item = await seenItem(page);
    collector.clock.advance(121_000);
    await withReview(await openReview(collector), async (ben) => {
      assert.equal(await press(ben.page, "5"), item);
      await allSaved(ben.page);
    });
    const renewed = page.waitForResponse("**/api/next?*");
    await press(page, "3");
    await page.getByText("Somebody else had labelled this crop Van by then. Your SUV was not saved.").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".notice").waitFor({ state: "detached" });
    assert.equal((await outcomes(collector)).get(item)?.verdict, "van");
    await renewed;
    const held = await press(page, "4");
    await page.getByText("Somebody else has this crop by now. Your MPV was not saved.").waitFor();
    assert.equal((await outcomes(collector)).get(held)?.verdict, null);
    const next = await press(page, "1");
    await allSaved(page);
    assert.equal((await outcomes(collector)).get(next)?.verdict, "sedan");
  });
});

test("an entry is shown as an entry, and nothing of any operator is on the page", async ({ collector }) => {
  await collector.send(entryMeta({ cameraClass: "pickup" }));
  await withReview(await openReview(collector), async ({ page }) => {
    await seenItem(page);
    assert.equal(await page.locator(".badge.entry").textContent(), "Entry");
    assert.equal(await page.locator(".fact.camera strong").textContent(), "Pickup");
    assert.equal(await page.locator(".operator").count(), 0);
    assert.doesNotMatch(await page.locator("#app").innerHTML(), /operator/i);
  });
});

test("operator and camera stay hidden until the label, if the reviewer wants it, also after a reload", async ({
  collector,
}) => {
  await collector.send(washMeta({ cameraClass: "suv" }));
  await collector.send(washMeta({ cameraClass: "suv" }));
  await withReview(await openReview(collector), async ({ page }) => {
    await seenItem(page);
    await page.getByText("Large", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Hide until labelled" }).click();
    await page.reload();
    await seenItem(page);
    assert.equal(await page.getByText("Large").count(), 0);
    assert.equal(await page.locator(".fact.camera").count(), 0);
    await press(page, "1");
    await page.getByText("operator Large (SUV, Van)").waitFor();
  });
});

test("only crops of the wanted kind and booth are shown", async ({ collector }) => {
  await sendCrops(collector, 12);
  await withReview(await openReview(collector), async ({ page }) => {
    await seenItem(page);
    await page.getByRole("button", { name: "Entry" }).click();
    await page.locator(".badge.entry").waitFor();
    await page.getByLabel("Booth").selectOption("booth-2");
    await page.locator(".panel-booth", { hasText: "booth-2" }).waitFor();
    await press(page, "1");
    await page.getByText("Nothing waits under this filter").waitFor();
    await page.getByRole("button", { name: "Show everything" }).click();
    await seenItem(page);
  });
});

test.run();
