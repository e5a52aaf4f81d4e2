import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import type { WashCategory } from "../../common/api/carwash.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { type FakeCollector, openFakeCollector } from "../helpers/fake-collector.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { entriesOf } from "./helpers/ledger.ts";
import { faultsInLooks, LOOKS } from "./helpers/looks.ts";
import { button, closeBrowser, type Kiosk, type KioskOptions } from "./helpers/page.ts";
import { startWashStory } from "./helpers/wash-story.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  kiosk: Kiosk;
  /** Opens a page of the story, with these settings of the booth. */
  show(path: string, options?: KioskOptions & { as?: string }, env?: Record<string, string>): Promise<Page>;
}

const test = suite<Context>("the car wash on the screen");
const closers: (() => Promise<unknown>)[] = [];

test.before.each((context) => {
  context.show = async (path, options = {}, env = {}) => {
    context.booth = await startWashStory(env);
    closers.push(() => context.booth.close());
    context.admin = await context.booth.signIn("admin");
    context.kiosk = await openAdmin(context.booth, path, options);
    closers.push(() => context.kiosk.close());
    return context.kiosk.page;
  };
});
test.after.each(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
test.after(closeBrowser);

const CATEGORIES = "/api/carwash/categories";
const stored = async (client: Client): Promise<WashCategory[]> => (await client.get(CATEGORIES)).body.items;
const names = async (client: Client) => (await stored(client)).map(({ name }) => name);
const save = (page: Page) => page.locator("footer .primary");
const row = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, name: string) => row(page, name).getByLabel("Name");
const vehicle = (page: Page, name: string, which: string) =>
  row(page, name).getByRole("button", { name: which, exact: true });

async function collector(): Promise<FakeCollector> {
  const fake = await openFakeCollector();
  closers.push(fake.close);
  return fake;
}

test("a category is added, named and put in its place; the server has it, and the ledger says who changed what", async (context) => {
  const page = await context.show("carwash/categories");
  const { admin, booth } = context;
  await save(page).getByText("Nothing has changed").waitFor();
  await button(page, "Add a category").click();
  await save(page).getByText("Give each category a name").waitFor();
  await field(page, "New category").fill("Van & Co");
  await save(page).getByText("Choose vehicles for Van & Co").waitFor();
  await vehicle(page, "Van & Co", "Van").click();
  await vehicle(page, "L", "Van").click();
  await button(page, "Move Van & Co up").click();
  await save(page).click();
  await save(page).getByText("Nothing has changed").waitFor();
  assert.deepEqual(
    (await stored(admin)).map(({ id, classes }) => [id, classes.join()]),
    [
      ["s", "sedan,hatchback,motorcycle"],
      ["m", "suv,mpv,pickup"],
      ["van-co", "van"],
      ["l", "truck,bus,other"],
    ],
  );
  assert.equal(entriesOf(booth, "site_change").at(-1)?.data.after.washCategories !== undefined, true);
  await goAdmin(context.kiosk, "ledger");
  await page.locator("a.ledger-row", { hasText: "Wash categories" }).first().waitFor();
  assert.deepEqual(context.kiosk.complaints, []);
});

test("a name that is taken is said at its field, kinds in no category are named, and a removal waits for the save", async (context) => {
  const page = await context.show("carwash/categories");
  const { admin } = context;
  await field(page, "M").fill("S");
  await row(page, "S").nth(1).getByText("Another category has this name").waitFor();
  await save(page).getByText("Another category has this name").waitFor();
  await button(page, "Discard changes").click();
  await button(page, "Remove L").click();
  await page.getByText("In no category: Van, Truck, Bus, Other vehicle.").waitFor();
  assert.deepEqual(await names(admin), ["S", "M", "L"]);
  await save(page).click();
  await until(async () => (await names(admin)).join() === "S,M", "the removal");
  await button(page, "Remove M").click();
  await button(page, "Remove S").click();
  await page.getByText("No categories yet: cashiers cannot order a wash.").waitFor();
});

test("somebody else who saved first is not overwritten: take theirs, or keep mine and save again", async (context) => {
  const page = await context.show("carwash/categories");
  const { admin } = context;
  const rename = async (name: string) => {
    const items = (await stored(admin)).map((category, at) => (at === 0 ? { ...category, name } : category));
    assert.equal((await admin.put(CATEGORIES, { items })).status, 200);
  };
  await field(page, "S").fill("Mine");
  await rename("Theirs");
  await save(page).click();
  await page.getByText("Somebody else saved this meanwhile.").waitFor();
  assert.deepEqual(await names(admin), ["Theirs", "M", "L"]);
  await button(page, /^Take theirs/).click();
  await field(page, "Theirs").fill("Mine");
  await rename("Theirs again");
  await save(page).click();
  await button(page, /^Keep mine/).click();
  await save(page).click();
  await until(async () => (await names(admin))[0] === "Mine", "my name");
});

test("pictures wait while the collector is away: how many, why, since when, what is sampled and how to send them", async (context) => {
  const page = await context.show("");
  await page.locator(".hub-card", { hasText: "2 waiting to be sent" }).waitFor();
  const cashier = await context.booth.signIn("cashier");
  await cashier.post("/api/carwash/orders", { plate: "KX482BD", categoryId: "s" });
  await goAdmin(context.kiosk, "carwash");
  await page.getByText("1 in 2 entries sampled", { exact: true }).waitFor();
  await page.getByText("The collector cannot be reached. The pictures wait here until it works again.").waitFor();
  assert.deepEqual(
    (await page.locator(".data-table tbody tr").allInnerTexts()).map((text) => text.split("\t").slice(0, 2)),
    [
      ["Washes", "1"],
      ["Entries", "2"],
    ],
  );
  await page.getByText("http://127.0.0.1:9: ").waitFor();
  await page.getByText("boothctl review flush", { exact: true }).waitFor();
});

