import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import type { TestBooth } from "../helpers/booth.ts";
import { openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { beginShift, closeBrowser, type Kiosk, openKiosk, SIZES, signIn, startKioskBooth } from "./helpers/page.ts";

const test = suite("this screen", {} as { booth: TestBooth });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
});
test.after.each(({ booth }) => booth.close());
test.after(closeBrowser);

const themeOf = (page: Page) => page.evaluate<string>("document.documentElement.dataset.theme");
const scaleOf = (page: Page) => page.evaluate<string>("document.documentElement.style.getPropertyValue('--k')");
const themeIs = (page: Page, theme: string) => page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });

async function withKiosk(kiosk: Kiosk, work: (kiosk: Kiosk) => Promise<void>) {
  try {
    await work(kiosk);
    assert.deepEqual(kiosk.complaints, []);
  } finally {
    await kiosk.close();
  }
}

/** Makes the box as wide as a card is on a screen, by the keyboard. */
async function makeBox(page: Page, widthPx: number): Promise<void> {
  const corner = page.getByRole("slider");
  const now = async () => Number(await corner.getAttribute("aria-valuenow"));
  await corner.focus();
  for (let at = await now(); Math.abs(widthPx - at) >= 10; at = await now())
    await page.keyboard.press(widthPx > at ? "PageUp" : "PageDown");
  for (let at = await now(); at !== widthPx; at = await now())
    await page.keyboard.press(widthPx > at ? "ArrowRight" : "ArrowLeft");
}

test("a screen that is dark by the clock changes at the minute, and stays so after a reload", async ({ booth }) => {
  await (await booth.signIn("admin")).put("/api/site-config", { timezone: "Europe/Madrid" });
  booth.clock.set("2026-11-20T17:42:00.000Z");
  const kiosk = await openKiosk(booth);
  await withKiosk(kiosk, async ({ page }) => {
    // Follows the booth's clock, which stands; the page counts on by its own, which this one moves.
    await page.clock.install();
    await page.reload();
    await signIn(kiosk, "cashier");
    await page.evaluate("location.hash = '/admin/screen'");
    await kiosk.tap("By the clock");
    await page.getByLabel("Dark from").fill("18:50");
    await page.getByLabel("Dark until").fill("7:15");
    await page.getByText("Light now, until 18:50.").waitFor();
    assert.equal(await themeOf(page), "light");
    await page.clock.fastForward("08:00");
    await page.getByText("Dark now, until 07:15.").waitFor();
    await themeIs(page, "dark");
    booth.clock.set("2026-11-20T17:51:00.000Z");
    await page.reload();
    await page.getByLabel("Dark from").waitFor();
    await themeIs(page, "dark");
    assert.equal(await page.getByLabel("Dark from").inputValue(), "18:50");
    await kiosk.tap("Light");
    await themeIs(page, "light");
  });
});

test("language, sound and a time that is none", async ({ booth }) => {
  await withKiosk(await openAdmin(booth, "screen", { as: "readonly" }), async (kiosk) => {
    const { page } = kiosk;
    const attempt = page.getByRole("button", { name: "Try the sound" });
    assert.equal(await attempt.getAttribute("aria-disabled"), "true");
    await kiosk.tap("Soft");
    await page.locator("[aria-disabled=false]", { hasText: "Try the sound" }).waitFor();
    await kiosk.tap("By the clock");
    await page.getByLabel("Dark from").fill("25:00");
    await page.getByLabel("Dark until").focus();
    assert.equal(await page.getByLabel("Dark from").inputValue(), "20:00");
    await kiosk.tap("Deutsch");
    await page.getByText("Dunkel ab").waitFor();
    assert.equal((await (await booth.signIn("readonly")).get("/api/auth/me")).body.language, "de");
  });
});

test("a bank card tells how large everything should be, and 1.0 brings it back", async ({ booth }) => {
  await withKiosk(await openAdmin(booth, "screen", { as: "cashier" }), async (kiosk) => {
    const { page } = kiosk;
    await page.getByText("This screen has not been measured yet.").waitFor();
    await kiosk.tap("Measure this screen");
    await makeBox(page, 504);
    const shape = await page.locator(".card-box").boundingBox();
    assert.ok(shape && Math.abs(shape.width / shape.height - 85.6 / 53.98) < 0.01);
    const smallest = await page.locator(".data-table tbody tr").first().locator("td").allTextContents();
    assert.deepEqual(smallest, ["Smallest button", "8.2 mm", "10.2 mm"]);
    await page.getByText("A larger size would not fit this screen.").waitFor();
    await kiosk.tap("Use size 1.25");
    await page.getByText("Everything is shown at 1.25 times its size.").first().waitFor();
    assert.equal(await scaleOf(page), "1.25");
    await page.reload();
    await page.locator(".data-table", { hasText: "10.2 mm" }).waitFor();
    assert.equal(await scaleOf(page), "1.25");
    await kiosk.tap("Use 1.0");
    await page.locator(".data-table", { hasText: "8.2 mm" }).waitFor();
    assert.equal(await scaleOf(page), "1");
  });
});

test("the corner of the box follows a finger", async ({ booth }) => {
  await withKiosk(await openAdmin(booth, "screen/measure", { as: "cashier" }), async ({ page }) => {
    const corner = page.getByRole("slider");
    const before = Number(await corner.getAttribute("aria-valuenow"));
    const grip = await corner.boundingBox();
    assert.ok(grip);
    await page.mouse.move(grip.x + 20, grip.y + 20);
    await page.mouse.down();
    await page.mouse.move(grip.x + 95, grip.y + 60, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(grip.x, grip.y);
    assert.equal(Number(await corner.getAttribute("aria-valuenow")), before + 75);
  });
});

test("at the largest scale that fits, workbench and menu still fit without scrolling", async ({ booth }) => {
  const kiosk = await openKiosk(booth, { size: SIZES[1] });
  await withKiosk(kiosk, async ({ page }) => {
    await page.locator("input[name=password]").waitFor();
    await page.evaluate("localStorage.setItem('parking-booth', JSON.stringify({ scale: 1.25 }))");
    await page.reload();
    await beginShift(kiosk, "operator");
    assert.equal(await scaleOf(page), "1.25");
    assert.deepEqual(await layoutFaults(page), []);
    await page.locator(".bar .button").last().click();
    await page.locator(".sheet").waitFor();
    await settled(page);
    assert.deepEqual(await layoutFaults(page), []);
    await kiosk.tap("By the clock");
    await kiosk.tap("This screen");
    await page.getByLabel("Dark from").waitFor();
  });
});

test("both pages have room in both sizes, and axe finds nothing in light and dark", async ({ booth }) => {
  await withKiosk(await openAdmin(booth, "screen", { as: "cashier" }), async (kiosk) => {
    const { page } = kiosk;
    const faults: string[] = [];
    for (const hash of ["/admin/screen", "/admin/screen/measure"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.locator(hash.endsWith("measure") ? ".card-box" : ".screen-parts").waitFor();
      for (const size of SIZES.slice(0, 2)) {
        await page.setViewportSize(size);
        await settled(page);
        faults.push(...(await adminFaults(page)).map((fault) => `${hash} ${size.width}: ${fault}`));
      }
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        faults.push(...(await accessFaults(page)).map((fault) => `${hash} ${colorScheme}: ${fault}`));
      }
    }
    assert.equal(faults.join("\n"), "");
  });
});

test.run();
