import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Subscription } from "../../common/api/subscriptions.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { until } from "../helpers/until.ts";
import { openAdmin } from "./helpers/admin.ts";
import { button, closeBrowser, type Kiosk, startKioskBooth } from "./helpers/page.ts";

interface Context {
  booth: TestBooth;
  client: Client;
  kiosk: Kiosk;
}

const test = suite("subscriptions out of a file", {} as Context);

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.client = await context.booth.signIn("operator");
  context.kiosk = await openAdmin(context.booth, "subscriptions/import", { as: "operator" });
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const stored = async (client: Client): Promise<Subscription[]> => (await client.get("/api/subscriptions")).body.items;
const tapPrimary = (kiosk: Kiosk) => kiosk.page.locator("footer [data-primary]").click();

const GOOD_FILE = "holder,plates,validFrom,validTo\nAda,A1,2026-01-01,2026-12-31\nBob,B1 | B2,2026-01-01,2026-12-31\n";
const BAD_FILE = `${GOOD_FILE}Cleo,A1,2026-01-01,2026-12-31\n,D1,2026-13-01,2026-12-31\n`;
const fileOf = (buffer: Buffer) => ({ name: "list.csv", mimeType: "text/csv", buffer });

test("a file is checked row by row before anything is stored, and bad rows are skipped only when told", async ({
  client,
  kiosk,
}) => {
  const { page } = kiosk;
  await page.locator("input[type=file]").setInputFiles(fileOf(Buffer.from(BAD_FILE)));
  await until(async () => (await page.locator("textarea").inputValue()) === BAD_FILE, "the text of the file");
  await tapPrimary(kiosk);
  await page.getByText("2 rows are good. 2 rows are bad.").waitFor();
  const rows = await page.locator(".data-table tbody tr").allTextContents();
  assert.match(rows.join("\n"), /^4Cleoplates.*line 2.*\n5holder.*\n5validFrom/);
  assert.deepEqual(await stored(client), []);
  await kiosk.tap(/^Import 2 subscriptions/);
  await page.getByText("2 subscriptions are imported. 2 rows are bad.").waitFor();
  assert.equal(await page.locator(".data-table tbody tr").count(), 3);
  const file = await page.getByRole("link", { name: "Download the bad rows" }).getAttribute("href");
  assert.match(decodeURIComponent(file ?? ""), /"4","Cleo","plates".*\r\n"5"/s);
  assert.equal(await page.locator("footer .button").count(), 0);
  await kiosk.tap("Put in an example");
  await kiosk.tap("Keep");
  assert.equal(await page.locator("textarea").inputValue(), BAD_FILE);
  assert.deepEqual((await stored(client)).map(({ holder }) => holder).sort(), ["Ada", "Bob"]);
  assert.deepEqual(kiosk.complaints, []);
});

test("a good file needs a check and one tap, and one that is not in UTF-8 is not taken", async ({ client, kiosk }) => {
  const { page } = kiosk;
  await page.locator("input[type=file]").setInputFiles(fileOf(Buffer.from(`${GOOD_FILE}J\xfcrgen`, "latin1")));
  await page.locator(".field-error", { hasText: "UTF-8" }).waitFor();
  await page.locator("textarea").fill("name\nAda\n");
  await tapPrimary(kiosk);
  await page.locator(".field-error", { hasText: '"name" is no column' }).waitFor();
  await page.locator("textarea").fill(GOOD_FILE);
  await tapPrimary(kiosk);
  await button(page, "Import 2 subscriptions").waitFor();
  await tapPrimary(kiosk);
  await page.locator(".data-table a", { hasText: "Bob" }).waitFor();
  assert.equal((await stored(client)).length, 2);
  assert.deepEqual(kiosk.complaints, []);
});

test.run();
