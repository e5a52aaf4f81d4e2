import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import { basic, startCollector, type TestCollector } from "../helpers/collector.ts";
import { openSlowLink } from "../helpers/slow-link.ts";
import { until } from "../helpers/until.ts";
import { closeBrowser } from "./helpers/page.ts";
import { allSaved, openReview, press, seenItem, sendCrops, withReview } from "./helpers/review.ts";

const test = suite("review in trouble", {} as { collector: TestCollector });

test.before.each(async (context) => {
  context.collector = await startCollector();
});
test.after.each(({ collector }) => collector.close());
test.after(closeBrowser);

const history = ({ running }: TestCollector) =>
  running.collector.db.prepare("SELECT item_id, verdict FROM verdicts ORDER BY seq").all() as {
    item_id: string;
    verdict: string | null;
  }[];

test("labels wait while the collector does not answer, and are saved once when it does", async ({ collector }) => {
  await sendCrops(collector, 8);
  const link = await openSlowLink(collector.url, 20);
  try {
    await withReview(await openReview(collector, { url: link.url }), async ({ page }) => {
      await seenItem(page);
      const isAhead = "[...document.querySelectorAll('.crop')].filter((image) => image.complete).length === 8";
      await until(() => page.evaluate<boolean>(isAhead), "the next crops are loaded");
      link.cut();
      for (const key of ["1", "2"]) await press(page, key);
      await page.getByText(/The collector is not answering. 2 labels wait here/).waitFor();
      await page.keyboard.press("z");
      await page.getByText(/1 label waits here/).waitFor();
      await press(page, "3");
      const asksBeforeLeaving = await page.evaluate<boolean>(
        "!dispatchEvent(new Event('beforeunload', { cancelable: true }))",
      );
      assert.equal(asksBeforeLeaving, true);
      link.mend();
      await page.getByRole("button", { name: "Try now" }).click();
      await allSaved(page);
      assert.deepEqual(
        history(collector).map(({ verdict }) => verdict),
        ["sedan", "suv"],
      );
    });
  } finally {
    await link.close();
  }
});

test("a label whose answer got lost is sent again and counted once", async ({ collector }) => {
  await sendCrops(collector, 8);
  await withReview(await openReview(collector), async ({ page }) => {
    await seenItem(page);
    let lost = 0;
    await page.route("**/verdict?*", async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort();
    });
    await press(page, "1");
    await page.getByRole("button", { name: "Try now" }).click();
    await allSaved(page);
    assert.equal(lost, 1);
    assert.equal(history(collector).length, 1);
  });
});

test("a label the collector refuses brings its crop back next, with the reason", async ({ collector }) => {
  await sendCrops(collector, 8);
  await withReview(await openReview(collector), async ({ page }) => {
    await page.route(
      "**/verdict?*",
      (route) => route.fulfill({ status: 400, json: { error: "invalid_input", message: "that is no verdict" } }),
      { times: 1 },
    );
    const refused = await press(page, "1");
    await page.getByText("Sedan was not saved: That is no verdict. The crop comes back next.").waitFor();
    await press(page, "2");
    await page.locator(`.stage[data-item="${refused}"]`).waitFor();
    await page.getByText("Not saved: That is no verdict. Please label it again.").waitFor();
    await press(page, "3");
    await allSaved(page);
    const own = history(collector).filter(({ item_id }) => refused.endsWith(item_id));
    assert.deepEqual(
      own.map(({ verdict }) => verdict),
      ["suv"],
    );
  });
});

