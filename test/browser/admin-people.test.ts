import assert from "node:assert/strict";
import { suite } from "uvu";
import type { User } from "../../common/api/auth.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { button, closeBrowser, type Kiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("admin people");
test.after(closeBrowser);

/** High enough that nothing is scrolled away. */
const ALL_IN_VIEW = { width: 1024, height: 2000 };

const MARIA = { username: "maria", displayName: "María", roleId: "cashier", language: "de", password: "maria-pass" };
/** May keep people, and holds less than a cashier. */
const LEAD = {
  id: "lead",
  name: "Lead",
  permissions: ["user:create", "user:read", "user:update", "user:delete", "role:read", "shift:read"],
};

const field = ({ page }: Kiosk, label: string) => page.getByLabel(label, { exact: true });
const alertAt = async (kiosk: Kiosk, label: string) =>
  kiosk.page.locator(`#${await field(kiosk, label).getAttribute("aria-describedby")}[role=alert]`).textContent();

async function everybody(admin: Client): Promise<User[]> {
  return (await admin.get("/api/users")).body.items;
}

async function idOf(admin: Client, username: string): Promise<string> {
  return (await everybody(admin)).find((user) => user.username === username)?.id ?? "";
}

async function withBooth(work: (booth: TestBooth, admin: Client) => Promise<void>): Promise<void> {
  const booth = await startKioskBooth();
  try {
    await work(booth, await booth.signIn("admin"));
  } finally {
    await booth.close();
  }
}

