import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults } from "./helpers/audit.ts";
import { closeBrowser, type Kiosk, type KioskOptions } from "./helpers/page.ts";
import { type ReportStory, startLongNight, startReportStory } from "./helpers/report-story.ts";

interface Context {
  /** Opens a page of the story that all tests read; one that changes it takes a story of its own. */
  open(path: string, options?: KioskOptions & { as?: string }, own?: () => Promise<ReportStory>): Promise<Kiosk>;
  story: ReportStory;
}

const test = suite<Context>("the site manager's reports");
const closers: (() => Promise<unknown>)[] = [];
let shared: Promise<ReportStory> | undefined;

test.before.each((context) => {
  context.open = async (path, options = {}, own) => {
    shared ??= startReportStory();
    context.story = await (own?.() ?? shared);
    const { booth } = context.story;
    if (own) closers.push(() => booth.close());
    const kiosk = await openAdmin(booth, path, { as: "operator", ...options });
    closers.push(() => kiosk.close());
    return kiosk;
  };
});
test.after.each(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
test.after(async () => {
  await (await shared)?.booth.close();
  await closeBrowser();
});

const textsOf = (page: Page, at: string) => page.locator(at).allInnerTexts();
const words = (text: string) => text.replaceAll("\u00a0", " ").replaceAll(/\s+/g, " ").trim();

async function tableOf(page: Page): Promise<string[][]> {
  const rows = await page.locator(".data-table tbody tr").all();
  return Promise.all(rows.map(async (row) => (await row.locator("td").allInnerTexts()).map(words)));
}

async function figuresOf(page: Page): Promise<string[]> {
  await page.locator(".figure", { hasText: "…" }).first().waitFor({ state: "detached" });
  return (await textsOf(page, ".figure dd")).map(words);
}

test("the day at a glance has the exceptions first, then what the server reckons", async (context) => {
  const kiosk = await context.open("reports");
  const { page } = kiosk;
  const { story } = context;
  await page.locator(".exception-tile").first().waitFor();
  const revenue = (await story.operator.get("/api/reports/revenue")).body.total;
  const { total } = (await story.operator.get("/api/reports/occupancy")).body;
  const [money, exits, , inside] = await figuresOf(page);
  assert.deepEqual([money, exits, inside], [`€ ${(revenue.amount / 100).toFixed(2)}`, String(total.exits), "3 of 40"]);
  const { summary } = (await story.operator.get("/api/reports/exceptions")).body;
  const shown = await textsOf(page, ".exception-count");
  assert.deepEqual(
    shown,
    summary.map(({ count }: { count: number }) => String(count)),
  );
  await page.locator(".exception-tile", { hasText: "Voids" }).click();
  const row = page.locator(".data-table tbody tr");
  await row.first().waitFor();
  assert.deepEqual(
    (await tableOf(page)).map((cells) => [cells[1], cells[2], cells[4], cells[5]]),
    [["Void", "operator", "€ 2.50", "Wrong amount"]],
  );
  const { seq } = (await story.operator.get("/api/reports/exceptions?kind=void")).body.items[0];
  await row.locator("a").click();
  await page.waitForURL(new RegExp(`#/admin/ledger/${seq}$`));
  assert.deepEqual(kiosk.complaints, []);
});

test("the overview tells what was taken today, and what happens shows by itself", async (context) => {
  const kiosk = await context.open("", {}, startReportStory);
  const card = kiosk.page.locator(".hub-card", { hasText: "Reports" });
  await card.getByText("€ 50.00 today · 9 exceptions").waitFor();
  await context.story.cashier.post("/api/lanes/exit-1/intent", { intent: "open", reason: "staff" });
  await card.getByText("· 11 exceptions").waitFor();
});

test("a bar tells its value to a finger and to the arrow keys, and the table says the same", async (context) => {
  const kiosk = await context.open("reports/revenue");
  const { page } = kiosk;
  const reading = page.locator(".chart-reading");
  await page.locator(".chart-bar").nth(9).waitFor();
  const box = await page.locator(".chart-bar").nth(8).boundingBox();
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 5);
  const tapped = words(await reading.innerText());
  assert.match(tapped, /^08:00 · € \d+\.\d\d · 1 payment$/);
  await page.keyboard.press("ArrowRight");
  assert.match(words(await reading.innerText()), /^09:00 · /);
  const said = await page.getByRole("slider").getAttribute("aria-valuetext");
  assert.equal(words(said ?? ""), words(await reading.innerText()));
  await kiosk.tap("Table");
  const rows = await tableOf(page);
  assert.equal(rows.length, 19, "the evening is not over");
  assert.equal(tapped, `08:00 · ${rows[8]?.[5]} · ${rows[8]?.[1]} payment`);
  assert.deepEqual((await textsOf(page, ".data-table tfoot td")).map(words).slice(0, 2), ["Total", "7"]);
  for (const by of ["Lane", "Method", "Tariff", "Person"]) {
    await kiosk.tap(by);
    await page
      .getByRole("heading", { name: `Revenue by ${by === "Method" ? "payment method" : by.toLowerCase()}` })
      .waitFor();
    await page.locator(".rank li").first().waitFor();
    if (by === "Method") assert.deepEqual((await textsOf(page, ".rank-name")).map(words), ["Cash", "Card"]);
  }
  assert.deepEqual(kiosk.complaints, []);
});

