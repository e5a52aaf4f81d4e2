import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import { archivesIn, backUp, putPicture, statusOf, TEST_BACKUP_KEY } from "../helpers/backups.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { entriesOf } from "./helpers/ledger.ts";
import { faultsInLooks } from "./helpers/looks.ts";
import { button, closeBrowser, type Kiosk, startKioskBooth } from "./helpers/page.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  kiosk: Kiosk | null;
}
const test = suite<Context>("backups on the screen");

test.before.each(async (context) => {
  context.booth = await startKioskBooth({ env: { BACKUP_KEY: TEST_BACKUP_KEY } });
  context.admin = await context.booth.signIn("admin");
  context.kiosk = null;
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk?.close();
  await booth.close();
});
test.after(closeBrowser);

async function show(context: Context, path: string, options: Parameters<typeof openAdmin>[2] = {}): Promise<Page> {
  context.kiosk = await openAdmin(context.booth, path, options);
  return context.kiosk.page;
}

const save = (page: Page) => page.locator("footer .primary");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const rows = (page: Page) => page.locator(".data-table tbody tr");
const missing = ({ booth }: Context) => join(booth.dataDir, "usb");

/** So many backups, an hour apart. */
async function makeSome({ booth, admin }: Context, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    await backUp(admin);
    booth.clock.advance(3_600_000);
  }
}