test("a new person is made, and what is wrong is said at its field", () =>
  withBooth(async (booth, admin) => {
    const kiosk = await openAdmin(booth, "users");
    await kiosk.tap("New person");
    await kiosk.tap("Create person");
    assert.match((await alertAt(kiosk, "Name")) ?? "", /Type a name/);
    assert.match((await alertAt(kiosk, "Role")) ?? "", /Choose a role/);
    assert.match((await alertAt(kiosk, "First password")) ?? "", /4 characters/);
    await field(kiosk, "Name").fill("María");
    await field(kiosk, "User name").fill("cashier");
    await field(kiosk, "Role").selectOption("operator");
    await field(kiosk, "First password").fill("maria-pass");
    await kiosk.tap("Create person");
    await kiosk.page.locator(".field-error").waitFor();
    assert.match((await alertAt(kiosk, "User name")) ?? "", /This name is taken/);
    await field(kiosk, "User name").fill("maria");
    await kiosk.tap("Create person");
    await kiosk.page.getByRole("heading", { name: "María" }).waitFor();
    const made = (await everybody(admin)).find(({ username }) => username === "maria");
    assert.equal(made?.roleId, "operator");
    await booth.signIn("maria", "maria-pass");
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test("a person is changed, locked out, let in again, given a password, and deleted after one question", () =>
  withBooth(async (booth, admin) => {
    const { id } = (await admin.post("/api/users", MARIA)).body;
    const user = async () => (await admin.get(`/api/users/${id}`)).body as User;
    const kiosk = await openAdmin(booth, `users/${id}`);
    await field(kiosk, "Name").fill("María K.");
    await kiosk.page.getByText("Save or discard your changes first").waitFor();
    await kiosk.tap(/^Save person/);
    await kiosk.page.getByRole("heading", { name: "María K." }).waitFor();
    assert.equal((await user()).displayName, "María K.");
    await kiosk.tap(/^Disable person/);
    await button(kiosk.page, /^Enable person/).waitFor();
    assert.equal((await user()).disabled, true);
    await kiosk.tap(/^Enable person/);
    await button(kiosk.page, /^Disable person/).waitFor();
    await field(kiosk, "New password").fill("abc");
    await kiosk.tap(/^Set new password/);
    assert.match((await alertAt(kiosk, "New password")) ?? "", /4 characters/);
    await field(kiosk, "New password").fill("quite-new");
    await admin.put(`/api/users/${id}`, { displayName: "María L." });
    await kiosk.tap(/^Set new password/);
    await kiosk.page.getByText("Somebody else changed this. Check it and save again.").waitFor();
    await kiosk.page.getByRole("heading", { name: "María L." }).waitFor();
    await admin.put(`/api/users/${id}`, { displayName: "María K." });
    await kiosk.page.reload();
    await field(kiosk, "New password").fill("quite-new");
    await kiosk.tap(/^Set new password/);
    await kiosk.page.getByText("The new password of María K. is set.").waitFor();
    await booth.signIn("maria", "quite-new");
    await kiosk.tap("Delete person");
    await kiosk.tap("Keep");
    assert.equal((await user()).id, id);
    await kiosk.tap("Delete person");
    await kiosk.page
      .getByRole("group", { name: "Delete María K.?" })
      .getByRole("button", { name: "Delete person" })
      .click();
    await kiosk.page.getByText("María K. is deleted.").waitFor();
    assert.equal(await idOf(admin, "maria"), "");
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test("the sign-ins of a person are seen as they come, and ended one by one or all", () =>
  withBooth(async (booth, admin) => {
    const { id } = (await admin.post("/api/users", MARIA)).body;
    const [first, second] = [await booth.signIn("maria", "maria-pass"), await booth.signIn("maria", "maria-pass")];
    const kiosk = await openAdmin(booth, `users/${id}`);
    const rows = kiosk.page.locator(".sign-in");
    await rows.nth(1).waitFor();
    const other = await openAdmin(booth, "", { as: "maria" });
    await rows.nth(2).waitFor();
    const third = await booth.signIn("maria", "maria-pass");
    await rows.nth(3).waitFor();
    assert.match((await rows.first().textContent()) ?? "", /127\.0\.0\.1 · since Fri 20 Nov 14:54/);
    await rows.last().getByRole("button").click();
    await kiosk.page.getByText("The sign-in is ended.").waitFor();
    assert.equal((await first.get("/api/auth/me")).status, 401);
    assert.equal((await second.get("/api/auth/me")).status, 200);
    await kiosk.tap("End all sign-ins");
    await kiosk.page.getByText("Not signed in anywhere.").waitFor();
    assert.equal((await second.get("/api/auth/me")).status, 401);
    assert.equal((await third.get("/api/auth/me")).status, 401);
    assert.equal((await admin.get("/api/auth/me")).status, 200);
    await other.page.getByText("Sie wurden hier abgemeldet.").waitFor();
    await other.close();
    await kiosk.close();
  }));

test("somebody else's save is neither lost nor overwritten unseen", () =>
  withBooth(async (booth, admin) => {
    const { id } = (await admin.post("/api/users", MARIA)).body;
    const kiosk = await openAdmin(booth, `users/${id}`);
    await field(kiosk, "Name").fill("Mine");
    await admin.put(`/api/users/${id}`, { displayName: "Theirs", language: "en" });
    await kiosk.tap(/^Save person/);
    await kiosk.page.getByText("Somebody else saved this meanwhile.").waitFor();
    assert.equal((await admin.get(`/api/users/${id}`)).body.displayName, "Theirs");
    await kiosk.tap(/^Keep mine/);
    await kiosk.tap(/^Save person/);
    await until(
      async () => (await admin.get(`/api/users/${id}`)).body.displayName === "Mine",
      "the name that was kept",
    );
    assert.equal((await admin.get(`/api/users/${id}`)).body.language, "en");
    await kiosk.close();
  }));

test("what cannot be done says why: the last administrator, oneself, somebody with more rights", () =>
  withBooth(async (booth, admin) => {
    const adminId = await idOf(admin, "admin");
    const kiosk = await openAdmin(booth, `users/${adminId}`);
    const refused = (name: RegExp) => button(kiosk.page, name).textContent();
    await button(kiosk.page, /^Delete person/).waitFor();
    assert.match((await refused(/^Delete person/)) ?? "", /This is the last administrator/);
    assert.match((await refused(/^Disable person/)) ?? "", /This is the last administrator/);
    assert.equal(await field(kiosk, "Role").isDisabled(), true);
    await admin.post("/api/users", { ...MARIA, roleId: "admin" });
    await kiosk.page.getByRole("button", { name: /^Delete person This is you/ }).waitFor();
    await kiosk.close();
    await admin.post("/api/roles", LEAD);
    await admin.post("/api/users", {
      ...MARIA,
      username: "lead",
      roleId: "lead",
      language: "en",
      password: "lead-pass",
    });
    const lead = await openAdmin(booth, `users/${await idOf(admin, "cashier")}`, { as: "lead" });
    await lead.page.getByText(/^Their role can do more than yours: .*take payments/).waitFor();
    await lead.page.getByText("Not signed in anywhere.").waitFor();
    assert.equal(await field(lead, "Name").isDisabled(), true);
    for (const name of [/^Save/, /^Set new/, /^Disable/, /^Delete/])
      assert.equal(await button(lead.page, name).count(), 0, String(name));
    await goAdmin(lead, "users/new");
    assert.deepEqual(await field(lead, "Role").locator("option").allTextContents(), ["Choose a role", "Lead"]);
    await lead.close();
  }));

test("a role that may only see people gets no way to change them; one that may not gets no page", () =>
  withBooth(async (booth, admin) => {
    const reader = await openAdmin(booth, "users", { as: "readonly" });
    await reader.page.getByRole("link", { name: "cashier" }).waitFor();
    assert.equal(await button(reader.page, "New person").count(), 0);
    await goAdmin(reader, `users/${await idOf(admin, "cashier")}`);
    await reader.page.getByText("Your role may see people, not change them.").waitFor();
    assert.equal(await button(reader.page, /^(Save|Set new|Disable|Delete|End)/).count(), 0);
    await goAdmin(reader, "users/new");
    assert.equal(await button(reader.page, "Create person").count(), 0);
    await reader.close();
    const cashier = await openAdmin(booth, "users", { as: "cashier" });
    await cashier.page.getByText("There is no such page, or your role may not see it.").waitFor();
    assert.equal(await cashier.page.getByRole("link", { name: "People" }).count(), 0);
    await cashier.close();
  }));

test("everybody sees where they are signed in, and ends what they do not know", () =>
  withBooth(async (booth) => {
    const others = [await booth.signIn("cashier"), await booth.signIn("cashier"), await booth.signIn("cashier")];
    const kiosk = await openAdmin(booth, "", { as: "cashier", size: SIZES[0] });
    await kiosk.page.evaluate("location.hash = '/password'");
    await kiosk.tap("Where you are signed in");
    await kiosk.page.locator(".sign-in").nth(3).waitFor();
    assert.match((await kiosk.page.locator(".sign-in").first().textContent()) ?? "", /Chrome.*This screen/);
    assert.deepEqual(await layoutFaults(kiosk.page), []);
    assert.deepEqual(await accessFaults(kiosk.page), []);
    await kiosk.page.locator(".sign-in").last().getByRole("button").click();
    await until(async () => (await kiosk.page.locator(".sign-in").count()) === 3, "one sign-in fewer");
    assert.equal((await others[0]?.get("/api/auth/me"))?.status, 401);
    await kiosk.tap("End all others");
    await until(async () => (await kiosk.page.locator(".sign-in").count()) === 1, "only this sign-in");
    assert.equal((await others[2]?.get("/api/auth/me"))?.status, 401);
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test("the pages of people fit both sizes in both themes, and axe finds nothing", () =>
  withBooth(async (booth, admin) => {
    // The longest words of the languages that are offered.
    await admin.put("/api/auth/language", { language: "de" });
    const { id } = (await admin.post("/api/users", MARIA)).body;
    await booth.signIn("maria", "maria-pass");
    const kiosk = await openAdmin(booth, "users", { size: SIZES[0] });
    const faults: string[] = [];
    for (const path of ["users", "users/new", `users/${id}`]) {
      await goAdmin(kiosk, path);
      await kiosk.page
        .locator(path === "users" ? ".data-table" : ".form-part")
        .first()
        .waitFor();
      for (const size of [SIZES[0], SIZES[1], ALL_IN_VIEW]) {
        await kiosk.page.setViewportSize(size);
        await settled(kiosk.page);
        faults.push(...(await adminFaults(kiosk.page)).map((fault) => `${path} ${size.width}: ${fault}`));
      }
      for (const theme of ["light", "dark"] as const) {
        await kiosk.page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
        faults.push(...(await accessFaults(kiosk.page)).map((fault) => `${path} ${theme}: ${fault}`));
      }
    }
    assert.equal(faults.join("\n"), "");
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  }));

test.run();