test("the night of 25 hours has its hour twice, a day of 23 hours lacks one, and both say so", async (context) => {
  const kiosk = await context.open("reports/revenue", {}, startLongNight);
  const { page } = kiosk;
  await page.getByText("one hour comes twice, as A and B").waitFor();
  const marks = await page.locator(".chart-mark").allTextContents();
  assert.ok(marks.includes("02A") && marks.includes("02B"), marks.join(" "));
  const widths = await Promise.all(
    (await page.locator(".chart-bar").all()).map(async (bar) => (await bar.boundingBox())?.x ?? 0),
  );
  assert.equal(widths.length, 25);
  await kiosk.tap("Table");
  const names = (await tableOf(page)).map(([name, payments]) => [name, payments]);
  assert.deepEqual(names.slice(1, 5), [
    ["01:00", "0"],
    ["02:00 A", "1"],
    ["02:00 B", "1"],
    ["03:00", "0"],
  ]);
  await goAdmin(kiosk, "reports/revenue/2026-03-29..2026-03-29/hour");
  await page.getByText("one hour is missing").waitFor();
  await kiosk.tap("Table");
  const short = (await tableOf(page)).map(([name]) => name);
  assert.deepEqual([short.length, short.slice(0, 4)], [23, ["00:00", "01:00", "03:00", "04:00"]]);
  await goAdmin(kiosk, "reports/day/2026-10-25");
  await page.getByText("This day has 25 hours").waitFor();
});

test("the period is kept in the address, and two days in the wrong order are refused at the field", async (context) => {
  const kiosk = await context.open("reports");
  const { page } = kiosk;
  await kiosk.tap("Yesterday");
  await page.getByText(/Thu,? 19 Nov 2026/).waitFor();
  assert.equal((await figuresOf(page))[0], "€ 12.50");
  await page.reload();
  await page.getByText(/Thu,? 19 Nov 2026/).waitFor();
  await kiosk.tap("From – to…");
  await page.getByLabel("To", { exact: true }).fill("2026-11-18");
  await page.getByText("Choose two days, the first one first.").waitFor();
  await page.getByLabel("From", { exact: true }).fill("2026-11-17");
  await page.waitForURL(/glance\/2026-11-17\.\.2026-11-18$/);
  await page.getByText("No exceptions in this period.").waitFor();
  const days = /\/2026-11-17\.\.2026-11-18$/;
  await page.getByRole("link", { name: "Revenue", exact: true }).click();
  await page.waitForURL(days);
  await page.getByRole("link", { name: "Shifts", exact: true }).click();
  await page.waitForURL(/shifts$/);
  await page.getByRole("link", { name: "Occupancy", exact: true }).click();
  await page.waitForURL(days);
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await page.waitForURL(/day\/2026-11-18$/);
  assert.deepEqual(kiosk.complaints, []);
});

test("somebody counts the cars: refused at the field, saved with its reason, and a car in between is told", async (context) => {
  const kiosk = await context.open("reports/occupancy", {}, startReportStory);
  const { page } = kiosk;
  const { booth, operator } = context.story;
  const inside = async () => (await operator.get("/api/site")).body.carsInside;
  await page.getByRole("link", { name: "Set the count" }).click();
  const cars = page.getByLabel("Cars you counted");
  await page.getByText("The booth has 3 cars inside, of 40 spaces.").waitFor();
  await cars.fill("many");
  await page.locator(".field-error", { hasText: "Type a whole number." }).waitFor();
  await cars.fill("1234567");
  await page.locator(".field-error", { hasText: "Type at most 6 digits." }).waitFor();
  await cars.fill("200000");
  await kiosk.tap("Counted on site");
  await kiosk.tap("Set to 200000 cars");
  await page.locator(".confirm", { hasText: "Set to 200000 cars? There are only 40 spaces." }).waitFor();
  await kiosk.tap("Set to 200000 cars");
  await page.locator(".field-error").waitFor();
  assert.equal(await inside(), 3);
  await cars.fill("7");
  await carAt(booth, "entry-1", "NEW1234");
  await kiosk.tap("Set to 7 cars");
  await page.getByText("Cars came or left meanwhile: 4 are inside now.").waitFor();
  assert.equal(await inside(), 4);
  assert.deepEqual([...(await adminFaults(page)), ...(await accessFaults(page))], []);
  await kiosk.tap("Keep 4 cars");
  await page.getByText("The booth has 4 cars inside").waitFor();
  await cars.fill("9");
  await kiosk.tap("Other…");
  await page.getByLabel("Note").fill("walked the deck");
  await carAt(booth, "entry-1", "NEW1235");
  await kiosk.tap("Set to 9 cars");
  await kiosk.tap("Set to 9 anyway");
  await page.getByText("9 cars are inside now.").waitFor();
  assert.equal(await inside(), 9);
  const { data } = (await operator.get("/api/events?kind=occupancy_adjustment")).body.items[0];
  assert.deepEqual([data.before, data.after, data.reason, data.note], [5, 9, "other", "walked the deck"]);
  assert.deepEqual(kiosk.complaints, []);
});