test("a backup is made from the screen, with its progress, and is in the list with why it is kept", async (context) => {
  putPicture(context.booth, "large", 20_000_000);
  const page = await show(context, "backup");
  await page.getByText("There is no backup yet.").waitFor();
  await save(page).click();
  await page.getByRole("progressbar", { name: "A backup is being made" }).waitFor();
  const reasons = "one of the newest, newest of its day, newest good one";
  await rows(page).filter({ hasText: reasons }).waitFor({ timeout: 30_000 });
  assert.equal(await rows(page).count(), 1);
  await rows(page).getByText("Verified").waitFor();
  await page.locator(".backup-standing", { hasText: "All well" }).waitFor();
  assert.equal(entriesOf(context.booth, "backup_done").length, 1);
  await goAdmin(context.kiosk as Kiosk, "");
  await page.locator(".hub-card", { hasText: "all is well" }).waitFor();
  await goAdmin(context.kiosk as Kiosk, "ledger");
  await page.getByText("Backup written").locator("visible=true").first().waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("one copy is verified, and one that was altered is marked, with what to do", async (context) => {
  const { booth, admin } = context;
  await makeSome(context, 2);
  const page = await show(context, "backup");
  await rows(page)
    .nth(1)
    .getByRole("button", { name: /^Verify the backup of/ })
    .click();
  await page.getByText("The backup is whole and can be read.").waitFor();
  assert.equal((await statusOf(admin)).copies[1]?.provedAt, "2026-11-20T16:54:00.000Z");
  const folder = join(booth.dataDir, "backups");
  const path = join(folder, String(archivesIn(folder)[1]));
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = Number(bytes[bytes.length - 40]) ^ 1;
  writeFileSync(path, bytes);
  await rows(page)
    .nth(0)
    .getByRole("button", { name: /^Verify/ })
    .click();
  await page.getByRole("alert").getByText("The file is damaged and cannot be restored.").waitFor();
  await rows(page).nth(0).getByText("Damaged").waitFor();
  await rows(page).nth(1).getByText("newest good one").waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("before less is kept, what the next run deletes is shown and confirmed once", async (context) => {
  const { admin } = context;
  await makeSome(context, 4);
  const page = await show(context, "backup/settings");
  await page.getByText("The next run deletes nothing").waitFor();
  await field(page, "One backup per day for").fill("0");
  await field(page, "Newest backups to keep").fill("2");
  await page.getByText("The next run deletes 3 backups").waitFor();
  assert.equal(await page.locator(".backup-doomed-list li").count(), 3);
  await save(page).click();
  await page.getByText("Delete 3 more backups?").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".confirm").waitFor({ state: "detached" });
  assert.equal((await statusOf(admin)).keepLast, 7);
  await save(page).click();
  await page.locator(".confirm .danger-fill").click();
  await save(page).getByText("Nothing has changed").waitFor();
  const { keepLast, keepDailyDays, copies } = await statusOf(admin);
  assert.deepEqual([keepLast, keepDailyDays, copies.length], [2, 0, 4]);
  await goAdmin(context.kiosk as Kiosk, "backup");
  await rows(page).nth(3).getByText("deleted by the next run").waitFor();
  await goAdmin(context.kiosk as Kiosk, "backup/settings");
  await field(page, "Newest backups to keep").fill("");
  await field(page, "One backup per day for").fill("");
  await save(page).click();
  await until(async () => (await statusOf(admin)).keepDailyDays === 30, "the defaults again");
  assert.equal((await statusOf(admin)).keepLast, 7);
  await until(
    async () => (await field(page, "Newest backups to keep").inputValue()) === "7",
    "the default in its field",
  );
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("what is no number, no schedule or no directory is said at its field, and nothing is saved", async (context) => {
  const { admin } = context;
  const page = await show(context, "backup/settings");
  await field(page, "Newest backups to keep").fill("-1");
  await page.getByText("Type a whole number from 0 to 100,000.").waitFor();
  await save(page).getByText("Correct what is marked first").waitFor();
  await field(page, "Newest backups to keep").fill("5");
  await field(page, "Directory for backups").fill("usb");
  await save(page).click();
  await page.getByText("expected the absolute path of a directory, such as /mnt/usb/backups").waitFor();
  await field(page, "Directory for backups").fill(missing(context));
  await button(page, "Otherwise").click();
  await field(page, "Schedule of backups").fill("at three");
  await save(page).click();
  await page.getByText("expected a cron schedule of five fields, such as 0 3 * * *").waitFor();
  assert.equal((await statusOf(admin)).keepLast, 7);
  await button(page, "Once a day").click();
  await field(page, "Time").fill("4:30");
  await save(page).click();
  await until(async () => (await statusOf(admin)).schedule === "30 4 * * *", "half past four");
  const { keepLast, targetDir } = await statusOf(admin);
  assert.deepEqual([keepLast, targetDir], [5, missing(context)]);
});

test("somebody else who saved first is not overwritten", async (context) => {
  const { admin } = context;
  const page = await show(context, "backup/settings");
  await field(page, "Newest backups to keep").fill("9");
  await admin.put("/api/backup/config", { keepLast: 20, keepDailyDays: 40 });
  await save(page).click();
  await page.getByText("Somebody else saved this meanwhile.").waitFor();
  assert.equal((await statusOf(admin)).keepLast, 20);
  await button(page, /^Keep mine/).click();
  await until(async () => (await field(page, "One backup per day for").inputValue()) === "40", "their days");
  await save(page).click();
  await until(async () => (await statusOf(admin)).keepLast === 9, "my number");
  assert.equal((await statusOf(admin)).keepDailyDays, 40);
});

test("a target that fails raises an alarm on every screen, says what to do, and a good backup ends it", async (context) => {
  const { admin } = context;
  await admin.put("/api/backup/config", { targetDir: missing(context) });
  const page = await show(context, "");
  const banner = page.locator(".banner");
  await banner.getByText("The place for backups cannot be used. Payments work.").waitFor();
  await backUp(admin);
  await banner.getByText("The last backup failed. Payments work.").waitFor();
  await page.locator(".hub-card", { hasText: "The last one failed" }).waitFor();
  await page.evaluate("location.hash = ''");
  await button(page, "Show backups").click();
  const alert = page.locator(".backup-trouble");
  await alert.getByText("The directory is not there. Plug in the disk and mount it").waitFor();
  await alert.getByText("The booth tries again every hour.").waitFor();
  mkdirSync(missing(context));
  await save(page).click();
  await banner.waitFor({ state: "detached" });
  await alert.waitFor({ state: "detached" });
  assert.equal(await rows(page).count(), 1);
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("a backup that is overdue is told with its age, and gravely after three days", async (context) => {
  await backUp(context.admin);
  const page = await show(context, "backup");
  await page.locator(".backup-standing").waitFor();
  const { lastSuccess, ...status } = await statusOf(context.admin);
  const told = async (hours: number) => {
    const startedAt = new Date(context.booth.clock.now() - hours * 3_600_000).toISOString();
    const late = { ...status, ok: false, late: true, lastSuccess: { ...lastSuccess, startedAt } };
    await page.unroute("**/api/backup/status");
    await page.route("**/api/backup/status", (route) => route.fulfill({ json: late }));
    await goAdmin(context.kiosk as Kiosk, "backup/restore");
    await goAdmin(context.kiosk as Kiosk, "backup");
  };
  await told(30);
  await page.locator(".banner:not(.grave)").getByText("The last good backup is 1 d 6 h old.").waitFor();
  await page.getByText("The last good backup was made 1 d 6 h ago").waitFor();
  await told(80);
  await page.locator(".banner.grave").getByText("The last good backup is 3 d 8 h old.").waitFor();
});

test("a newest backup that is gone is told, though it was made", async (context) => {
  await backUp(context.admin);
  rmSync(join(context.booth.dataDir, "backups"), { recursive: true });
  const page = await show(context, "backup");
  await page.locator(".banner").getByText("The newest backup is missing or damaged. Payments work.").waitFor();
  await page.getByRole("heading", { name: "The newest backup is missing or damaged" }).waitFor();
});

test("a restore is not done here: the commands for the host are there to copy", async (context) => {
  await makeSome(context, 2);
  const page = await show(context, "backup/restore");
  const [older, newer] = archivesIn(join(context.booth.dataDir, "backups"));
  const command = page.locator("code", { hasText: "boothctl backup restore" });
  const line = async () => (await command.innerText()).replace(/\s+/g, " ").trim();
  const expected = (name = "") =>
    `boothctl backup restore ${join(context.booth.dataDir, "backups", name)} --into "\${DATA_DIR:?}" --set-aside`;
  await command.waitFor();
  assert.equal(await line(), expected(newer));
  await page.getByLabel("Backup to restore").selectOption(String(older));
  assert.equal(await line(), expected(older));
  await context.kiosk?.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy command: boothctl backup restore" }).click();
  await page.getByText("The command is copied.").waitFor();
  assert.equal(await page.evaluate("navigator.clipboard.readText()"), expected(older));
});

test("who may only look sees how backups stand and nothing to press; who may not gets no page", async (context) => {
  await makeSome(context, 1);
  await context.admin.put("/api/backup/config", { targetDir: missing(context) });
  await backUp(context.admin);
  const page = await show(context, "backup", { as: "readonly" });
  await page.locator(".backup-trouble").waitFor();
  assert.equal(await page.locator(".admin-page button").count(), 0);
  assert.equal(await page.getByRole("link", { name: "Backup settings" }).count(), 0);
  await goAdmin(context.kiosk as Kiosk, "backup/settings");
  await page.getByText("There is no such page, or your role may not see it.").waitFor();
  await context.kiosk?.close();
  const cashier = await show(context, "backup", { as: "cashier" });
  await cashier.getByText("There is no such page, or your role may not see it.").waitFor();
  assert.equal(await cashier.locator(".banner").count(), 0);
});

test("without a key the page says what is missing, and the frame stays calm until a backup is missed", async (context) => {
  await context.booth.close();
  context.booth = await startKioskBooth();
  const page = await show(context, "backup");
  await page.getByRole("heading", { name: "No backups are made" }).waitFor();
  await page.getByText("The key BACKUP_KEY is not set on the host.").waitFor();
  await save(page).getByText("The key for backups is missing").waitFor();
  assert.equal(await page.locator(".banner").count(), 0);
  context.booth.clock.advance(24 * 3_600_000);
  await page.reload();
  await page.locator(".banner").getByText("No backups are made: their key is missing.").waitFor();
});

for (const language of ["en", "de"] as const) {
  test(`nothing is cut off, covered or hard to reach, in ${language}`, async (context) => {
    const { admin } = context;
    await admin.put("/api/auth/language", { language });
    await makeSome(context, 3);
    const page = await show(context, "backup");
    const audit = async (where: string) => assert.deepEqual(await faultsInLooks(page, language), [], where);
    await rows(page).first().waitFor();
    await audit("backup");
    await goAdmin(context.kiosk as Kiosk, "backup/restore");
    await page.locator(".backup-steps").waitFor();
    await audit("restore");
    await goAdmin(context.kiosk as Kiosk, "backup/settings");
    await page.locator(".form-part input").first().fill("0");
    await page.locator(".form-part input").nth(1).fill("0");
    await page.locator(".backup-doomed").waitFor();
    await audit("settings");
    await save(page).click();
    await page.locator(".confirm").waitFor();
    await audit("the question");
    await page.locator(".confirm .danger-fill").click();
    await page.locator(".confirm").waitFor({ state: "detached" });
    await admin.put("/api/backup/config", { targetDir: missing(context) });
    await backUp(admin);
    await goAdmin(context.kiosk as Kiosk, "backup");
    await page.locator(".backup-trouble").waitFor();
    await audit("trouble");
    assert.deepEqual(context.kiosk?.complaints, []);
  });
}

test.run();
