import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, settled } from "./helpers/audit.ts";
import { button, closeBrowser, type Kiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("admin roles");
test.after(closeBrowser);

/** High enough that nothing is scrolled away. */
const ALL_IN_VIEW = { width: 1024, height: 2000 };

/** May change roles, and holds less than a cashier. */
const LEAD = { id: "lead", name: "Lead", permissions: ["role:read", "role:update", "shift:read", "session:read"] };

const right = ({ page }: Kiosk, name: string | RegExp) => page.getByRole("checkbox", { name });
const summary = ({ page }: Kiosk) => page.locator(".save-summary").textContent();
const focused = ({ page }: Kiosk) => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");

async function withBooth(work: (booth: TestBooth, admin: Client) => Promise<void>): Promise<void> {
  const booth = await startKioskBooth();
  try {
    await work(booth, await booth.signIn("admin"));
  } finally {
    await booth.close();
  }
}

async function openRole(booth: TestBooth, id: string, as = "admin"): Promise<Kiosk> {
  const kiosk = await openAdmin(booth, `roles/${id}`, { as });
  await kiosk.page.locator(".matrix").waitFor();
  return kiosk;
}

test("a role edit says what it does before it is saved, and changes another browser's screen on the next tap", () =>
  withBooth(async (booth, admin) => {
    const cashier = await openAdmin(booth, "", { as: "cashier" });
    assert.equal(await cashier.page.getByRole("link", { name: "Reports" }).count(), 0);
    const kiosk = await openRole(booth, "cashier");
    await right(kiosk, "see reports").click();
    await right(kiosk, "move cash in and out").click();
    assert.equal(await summary(kiosk), "+1 −1 · 1 person has it · from their next tap");
    assert.match((await kiosk.page.locator(".role-words").textContent()) ?? "", /Cannot .*move cash in and out/);
    await kiosk.page.getByRole("link", { name: "Operator" }).click();
    await kiosk.page.getByText("Save or discard your changes first").waitFor();
    assert.equal(await right(kiosk, /^see reports/).isChecked(), true);
    await kiosk.tap("Save role");
    await kiosk.page.getByText("Nothing has changed").waitFor();
    const { permissions } = (await admin.get("/api/roles/cashier")).body;
    assert.ok(permissions.includes("report:read") && !permissions.includes("shift:cash"));
    await cashier.page.locator(".admin-nav").getByRole("link", { name: "This screen" }).click();
    await cashier.page.getByRole("link", { name: "Reports" }).first().waitFor();
    assert.deepEqual([...kiosk.complaints, ...cashier.complaints], []);
    await kiosk.close();
    await cashier.close();
  }));

test("the matrix has the 26 rights, one Tab stop, and arrow keys that leave out what is not in the grid", () =>
  withBooth(async (booth) => {
    const kiosk = await openRole(booth, "cashier");
    const { page } = kiosk;
    const singles = page.locator(".matrix tbody tr:not(.whole) td:not(:last-child) input");
    assert.equal(await singles.count(), 26);
    assert.equal(await page.locator(".matrix .none").count(), 11 * 6 - 26);
    assert.equal(await page.locator(".matrix [tabindex='0']").count(), 1);
    await right(kiosk, "see people").focus();
    const walk: [key: string, to: string][] = [
      ["ArrowLeft", "add people"],
      ["ArrowUp", "add people"],
      ["ArrowDown", "add roles"],
      ["ArrowDown", "add subscriptions"],
      ["End", "All: subscriptions"],
      ["Home", "add subscriptions"],
      ["ArrowRight", "see subscriptions"],
    ];
    for (const [key, to] of walk) {
      await page.keyboard.press(key);
      assert.equal(await focused(kiosk), to, key);
    }
    await page.keyboard.press("Space");
    assert.equal(await right(kiosk, "see subscriptions, taken").isChecked(), false);
    await page.keyboard.press("Space");
    assert.equal(await summary(kiosk), "1 person has it");
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test("a row and a column are given and taken as a whole", () =>
  withBooth(async (booth) => {
    const kiosk = await openRole(booth, "cashier");
    const subscriptions = right(kiosk, "All: subscriptions");
    const isMixed = () => kiosk.page.locator("[aria-label='All: subscriptions']:indeterminate").isVisible();
    assert.equal(await isMixed(), true);
    await subscriptions.click();
    assert.deepEqual([await isMixed(), await subscriptions.isChecked()], [false, true]);
    assert.match((await summary(kiosk)) ?? "", /^\+2 −0 /);
    await subscriptions.click();
    assert.match((await summary(kiosk)) ?? "", /^\+0 −1 /);
    await kiosk.tap("Discard changes");
    assert.equal(await isMixed(), true);
    await right(kiosk, "All: read").click();
    assert.match((await summary(kiosk)) ?? "", /^\+5 −0 /);
    await kiosk.close();
  }));

test("what is locked says why: the built-in role, a right one does not hold, a role above one's own", () =>
  withBooth(async (booth, admin) => {
    await admin.post("/api/roles", LEAD);
    const lead = { username: "lead", displayName: "Lead", roleId: "lead", language: "en", password: "lead-pass" };
    await admin.post("/api/users", lead);
    const kiosk = await openRole(booth, "lead", "lead");
    const locked = right(kiosk, "take payments");
    assert.equal(await locked.getAttribute("aria-disabled"), "true");
    const reason = await locked.getAttribute("aria-describedby");
    assert.match((await kiosk.page.locator(`[id='${reason}']`).textContent()) ?? "", /You do not hold these rights/);
    await locked.click({ force: true });
    assert.equal(await summary(kiosk), "1 person has it");
    await right(kiosk, "see shifts").click();
    assert.match((await summary(kiosk)) ?? "", /This is your own role/);
    await kiosk.tap("Discard changes");
    await goAdmin(kiosk, "roles/cashier");
    await kiosk.page.getByText(/^This role can do more than yours: .*take payments/).waitFor();
    await right(kiosk, "see shifts").click({ force: true });
    assert.equal(await right(kiosk, "see shifts").isChecked(), true);
    await goAdmin(kiosk, "roles/admin");
    await kiosk.page.getByText("This role is built in. It can do everything and stays as it is.").waitFor();
    assert.equal(await button(kiosk.page, /^(Save|Delete) role/).count(), 0);
    await kiosk.close();
    const reader = await openRole(booth, "cashier", "readonly");
    await reader.page.getByText("Your role may see roles, not change them.").waitFor();
    assert.equal(await reader.page.getByRole("link", { name: "New role" }).count(), 0);
    await reader.close();
  }));

test("a role stands beside another one, and where they differ is marked by shape and word", () =>
  withBooth(async (booth) => {
    const kiosk = await openRole(booth, "cashier");
    await kiosk.page.getByLabel("Compare with").selectOption("operator");
    const cell = kiosk.page.locator("td.only_there").first();
    assert.equal((await cell.textContent())?.trim(), "◇ there");
    assert.equal(await right(kiosk, "void payments, only there").count(), 1);
    assert.equal(await kiosk.page.locator("td.only_here").count(), 0);
    const difference = (await kiosk.page.locator(".role-difference").textContent()) ?? "";
    assert.match(difference, /only with Operator.*void payments/);
    await kiosk.page.getByLabel("Compare with").selectOption("readonly");
    assert.equal(await right(kiosk, "take payments, only here").count(), 1);
    await kiosk.close();
  }));

test("a role is made as a copy, renamed, and deleted once nobody has it", () =>
  withBooth(async (booth, admin) => {
    const kiosk = await openAdmin(booth, "roles");
    const { page } = kiosk;
    await page.getByRole("link", { name: "New role" }).click();
    await kiosk.tap("Create role");
    assert.match((await page.locator(".field-error").first().textContent()) ?? "", /Type a name/);
    await page.getByLabel("Name of the role").fill("Night Cashier");
    assert.equal(await page.getByLabel("Id", { exact: true }).inputValue(), "night-cashier");
    await page.getByLabel("Id", { exact: true }).fill("operator");
    await page.getByLabel("Rights to begin with").selectOption("cashier");
    await kiosk.tap("Create role");
    await page.locator(".field-error", { hasText: "This name is taken." }).waitFor();
    await page.getByLabel("Id", { exact: true }).fill("night");
    await kiosk.tap("Create role");
    await page.locator(".matrix").waitFor();
    const [night, cashier] = [await admin.get("/api/roles/night"), await admin.get("/api/roles/cashier")];
    assert.deepEqual(night.body.permissions, cashier.body.permissions);
    await page.getByLabel("Name of the role").fill("Nights");
    assert.equal(await summary(kiosk), "The name is new; the rights stay.");
    await kiosk.tap("Save role");
    await page.getByRole("link", { name: "Nights" }).waitFor();
    const maria = { username: "maria", displayName: "María", roleId: "night", language: "en", password: "maria-pass" };
    const { id } = (await admin.post("/api/users", maria)).body;
    await page.getByText("1 person has this role. Change them first.").waitFor();
    await admin.del(`/api/users/${id}`);
    // Somebody else changed it since it was shown: what is deleted is what was seen, or nothing.
    await admin.put("/api/roles/night", { name: "Nights", permissions: ["shift:read"] });
    const confirm = page.getByRole("group", { name: "Delete the role Nights?" });
    await button(page, /^Delete role$/).click();
    await confirm.getByRole("button", { name: "Delete role" }).click();
    await page
      .getByText(/changed/i)
      .first()
      .waitFor();
    assert.equal((await admin.get("/api/roles/night")).status, 200);
    await page.reload();
    await button(page, /^Delete role$/).click();
    await page
      .getByRole("group", { name: "Delete the role Nights?" })
      .getByRole("button", { name: "Delete role" })
      .click();
    await page.getByText("The role Nights is deleted.").waitFor();
    assert.equal((await admin.get("/api/roles/night")).status, 404);
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test("somebody else's save of a role is shown before it is overwritten", () =>
  withBooth(async (booth, admin) => {
    const kiosk = await openRole(booth, "cashier");
    const permissions = async () => (await admin.get("/api/roles/cashier")).body.permissions as string[];
    await right(kiosk, "see reports").click();
    await admin.put("/api/roles/cashier", { name: "Cashier", permissions: [...(await permissions()), "event:read"] });
    await kiosk.tap("Save role");
    await kiosk.page.getByText("Somebody else saved this meanwhile.").waitFor();
    assert.equal((await permissions()).includes("report:read"), false);
    await kiosk.tap(/^Take theirs/);
    await until(() => right(kiosk, "see the ledger").isChecked(), "what the other one gave");
    assert.equal(await right(kiosk, "see reports").isChecked(), false);
    await kiosk.close();
  }));

test("the pages of roles fit both sizes in both themes, and axe finds nothing", () =>
  withBooth(async (booth, admin) => {
    // The longest words of the languages that are offered.
    await admin.put("/api/auth/language", { language: "de" });
    const kiosk = await openAdmin(booth, "roles", { size: SIZES[0] });
    const { page } = kiosk;
    const faults: string[] = [];
    for (const path of ["roles/cashier", "roles/admin", "roles/+"]) {
      await goAdmin(kiosk, path);
      await page.locator(".form-part").first().waitFor();
      if (path === "roles/cashier") {
        await page.locator("select").selectOption("operator");
        await page.locator("[data-spot='2-2']").click();
      }
      for (const size of [SIZES[0], SIZES[1], ALL_IN_VIEW]) {
        await page.setViewportSize(size);
        await settled(page);
        faults.push(...(await adminFaults(page)).map((fault) => `${path} ${size.width}: ${fault}`));
      }
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        faults.push(...(await accessFaults(page)).map((fault) => `${path} ${theme}: ${fault}`));
      }
      if (path === "roles/cashier") await kiosk.tap("Änderungen verwerfen");
    }
    assert.equal(faults.join("\n"), "");
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test.run();