test("a crop that is gone or damaged is named so, gets no class, and can be marked unusable", async ({ collector }) => {
  await sendCrops(collector, 3);
  const files = readdirSync(join(collector.dataDir, "crops"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jpg"))
    .map((name) => join(collector.dataDir, "crops", name));
  const [missing = "", damaged = ""] = files;
  writeFileSync(damaged, "this is no picture");
  await withReview(await openReview(collector), async ({ page }) => {
    await page.route(`**/${basename(missing)}`, (route) => route.fulfill({ status: 404, body: "" }));
    await page.reload();
    const words = new Set<string>();
    for (let turn = 0; turn < 3; turn += 1) {
      await seenItem(page);
      const broken = page.locator(".broken h2");
      if ((await broken.count()) > 0) {
        words.add((await broken.textContent()) ?? "");
        await page.keyboard.press("1");
        await page.getByRole("status").getByText("There is no picture to judge.").waitFor();
        assert.equal(await page.getByRole("button", { name: "Sedan" }).getAttribute("aria-disabled"), "true");
        await press(page, "u");
      } else await press(page, "2");
    }
    await page.getByText("All labelled").waitFor();
    assert.deepEqual([...words].sort(), ["This crop cannot be shown", "This crop is not on the collector"]);
    assert.deepEqual(
      history(collector)
        .map(({ verdict }) => verdict)
        .sort(),
      ["hatchback", "unusable", "unusable"],
    );
  });
});

test("what was skipped is not shown again at once, but when all is labelled and it is asked for", async ({
  collector,
}) => {
  await sendCrops(collector, 4);
  await withReview(await openReview(collector), async ({ page }) => {
    const skipped = [await press(page, "s"), await press(page, "s")];
    for (const key of ["1", "2"]) assert.equal(skipped.includes(await press(page, key)), false);
    await allSaved(page);
    await page.getByText("All labelled").waitFor();
    await page.getByText("2 skipped. They wait for somebody else, or for you.").waitFor();
    await page.getByRole("button", { name: "Show skipped" }).click();
    assert.equal(await press(page, "3"), skipped[0]);
    assert.equal(await press(page, "s"), skipped[1]);
    await page.getByText("1 skipped. It waits for somebody else, or for you.").waitFor();
    assert.deepEqual(
      history(collector).map(({ verdict }) => verdict),
      ["skip", "skip", "sedan", "hatchback", "suv", "skip"],
    );
  });
});

test("a label the collector refuses is told and comes back, whatever was labelled and saved meanwhile", async ({
  collector,
}) => {
  await sendCrops(collector, 12);
  await withReview(await openReview(collector), async ({ page }) => {
    const release: (() => void)[] = [];
    const isHeld = new Promise<void>((resolve) => release.push(resolve));
    await page.route(
      "**/verdict?*",
      async (route) => {
        await isHeld;
        await route.fulfill({ status: 400, json: { error: "invalid_input", message: "that is no verdict" } });
      },
      { times: 1 },
    );
    const refused = await press(page, "1");
    for (const key of ["2", "3", "4"]) await press(page, key);
    await until(() => history(collector).length === 3, "those behind it to be saved");
    release[0]?.();
    await page.getByText("Sedan was not saved: That is no verdict. The crop comes back next.").waitFor();
    await press(page, "5");
    await page.locator(`.stage[data-item="${refused}"]`).waitFor();
    await press(page, "6");
    await allSaved(page);
    assert.equal(history(collector).length, 5);
  });
});

test("when all is labelled the page says so, looks again, and shows what comes in", async ({ collector }) => {
  await withReview(await openReview(collector), async ({ page }) => {
    await page.getByText("All labelled").waitFor();
    await sendCrops(collector, 1);
    await page.getByRole("button", { name: "Look now" }).click();
    await seenItem(page);
    await page
      .getByRole("status")
      .getByText(/^Next: Wash, booth-1/)
      .waitFor();
  });
});

test("while somebody else has the last crops open, the page does not say that all is labelled", async ({
  collector,
}) => {
  await sendCrops(collector, 2);
  const leased = await fetch(`${collector.url}/api/next?client=somebody-else&n=2`, {
    headers: { authorization: basic() },
  });
  assert.equal(leased.status, 200);
  await withReview(await openReview(collector), async ({ page }) => {
    await page.getByText("Others have the rest").waitFor();
    await page.getByText(/^2 crops are open on another screen/).waitFor();
    assert.equal(await page.getByText("All labelled").count(), 0);
  });
});

test("without a login labels wait, and go out after signing in again", async ({ collector }) => {
  await sendCrops(collector, 6);
  await withReview(await openReview(collector), async ({ page }) => {
    await seenItem(page);
    await page.route("**/verdict?*", (route) =>
      route.fulfill({ status: 401, json: { error: "unauthenticated", message: "sign in" } }),
    );
    await press(page, "1");
    await page.getByText("You are no longer signed in. 1 label waits here. Keep this page open.").waitFor();
    await page.unroute("**/verdict?*");
    await page.getByRole("button", { name: "Sign in" }).click();
    await allSaved(page);
    assert.equal(history(collector).length, 1);
  });
});

test("zoom, brightness and lens stay from crop to crop", async ({ collector }) => {
  await sendCrops(collector, 6);
  await withReview(await openReview(collector), async ({ page }) => {
    await seenItem(page);
    await page.keyboard.press("+");
    await page.keyboard.press("]");
    await page.getByText("1.5×").waitFor();
    await page.getByText("120 %").waitFor();
    await press(page, "1");
    const drawn = () =>
      page.evaluate<{ transform: string; filter: string }>(
        "(({ transform, filter }) => ({ transform, filter }))(getComputedStyle(document.querySelector('.crop:not(.ahead)')))",
      );
    assert.deepEqual(await drawn(), { transform: "matrix(1.5, 0, 0, 1.5, 0, 0)", filter: "brightness(1.2)" });
    await page.keyboard.down("Space");
    await page.locator(".stage[data-lens=true]").waitFor();
    assert.match((await drawn()).transform, /^matrix\(3, 0, 0, 3,/);
    await page.keyboard.up("Space");
    await page.keyboard.press("0");
    await page.keyboard.press("[");
    await page.locator(".stage[data-lens=false]").waitFor();
    assert.deepEqual(await drawn(), { transform: "matrix(1, 0, 0, 1, 0, 0)", filter: "brightness(1)" });
  });
});

test.run();
