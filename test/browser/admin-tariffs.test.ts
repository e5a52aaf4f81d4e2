import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Tariff } from "../../common/api/tariffs.ts";
import { DEFAULT_RATE_TABLE } from "../../common/default-tariff.ts";
import type { RateTable } from "../../common/rate-table.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt, openShift, pay, quoteOf } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, settled } from "./helpers/audit.ts";
import { button, closeBrowser, type Kiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("tariffs on the screen");
let booth: TestBooth;

test.before.each(async () => {
  booth = await startKioskBooth();
});
test.after.each(() => booth.close());
test.after(closeBrowser);

/** The versions that are published, newest first. */
async function versions(): Promise<Tariff[]> {
  return (await (await booth.signIn("admin")).get("/api/tariffs")).body.items;
}

/** The default rules with another price by day, and no case that would mind. */
function withDayPrice(value: number): RateTable {
  const table = structuredClone(DEFAULT_RATE_TABLE);
  const line = table.collections[1]?.lines[0];
  assert.ok(line);
  line.value = value;
  return { ...table, cases: [] };
}

async function publish(
  rateTable: RateTable,
  effectiveFrom = "2026-12-01T00:00:00.000Z",
  note = "Winter",
): Promise<void> {
  const answer = await (await booth.signIn("admin")).post("/api/tariffs", { rateTable, effectiveFrom, note });
  assert.equal(answer.status, 201, answer.text);
}

/** A car that stayed for a little over two hours this afternoon, and paid. */
async function stayOfTwoHours(): Promise<void> {
  const client = await booth.signIn("operator");
  await openShift(client);
  await carAt(booth, "entry-1", "KX482BD");
  booth.clock.advance(2 * 3_600_000);
  const { items } = (await client.get("/api/sessions?state=open")).body;
  await pay(client, await quoteOf(client, items[0].id));
  booth.clock.advance(30_000);
  await carAt(booth, "exit-1", "KX482BD");
  const closed = async () => (await client.get("/api/sessions?state=closed")).body.items.length === 1;
  await until(closed, "the car left");
}

/** Begins a draft from the newest version. */
async function beginDraft(as = "admin"): Promise<Kiosk> {
  const kiosk = await openAdmin(booth, "tariffs", { as });
  await kiosk.page.locator(".data-table").waitFor();
  await kiosk.tap("New draft");
  await kiosk.page.locator(".tariff-desk").waitFor();
  return kiosk;
}

/** The window of the day is open; its price is the first amount in it. */
const dayPrice = ({ page }: Kiosk) => page.locator(".window[open]").getByLabel("Price", { exact: true });
const refusal = ({ page }: Kiosk) => page.locator(".admin-page > footer [data-primary] .hint");

test("a site manager makes the day dearer, sees what that brings, and publishes it", async () => {
  await (await booth.signIn("admin")).put("/api/site-config", { timezone: "Europe/Madrid" });
  await stayOfTwoHours();
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await dayPrice(kiosk).fill("3,20");
  await button(page, "Table").click();
  await page.locator(".twin tr", { hasText: /^3 h 0 min.*7\.50.*9\.60.*2\.10$/ }).waitFor();

  assert.equal(await refusal(kiosk).textContent(), "3 cases fail");
  await kiosk.tap("3 cases fail");
  assert.equal(await page.evaluate("document.activeElement.id"), "draft-cases");
  for (let left = 3; left > 0; left -= 1) await button(page, /^Accept price/).click();
  await page.getByText("6 cases · all as expected").waitFor();

  await kiosk.tap("Replay 30 days");
  await page.getByText("1 stay · 1 dearer · 0 cheaper · 0 the same").waitFor();
  assert.match((await page.locator(".replay-sums").textContent()) ?? "", /7\.50.*9\.60.*2\.10/);
  assert.match((await page.getByRole("table", { name: "Stays that change most" }).textContent()) ?? "", /2 h 0 min/);

  await kiosk.tap(/^Review and publish/);
  await page.getByText("3 cases have another price than before · 3 cases stay the same").waitFor();
  assert.match(
    (await page.getByRole("table", { name: "What differs" }).textContent()) ?? "",
    /Day: Price.*2\.50.*3\.20/,
  );
  await page.getByLabel("In force from").and(page.locator("input")).fill("2026-12-01");
  await page.getByLabel("Time", { exact: true }).fill("6");
  await page.getByLabel("Note").fill("New year, new prices");
  await kiosk.tap(/^Publish version 2/);
  const asked = (await page.locator(".confirm").textContent()) ?? "";
  assert.match(asked, /Publish version 2, in force from 1 Dec 2026.*Day: Price.*2\.50.*→.*3\.20.*cannot be withdrawn/);
  assert.equal((await versions()).length, 1);
  await kiosk.tap(/^Publish version 2/);
  await page.getByText("Version 2 is published.").waitFor();
  await page.getByText("It cannot be withdrawn. A newer version replaces it.").waitFor();
  await page.getByRole("heading", { name: "Standard · version 2" }).waitFor();

  const [newest] = await versions();
  assert.equal(newest?.version, 2);
  assert.equal(newest?.effectiveFrom, "2026-12-01T05:00:00.000Z");
  assert.equal(newest?.note, "New year, new prices");
  assert.deepEqual([newest?.replay?.sessions, newest?.replay?.difference], [1, 210]);
  assert.equal(newest?.rateTable.collections[1]?.lines[0]?.value, 320);
  await goAdmin(kiosk, "tariffs/draft");
  await page.getByText("There is no draft.").waitFor();
  assert.deepEqual(kiosk.complaints, []);
  await kiosk.close();
});

test("what cannot be meant is said at its field, keeps the draft back, and outlives a reload", async () => {
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await dayPrice(kiosk).fill("two");
  await page.getByText("Type an amount, such as 2.50.").waitFor();
  assert.equal(await refusal(kiosk).textContent(), "Correct the marked fields first");
  await page.reload();
  await page.locator(".tariff-desk").waitFor();
  assert.equal(await dayPrice(kiosk).inputValue(), "two");
  await dayPrice(kiosk).fill("2.5");
  assert.equal(await refusal(kiosk).count(), 0);
  assert.equal((await versions()).length, 1);
  await kiosk.close();
});

test("hours without a price are named, and the draft cannot be published with them", async () => {
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await button(page, "Remove window Day").click();
  await page.getByText(/^▲ No price from Mon .07:00. to Mon .20:00.$/).waitFor();
  assert.equal(await refusal(kiosk).textContent(), "Correct the rules first");
  await kiosk.tap("Drop draft");
  await page.getByText("Drop this draft?").waitFor();
  await kiosk.tap("Drop draft");
  await button(page, "New draft").waitFor();
  await kiosk.close();
});

test("a date in the past is refused at its field", async () => {
  await publish(withDayPrice(300));
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await goAdmin(kiosk, "tariffs/draft/publish");
  await page.locator("input[type=date]").fill("2026-11-19");
  await page.getByText("This moment has passed. Choose a later one.").waitFor();
  assert.equal(await refusal(kiosk).textContent(), "Choose a date to come");
  // What the screen took for the future may be past at the booth: its word is shown at the same place.
  await page.locator("input[type=date]").fill("2026-11-21");
  booth.clock.set("2026-11-25T12:00:00.000Z");
  await kiosk.tap(/^Publish version 3/);
  await page.locator(".confirm [data-primary]").click();
  await page.getByText("This moment has passed. Choose a later one.").waitFor();
  assert.equal((await versions()).length, 2);
  await kiosk.close();
});

test("somebody else published meanwhile: nothing is overwritten before the manager says so", async () => {
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await publish(withDayPrice(300));
  await page.getByLabel("Lost ticket").fill("30");
  await kiosk.tap(/^Review and publish/);
  await kiosk.tap(/^Publish version 2/);
  await page.locator(".confirm [data-primary]").click();
  await page.getByText("Version 2 was published meanwhile.").waitFor();
  assert.equal((await versions()).length, 2);
  await kiosk.tap(/^Keep mine/);
  await page.getByRole("columnheader", { name: "Version 2" }).waitFor();
  assert.equal(await page.getByText("Both changed this.").count(), 0);
  await kiosk.tap(/^Publish version 3/);
  await page.locator(".confirm [data-primary]").click();
  await page.getByRole("heading", { name: "Standard · version 3" }).waitFor();
  const [newest] = await versions();
  const price = newest?.rateTable.collections[1]?.lines[0]?.value;
  assert.deepEqual([newest?.version, newest?.rateTable.lostTicket.flat, price], [3, 3000, 300]);
  await kiosk.close();
});

test("a price that both changed is shown as such, and the manager's stays in the draft", async () => {
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await dayPrice(kiosk).fill("3.20");
  for (let left = 3; left > 0; left -= 1) await button(page, /^Accept price/).click();
  await publish({ ...withDayPrice(300), freeMinutes: 5 });
  await kiosk.tap(/^Review and publish/);
  await kiosk.tap(/^Publish version 2/);
  await page.locator(".confirm [data-primary]").click();
  await kiosk.tap(/^Keep mine/);
  const clashes = page.getByRole("table", { name: "Both changed this. Yours is kept." });
  assert.match((await clashes.textContent()) ?? "", /Day: Price.*3\.00.*3\.20/);
  assert.doesNotMatch((await clashes.textContent()) ?? "", /Free at the start/);
  await kiosk.tap("Back to draft");
  assert.match(await dayPrice(kiosk).inputValue(), /^3[.,]20$/);
  assert.equal(await page.getByLabel("Free at the start").inputValue(), "5");
  await kiosk.close();
});

test("all rules can be edited as text, and a table that the form does not show says so", async () => {
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await kiosk.tap("All rules as text");
  const area = page.locator("textarea");
  const text = await area.inputValue();
  await area.fill(text.replace('"freeMinutes": 15,', '"freeMinutes": 15'));
  await page.getByText(/This is not JSON\. Look at line \d+\./).waitFor();
  await area.fill(text.replace('"freeMinutes": 15', '"freeMinutes": -5'));
  await page.getByText("must not be negative").waitFor();
  await area.fill(text.replaceAll('"incrementingRate"', '"perUnit"').replaceAll("incrementPeriod", "unitPeriod"));
  await kiosk.tap("Form");
  await page.getByText("“Night” has rules that the form does not show.").waitFor();
  await kiosk.tap("All rules as text");
  await area.fill(text);
  await kiosk.tap("Form");
  assert.equal(await page.getByLabel("Free at the start").inputValue(), "15");
  await kiosk.close();
});

test("a stay that was tried becomes a case of the draft, with its price line by line", async () => {
  const kiosk = await beginDraft();
  const { page } = kiosk;
  const simulator = page.getByRole("region", { name: "Try a stay" });
  await simulator.getByRole("group", { name: "Exit" }).getByLabel("Time").fill("10:30");
  assert.match((await simulator.locator(".bill").textContent()) ?? "", /2 × started hour.*5\.00.*To pay.*5\.00/);
  await kiosk.tap(/^Keep € 5\.00 as a case/);
  await page.getByText("7 cases · all as expected").waitFor();
  await simulator.getByRole("group", { name: "Exit" }).getByLabel("Time").fill("08:00");
  await page.getByText("The exit must follow the entry.").waitFor();
  await kiosk.close();
});

test("who may only read tariffs reads them all and changes none", async () => {
  await publish(withDayPrice(300));
  const kiosk = await openAdmin(booth, "tariffs", { as: "cashier" });
  const { page } = kiosk;
  await page.locator(".data-table").waitFor();
  assert.equal(await page.locator(".admin-page > footer").count(), 0);
  await page.getByRole("link", { name: "2 · Standard" }).click();
  await page.getByText("€ 3.00 per started hour").waitFor();
  assert.equal(await page.getByRole("button", { name: /New draft/ }).count(), 0);
  await page.getByLabel("Compare with").selectOption({ label: "1 · Standard" });
  await page.getByRole("table", { name: "What differs" }).waitFor();
  await goAdmin(kiosk, "tariffs/draft");
  await page.getByText("There is no such page, or your role may not see it.").waitFor();
  assert.deepEqual(kiosk.complaints, []);
  await kiosk.close();
});

test("every page can be read and used by everybody, in light and dark, at each size", async () => {
  await publish(withDayPrice(300));
  const kiosk = await beginDraft();
  const { page } = kiosk;
  await page.getByLabel("Lost ticket").fill("30");
  await dayPrice(kiosk).fill("much");
  const [newer, older] = await versions();
  const faults: string[] = [];
  const pages = {
    "": ".data-table",
    "/draft": ".tariff-desk .chart",
    "/draft/publish": ".wall",
    [`/${newer?.id}`]: ".rules",
    [`/compare/${older?.id}/${newer?.id}`]: ".trial",
  };
  for (const [path, part] of Object.entries(pages)) {
    await goAdmin(kiosk, `tariffs${path}`);
    await page.locator(part).first().waitFor();
    for (const theme of ["light", "dark"] as const)
      for (const size of [SIZES[0], SIZES[1]]) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        await page.setViewportSize(size);
        await settled(page);
        faults.push(...(await adminFaults(page)).map((fault) => `${path} ${size.width}: ${fault}`));
        if (size === SIZES[0]) faults.push(...(await accessFaults(page)).map((fault) => `${path} ${theme}: ${fault}`));
      }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(kiosk.complaints, []);
  await kiosk.close();
});

test.run();