test("what the collector refuses for good is listed in words, and what it takes is gone from the queue", async (context) => {
  const fake = await collector();
  fake.next.push({ status: 415 });
  const page = await context.show("carwash", {}, { COLLECTOR_URL: fake.url });
  await page.getByText("Nothing waits: all is sent.").waitFor();
  await page.getByText("The collector takes only JPEG pictures.").first().waitFor();
  await page.getByText("boothctl review flush --set-aside").waitFor();
  await page.locator(".figure", { hasText: "Sent" }).getByText("1", { exact: true }).waitFor();
  await goAdmin(context.kiosk, "");
  await page.locator(".hub-card", { hasText: "1 set aside" }).waitFor();
  assert.deepEqual(context.kiosk.complaints, []);
});

test("without a collector and without sampling the page says what to set", async (context) => {
  const page = await context.show("carwash", {}, { COLLECTOR_URL: "", CARWASH_REVIEW_ENTRY_SAMPLE: "0" });
  await page.getByText("No pictures are kept for review: set COLLECTOR_URL or CARWASH_REVIEW_ENTRY_SAMPLE.").waitFor();
  await page.getByText("Off: no entries are sampled").waitFor();
});

test("orders are listed with who chose what, and where the camera saw something else", async (context) => {
  const page = await context.show("carwash/orders");
  await page.getByText("No wash ordered yet. Cashiers order them from a stay.").waitFor();
  const cashier = await context.booth.signIn("cashier");
  for (const [plate, categoryId] of [
    ["KX482BD", "s"],
    ["LM901TR", "l"],
  ])
    await cashier.post("/api/carwash/orders", { plate, categoryId });
  const rows = page.locator(".data-table tbody tr");
  await until(async () => (await rows.count()) === 2, "both orders");
  assert.deepEqual(
    (await rows.allInnerTexts()).map((text) => text.replaceAll("\n", "").split("\t").slice(1, 6)),
    [
      ["LM 901 TR", "L", "≠SUV", "cashier", "Yes"],
      ["KX 482 BD", "S", "Car", "cashier", "Yes"],
    ],
  );
  await rows.first().locator("a").click();
  await page.getByText("Goes to be reviewed").waitFor();
  await page.getByText("Van, Truck, Bus, Other vehicle").waitFor();
});

test("who may only look reads the categories, and a cashier has no such page", async (context) => {
  const page = await context.show("carwash/categories", { as: "operator" });
  await page.getByRole("cell", { name: "SUV, MPV, Pickup" }).waitFor();
  assert.equal(await page.locator(".admin-page input, .admin-page footer").count(), 0);
  const other = await openAdmin(context.booth, "carwash", { as: "cashier" });
  closers.push(() => other.close());
  await other.page.getByText("There is no such page, or your role may not see it.").waitFor();
  assert.equal(await other.page.locator(".admin-nav a[href='#/admin/carwash']").count(), 0);
});

test("with the module off the page says so and leads to the modules, and is back with it", async (context) => {
  const page = await context.show("carwash");
  await page.getByText("1 in 2 entries sampled", { exact: true }).waitFor();
  await context.admin.put("/api/site-config", { modules: ["parking"] });
  await page.getByText("This module is switched off. Its data is kept.").waitFor();
  assert.equal(await page.locator(".admin-nav a[href='#/admin/carwash']").count(), 0);
  await page.getByRole("link", { name: "Show the modules" }).click();
  await page.getByRole("heading", { name: "Modules" }).waitFor();
  await context.admin.put("/api/site-config", { modules: null });
  await page.locator(".admin-nav a[href='#/admin/carwash']").click();
  await page.getByText("1 in 2 entries sampled", { exact: true }).waitFor();
});

for (const language of Object.keys(LOOKS) as (keyof typeof LOOKS)[])
  test(`every view is whole and open to everybody (${language})`, async (context) => {
    const fake = await collector();
    fake.next.push({ status: 415 }, { status: 500 });
    fake.always = { status: 503, headers: { "Retry-After": "60" } };
    const page = await context.show("", { language }, { COLLECTOR_URL: fake.url });
    const cashier = await context.booth.signIn("cashier");
    await cashier.post("/api/carwash/orders", { plate: "LM901TR", categoryId: "l" });
    await context.admin.put("/api/auth/language", { language });
    await page.reload();
    await page.locator(".hub-card").first().waitFor();
    const faults: string[] = [];
    for (const [path, awaited] of [
      ["", ".hub-card"],
      ["carwash", ".data-table tbody tr"],
      ["carwash/orders", ".data-table tbody tr"],
      ["carwash/categories", ".wash-category"],
    ] as const) {
      await goAdmin(context.kiosk, path);
      await page.locator(awaited).first().waitFor();
      faults.push(...(await faultsInLooks(page, language)).map((fault) => `${path || "overview"}: ${fault}`));
    }
    assert.equal(faults.join("\n"), "");
    assert.deepEqual(context.kiosk.complaints, []);
  });

test.run();
