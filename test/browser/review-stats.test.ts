import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Verdict, WashMeta } from "../../common/review.ts";
import { entryMeta, startCollector, type TestCollector, washMeta } from "../helpers/collector.ts";
import { closeBrowser } from "./helpers/page.ts";
import { openReview } from "./helpers/review.ts";

const test = suite("review stats", {} as { collector: TestCollector });

test.before.each(async (context) => {
  context.collector = await startCollector();
});
test.after.each(({ collector }) => collector.close());
test.after(closeBrowser);

async function label(collector: TestCollector, meta: { boothId: string; itemId: string }, verdict: Verdict) {
  const path = `/api/items/${meta.boothId}/${meta.itemId}/verdict`;
  assert.equal((await collector.post(path, { verdict, client: "test-client" })).status, 200);
}

async function wash(collector: TestCollector, verdict: Verdict, more: Partial<WashMeta> = {}): Promise<void> {
  const meta = washMeta(more);
  assert.equal((await collector.send(meta)).status, 201);
  await label(collector, meta, verdict);
}

test("an empty collector says that nothing is labelled yet", async ({ collector }) => {
  const review = await openReview(collector, { hash: "#/stats" });
  try {
    await review.page.getByText("Nothing is labelled yet.").first().waitFor();
    assert.equal(await review.page.locator(".matrix").count(), 0);
    assert.deepEqual(review.complaints, []);
  } finally {
    await review.close();
  }
});

test("operators and cameras are counted apart, and a number opens its crops", async ({ collector }) => {
  for (let turn = 0; turn < 20; turn += 1) await wash(collector, turn < 5 ? "sedan" : "suv");
  for (let turn = 0; turn < 3; turn += 1) await wash(collector, "sedan", { operator: { hash: "operator-b" } });
  await wash(collector, "unusable");
  const entry = entryMeta({ cameraClass: null });
  await collector.send(entry);
  await label(collector, entry, "bus");
  const review = await openReview(collector, { hash: "#/stats" });
  const { page } = review;
  try {
    await page.getByText("65.2%, between 45% and 81% with 95% confidence").first().waitFor();
    const cards = page.locator(".cards").first();
    assert.deepEqual(await cards.locator("b").allTextContents(), ["15", "8", "1"]);
    const operators = page.locator(".table", { hasText: "Operators" }).locator("tbody tr");
    assert.match((await operators.nth(0).textContent()) ?? "", /operator-?.*20.*1.*25% 11%–47%/);
    assert.match((await operators.nth(1).getAttribute("class")) ?? "", /few/);
    const matrices = page.locator(".matrix");
    assert.equal(await matrices.count(), 2);
    assert.match((await matrices.nth(1).textContent()) ?? "", /No class1 100%/);
    await page.getByRole("link", { name: "8 35% of camera SUV: reviewer Sedan" }).click();
    await page.getByRole("heading", { name: "Wash: camera SUV, reviewer Sedan" }).waitFor();
    await page.locator(".crop-card").nth(7).waitFor();
    await page.locator(".crop-card").first().click();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("dialog").getByText("operator Large (SUV, Van)").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Back to stats" }).click();
    await page.getByRole("heading", { name: "Stats" }).waitFor();
    assert.deepEqual(review.complaints, []);
  } finally {
    await review.close();
  }
});

test("the labels can be taken away as CSV and as JSON lines", async ({ collector }) => {
  await wash(collector, "van");
  const review = await openReview(collector);
  const { page } = review;
  try {
    for (const [name, file] of [
      ["Labels as CSV", "labels.csv"],
      ["Labels as JSON lines", "labels.jsonl"],
    ] as const) {
      await page.locator("details.menu:not([open]) summary").click();
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByText(name).click()]);
      assert.equal(download.suggestedFilename(), file);
      await page.keyboard.press("Escape");
    }
  } finally {
    await review.close();
  }
});

test.run();