test("a day says how late it was signed, what it came to and the totals for ever", async (context) => {
  const kiosk = await context.open("reports/day");
  const { page } = kiosk;
  await page.getByText("Not closed yet: figures so far.").waitFor();
  assert.equal(await page.getByText("Next day").count(), 0);
  await page.getByText("Previous day").click();
  await page.getByText("Signed late, by 3 h 4 min").waitFor();
  const report = (await context.story.operator.get("/api/reports/day?date=2026-11-19")).body;
  await page.getByRole("link", { name: `Ledger entry ${report.closed.seq}` }).waitFor();
  const ever = page.locator(".sum-card", { hasText: "Since the first day" });
  assert.ok(
    words(await ever.innerText()).includes(`Payments less voids € ${(report.atEnd.perpetual / 100).toFixed(2)}`),
  );
  await page.getByText("Next day").click();
  await page.getByText("Not closed yet").waitFor();
});

test("a shift that was over leads to its report", async (context) => {
  const { page, complaints } = await context.open("reports/shifts");
  const difference = page.locator("tr", { hasText: "#1" }).locator(".over-short");
  assert.equal(words(await difference.innerText()), "Over € 0.50");
  await page.getByRole("link", { name: "#1" }).click();
  await page.getByRole("heading", { name: "Shift #1 · cashier" }).waitFor();
  assert.equal(words(await page.locator(".sum-card .over-short").innerText()), "Over € 0.50");
  assert.deepEqual(complaints, []);
});

test("a report goes into a file and onto paper, whole and in the reader's language, and the screen stays", async (context) => {
  const kiosk = await openGerman(context, "reports/exceptions");
  const { page } = kiosk;
  await page.evaluate("window.print = () => { window.printed = (window.printed ?? 0) + 1 }");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("CSV-Datei").click()]);
  assert.equal(download.suggestedFilename(), "exceptions-2026-11-20.csv");
  const file = readFileSync(await download.path(), "utf8");
  assert.match(file, /^\ufeffJournaleintrag,Was,Wann/);
  assert.equal(file.trim().split("\r\n").length, 10);
  await kiosk.tap("Drucken");
  await until(() => page.evaluate<boolean>("window.printed === 1"), "the print dialog");
  await page.emulateMedia({ media: "print" });
  await page.locator(".paper h1", { hasText: "Auffälligkeiten, 2026-11-20" }).waitFor();
  assert.equal(await page.locator(".paper tbody tr").count(), 9);
  assert.equal(await page.locator("#app").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  assert.equal(await page.locator(".paper").count(), 0);
  await page.getByRole("heading", { name: "Auffälligkeiten" }).waitFor();
  assert.deepEqual(kiosk.complaints, []);
});

test("who may not set the count sees no button and gets no page; who may not read reports gets none", async (context) => {
  const reader = await context.open("reports/occupancy", { as: "readonly" });
  await reader.page.locator(".chart").waitFor();
  assert.equal(await reader.page.getByText("Set the count").count(), 0);
  await goAdmin(reader, "reports/occupancy/count");
  await reader.page.getByText("or your role may not see it").waitFor();
  const cashier = await openAdmin(context.story.booth, "reports", { as: "cashier" });
  await cashier.page.getByText("or your role may not see it").waitFor();
  assert.equal(await cashier.page.locator(".admin-nav", { hasText: "Reports" }).count(), 0);
  await cashier.close();
});

/** The page of an administrator who reads German. */
async function openGerman(context: Context, path: string): Promise<Kiosk> {
  shared ??= startReportStory();
  const { booth } = await shared;
  await (await booth.signIn("admin")).put("/api/auth/language", { language: "de" });
  return context.open(path, { as: "admin" });
}

test.run();
