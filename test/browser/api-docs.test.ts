import assert from "node:assert/strict";
import type { BrowserContextOptions, Page } from "playwright-core";
import { suite } from "uvu";
import { startBooth } from "../helpers/booth.ts";
import { accessFaults } from "./helpers/audit.ts";
import { closeBrowser, openBrowser, watch } from "./helpers/page.ts";

const test = suite("API page");
test.after(closeBrowser);

const withPage = (options: BrowserContextOptions, work: (page: Page) => Promise<void>) => async () => {
  const booth = await startBooth({ lanes: false });
  const context = await (await openBrowser()).newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(15_000);
  await context.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective))",
  );
  const page = await context.newPage();
  const complaints: string[] = [];
  watch(page, booth.url, complaints);
  try {
    await page.goto(`${booth.url}/api/docs`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await work(page);
    assert.deepEqual(complaints, []);
  } finally {
    await context.close();
    await booth.close();
  }
};

/** Searches by keyboard alone, opens what was found, and reads what it takes and refuses. */
async function readPayments(page: Page): Promise<void> {
  await page.keyboard.press("/");
  await page.keyboard.type("post quote_expired");
  await page.getByText("1 route", { exact: true }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const route = page.locator("#postPayments");
  await route.getByText("tendered?: whole minor units").waitFor();
  await route.getByText("the fee has changed since it was quoted").waitFor();
  await route.getByText("Idempotency-Key").waitFor();
}

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `a route is found and read by keyboard, without a complaint, in ${colorScheme} colours`,
    withPage({ colorScheme }, async (page) => {
      assert.ok((await page.locator("details").count()) > 80);
      await readPayments(page);
      assert.deepEqual(await accessFaults(page), []);
    }),
  );
}

test(
  "nothing is cut off on a narrow screen, however much is open",
  withPage({ viewport: { width: 360, height: 700 } }, async (page) => {
    await readPayments(page);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    assert.ok(width <= 360, `${width} px wide`);
  }),
);

test(
  "what is open stays so while a search narrows and widens, and each route has a link to itself",
  withPage({}, async (page) => {
    await page.locator("#getShiftsCurrent summary").click();
    await page.getByRole("link", { name: "#getShiftsCurrent" }).click();
    assert.equal(new URL(page.url()).hash, "#getShiftsCurrent");
    await readPayments(page);
    await page.getByRole("link", { name: "#postPayments" }).click();
    await page.keyboard.press("/");
    for (const words of ["payments", "carwash", ""]) {
      await page.getByRole("searchbox").fill(words);
      await page
        .getByRole("status")
        .getByText(/^\d+ routes$/)
        .waitFor();
      assert.equal(await page.locator("#postPayments").isVisible(), words !== "carwash");
    }
    for (const id of ["postPayments", "getShiftsCurrent"])
      assert.equal(await page.locator(`#${id}[open]`).count(), 1, id);
  }),
);

test(
  "names of members stand as code in sentences, without their marks",
  withPage({}, async (page) => {
    assert.ok(!(await page.locator("body").textContent())?.includes("`"));
    await page.locator("#getLive summary code", { hasText: /^after$/ }).waitFor();
  }),
);

test(
  "a link to a route opens it, and a search for nothing says so",
  withPage({}, async (page) => {
    await page.goto(`${page.url()}#putUsersById`);
    await page.locator("#putUsersById[open]").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("nothing of the kind");
    await page.getByText("No route has these words").waitFor();
  }),
);

test.run();
