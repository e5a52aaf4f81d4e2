import assert from "node:assert/strict";
import { suite } from "uvu";
import type { TestBooth } from "../helpers/booth.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults } from "./helpers/audit.ts";
import { closeBrowser, type Kiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("what is typed and not saved", {} as { booth: TestBooth; kiosk: Kiosk });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.kiosk = await openAdmin(context.booth, "roles/cashier", { size: SIZES[0] });
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const nameOf = ({ page }: Kiosk) => page.getByLabel("Name of the role");
const question = ({ page }: Kiosk) => page.getByRole("group", { name: "Leave without saving?" });
const heading = ({ page }: Kiosk, name: string) => page.getByRole("heading", { level: 1, name });
const toArea = ({ page }: Kiosk, name: string) => page.locator(".admin-nav").getByRole("link", { name }).click();

/** Types a name that no role has. */
async function typeName(kiosk: Kiosk): Promise<void> {
  await nameOf(kiosk).fill("Till");
}

test("whoever goes to another area is asked once, and what was typed is still there", async ({ kiosk }) => {
  await typeName(kiosk);
  await toArea(kiosk, "Ledger");
  await question(kiosk).waitFor();
  assert.deepEqual(await accessFaults(kiosk.page), []);
  assert.deepEqual(await adminFaults(kiosk.page), []);
  await kiosk.tap("Keep editing");
  await question(kiosk).waitFor({ state: "hidden" });
  assert.equal(await nameOf(kiosk).inputValue(), "Till");
  assert.match(kiosk.page.url(), /#\/admin\/roles\/cashier$/);
  assert.deepEqual(kiosk.complaints, []);
});

test("whoever leaves anyway gets where they wanted, and nothing is stored", async ({ booth, kiosk }) => {
  await typeName(kiosk);
  await toArea(kiosk, "Ledger");
  await kiosk.tap("Leave page");
  await heading(kiosk, "Ledger").waitFor();
  assert.match(kiosk.page.url(), /#\/admin\/ledger$/);
  await goAdmin(kiosk, "roles/cashier");
  assert.equal(await nameOf(kiosk).inputValue(), "Cashier");
  assert.equal((await (await booth.signIn("admin")).get("/api/roles/cashier")).body.name, "Cashier");
});

test("Back in the browser asks as well", async ({ kiosk }) => {
  await typeName(kiosk);
  await kiosk.page.evaluate("history.back()");
  await question(kiosk).waitFor();
  assert.equal(await nameOf(kiosk).inputValue(), "Till");
  await kiosk.tap("Leave page");
  await nameOf(kiosk).waitFor({ state: "detached" });
});

test("a lock keeps what was typed, out of sight", async ({ kiosk }) => {
  await typeName(kiosk);
  await kiosk.tap("Lock");
  await heading(kiosk, "Locked").waitFor();
  assert.equal(await nameOf(kiosk).isVisible(), false);
  await kiosk.page.locator("input[name=password]").fill("admin-pass");
  await kiosk.page.locator("input[name=password]").press("Enter");
  await nameOf(kiosk).waitFor();
  assert.equal(await nameOf(kiosk).inputValue(), "Till");
  await kiosk.tap("Save role");
  await kiosk.page.getByText("Saved.").waitFor();
});

test("who signs out is asked before it is lost", async ({ kiosk }) => {
  await typeName(kiosk);
  await kiosk.tap("Menu");
  await kiosk.tap("Sign out");
  await question(kiosk).waitFor();
  await kiosk.tap("Leave page");
  await kiosk.page.locator("input[name=password]").waitFor();
});

test("a reload is asked about by the browser", async ({ kiosk }) => {
  await nameOf(kiosk).click();
  await typeName(kiosk);
  const asked = kiosk.page.waitForEvent("dialog");
  const reloaded = kiosk.page.evaluate("setTimeout(() => location.reload())");
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  await reloaded;
  assert.equal(await nameOf(kiosk).inputValue(), "Till");
});

test("nobody is asked after saving, discarding or making something new", async ({ kiosk }) => {
  await typeName(kiosk);
  await kiosk.tap("Save role");
  await kiosk.page.getByText("Saved.").waitFor();
  await nameOf(kiosk).fill("Other");
  await kiosk.tap("Discard changes");
  await toArea(kiosk, "People");
  await heading(kiosk, "People").waitFor();
  await kiosk.tap("New person");
  await kiosk.page.getByLabel("Name", { exact: true }).fill("Maria Kern");
  await toArea(kiosk, "People");
  await question(kiosk).waitFor();
  await kiosk.tap("Keep editing");
  await kiosk.page.getByLabel("User name").fill("maria");
  await kiosk.page.getByLabel("First password", { exact: true }).fill("maria-pass-1");
  await kiosk.page.getByLabel("Role", { exact: true }).selectOption("cashier");
  await kiosk.page.locator(".actions:not([hidden]) [data-primary]").click();
  await heading(kiosk, "Maria Kern").waitFor();
  assert.equal(await question(kiosk).count(), 0);
  assert.deepEqual(kiosk.complaints, []);
});

test.run();
