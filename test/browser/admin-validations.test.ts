import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import { cliActor } from "../../daemon/services/actors.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { quoteOf } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { faultsInLooks, LOOKS } from "./helpers/looks.ts";
import { closeBrowser, type Kiosk } from "./helpers/page.ts";
import { startWashStory } from "./helpers/wash-story.ts";

interface Context {
  booth: TestBooth;
  kiosk: Kiosk;
}
const test = suite<Context>("validations on the screen");

/** Two of the bar, and between them one of a station that there is no more. */
async function giveSome(booth: TestBooth): Promise<void> {
  const cashier = await booth.signIn("cashier");
  assert.equal((await cashier.post("/api/validation", { station: "bar", plate: "KX482BD" })).status, 201);
  booth.clock.advance(60_000);
  const { id } = (await cashier.get("/api/sessions?q=LM901TR")).body.items[0];
  const { tariffId } = await quoteOf(cashier, id);
  await booth.booth.ledger.commit(cliActor("test"), (tx) =>
    tx.append("validation", { sessionId: id, station: "cinema", tariffId, rule: { percent: "50" } }),
  );
  booth.clock.advance(60_000);
  assert.equal((await cashier.post("/api/validation", { station: "bar", plate: "LM901TR" })).status, 201);
}

test.before.each(async (context) => {
  context.booth = await startWashStory();
  await giveSome(context.booth);
  context.kiosk = await openAdmin(context.booth, "reports", { as: "operator" });
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const rows = (page: Page) => page.locator(".data-table tbody tr");
const way = (page: Page) => page.locator(".report-views a", { hasText: "Validations" });

test("who gave what, when, at which station, also one that is retired; each leads to its entry", async ({ kiosk }) => {
  const { page } = kiosk;
  await way(page).click();
  await rows(page).first().waitFor();
  assert.deepEqual(
    (await rows(page).allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").split("\t").slice(0, 5)),
    [
      ["20 Nov 18:44", "bar", "#00002", "1 h free", "cashier"],
      ["20 Nov 18:43", "cinema, retired", "#00002", "50 % off", "test"],
      ["20 Nov 18:42", "bar", "#00001", "1 h free", "cashier"],
    ],
  );
  await rows(page).nth(1).locator("a").click();
  await page.getByRole("heading", { name: "Ticket validated" }).waitFor();
  assert.deepEqual(kiosk.complaints, []);
});

test("one station at a time, with its count, and the file has what the screen has", async ({ kiosk }) => {
  const { page } = kiosk;
  await goAdmin(kiosk, "reports/validations");
  const station = page.getByLabel("Station");
  await page.locator("option", { hasText: "cinema, retired (1)" }).waitFor({ state: "attached" });
  await station.selectOption("cinema");
  await until(async () => (await rows(page).count()) === 1, "the one of the cinema");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "CSV file" }).click();
  const lines = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split(/\r?\n/);
  assert.equal(lines.filter((line) => line.includes("cinema")).length, 1);
  assert.equal(
    lines.some((line) => line.includes(",bar,")),
    false,
  );
  await page.getByRole("button", { name: "Yesterday" }).click();
  await page.getByText("No validations in this period.").waitFor();
});

test("without the module there is no way to them, and the address says why", async ({ booth, kiosk }) => {
  const { page } = kiosk;
  await way(page).waitFor();
  await (await booth.signIn("admin")).put("/api/site-config", { modules: ["parking", "carwash"] });
  await way(page).waitFor({ state: "detached" });
  await goAdmin(kiosk, "reports/validations");
  await page.getByText("This module is switched off. Its data is kept.").waitFor();
});

test("today is the booth's, also when it tells its time after the page was loaded", async ({ kiosk }) => {
  const { page } = kiosk;
  await goAdmin(kiosk, "reports/validations");
  const release: (() => void)[] = [];
  const isReleased = new Promise<void>((resolve) => release.push(resolve));
  await page.routeWebSocket("**/api/live*", async (socket) => {
    await isReleased;
    socket.connectToServer();
  });
  await page.reload();
  await page.locator(".range-bar p").waitFor();
  assert.doesNotMatch(await page.locator(".range-bar p").innerText(), /20 Nov 2026/);
  release[0]?.();
  await page.locator(".range-bar p", { hasText: "Fri, 20 Nov 2026" }).waitFor();
  await rows(page).first().waitFor();
});

for (const language of Object.keys(LOOKS) as (keyof typeof LOOKS)[])
  test(`the list is whole and open to everybody (${language})`, async ({ booth, kiosk }) => {
    await (await booth.signIn("operator")).put("/api/auth/language", { language });
    await goAdmin(kiosk, "reports/validations");
    await rows(kiosk.page).first().waitFor();
    await kiosk.page.reload();
    await rows(kiosk.page).first().waitFor();
    assert.equal((await faultsInLooks(kiosk.page, language)).join("\n"), "");
  });

test.run();
