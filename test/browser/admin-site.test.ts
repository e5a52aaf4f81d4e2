import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { carInside, openShift, pay, quoteOf } from "../helpers/stay.ts";
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
const test = suite<Context>("the site and its modules on the screen");

test.before.each(async (context) => {
  context.booth = await startKioskBooth({ env: { MODULES_ENTITLED: "parking,validation" } });
  context.admin = await context.booth.signIn("admin");
  context.kiosk = null;
  await context.admin.put("/api/site-config", { timezone: "Europe/Madrid" });
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

const configOf = async (client: Client) => (await client.get("/api/site-config")).body;
const save = (page: Page) => page.locator("footer .primary");
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

/** A car that came, paid and left. */
async function visit({ booth, admin }: Context, plate: string): Promise<void> {
  const stay = await carInside(booth, admin, plate);
  booth.clock.advance(3_600_000);
  const paid = await pay(admin, await quoteOf(admin, stay.id), { lane: "exit-1" });
  assert.equal(paid.status, 201, paid.text);
}

test("the profile is filled in, seen on paper while one types, and saved as one signed change", async (context) => {
  const { booth, admin } = context;
  const before = entriesOf(booth, "site_change").length;
  const page = await show(context, "site");
  await save(page).getByText("Nothing has changed").waitFor();
  await field(page, "Name").fill("Harbour St");
  await field(page, "Address").fill("12 Harbour Street\n28001 Madrid");
  await field(page, "Time zone").fill("Atlantic/Canary");
  await page.getByText("It is 14:54 there now.").waitFor();
  await field(page, "Spaces").fill("220");
  await field(page, "Keep plates for").fill("30");
  await field(page, "Name of the tax").fill("IVA");
  await field(page, "Head of the receipt").fill("VAT ES12345678");
  await field(page, "Foot of the receipt").fill("Thank you, and drive carefully on the bridge today");
  await page.getByText("Longer than a line of the paper: 42 characters.").waitFor();
  const paper = ((await page.locator(".site-paper").textContent()) ?? "").split("\n");
  assert.deepEqual(paper.slice(0, 4), ["Harbour St", "12 Harbour Street", "28001 Madrid", "VAT ES12345678"]);
  assert.ok(
    paper.every((line) => line.length <= 42),
    paper.join("\n"),
  );
  await save(page).click();
  await save(page).getByText("Nothing has changed").waitFor();
  const stored = await configOf(admin);
  assert.deepEqual(
    [stored.name, stored.timezone, stored.capacity, stored.plateRetentionDays, stored.taxLabel],
    ["Harbour St", "Atlantic/Canary", 220, 30, "IVA"],
  );
  assert.equal(entriesOf(booth, "site_change").length, before + 1);
  await field(page, "Spaces").fill("");
  await save(page).click();
  await until(async () => (await configOf(admin)).capacity === null, "that nobody counts");
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("what is no number, no zone or refused by the booth is said at its field, and nothing is saved", async (context) => {
  const { admin } = context;
  const page = await show(context, "site");
  const { name } = await configOf(admin);
  await field(page, "Name").fill("Elsewhere");
  await field(page, "Keep plates for").fill("0");
  await page.getByText("Type a whole number from 1 to 3650.").waitFor();
  await save(page).getByText("Correct what is marked first").waitFor();
  await field(page, "Keep plates for").fill("90");
  await field(page, "Time zone").fill("Madrid");
  await page.getByText("Choose a zone of the list, such as Europe/Madrid.").waitFor();
  await field(page, "Time zone").fill("Europe/Madrid");
  await field(page, "Currency").fill("XYZ");
  await save(page).click();
  await page.getByText("expected an ISO 4217 code, such as EUR").waitFor();
  assert.equal((await configOf(admin)).name, name);
  await field(page, "Currency").fill("GBP");
  await save(page).click();
  await until(async () => (await configOf(admin)).currency === "GBP", "the pounds");
});

test("the currency is locked, with the reason, once money was taken in it", async (context) => {
  await openShift(context.admin);
  await visit(context, "KX482BD");
  const page = await show(context, "site");
  await page.getByText("Fixed, because money was taken in it.").waitFor();
  assert.equal(await field(page, "Currency").isDisabled(), true);
});

test("somebody else who saved first is not overwritten: take theirs, or keep mine and save again", async (context) => {
  const { admin } = context;
  const page = await show(context, "site");
  await field(page, "Name").fill("Mine");
  await admin.put("/api/site-config", { name: "Theirs", capacity: 7 });
  await save(page).click();
  await page.getByText("Somebody else saved this meanwhile.").waitFor();
  assert.equal((await configOf(admin)).name, "Theirs");
  await button(page, /^Take theirs/).click();
  await until(async () => (await field(page, "Name").inputValue()) === "Theirs", "their name");
  await field(page, "Name").fill("Mine");
  await admin.put("/api/site-config", { capacity: 8 });
  await save(page).click();
  await button(page, /^Keep mine/).click();
  await until(async () => (await field(page, "Spaces").inputValue()) === "8", "their spaces");
  await save(page).click();
  await until(async () => (await configOf(admin)).name === "Mine", "my name");
  assert.equal((await configOf(admin)).capacity, 8);
});

test("the presence check is put off until a time of the site, and the page warns while it is", async (context) => {
  const { admin } = context;
  const page = await show(context, "site");
  await page.getByLabel("Let cars in without the presence check").check();
  assert.equal(await field(page, "Until").inputValue(), "2026-11-20T19:00", "it ends by itself");
  await field(page, "Until").fill("2026-11-20T15:00");
  await page.getByText("Choose a time that is still to come.").waitFor();
  await field(page, "Until").fill("2026-11-20T20:00");
  await save(page).click();
  await page.locator(".site-warning", { hasText: "The presence check is off until Fri 20 Nov 20:00." }).waitFor();
  const stored = await configOf(admin);
  assert.deepEqual([stored.entryPresenceBypass, stored.entryPresenceBypassUntil], [true, "2026-11-20T19:00:00.000Z"]);
  await goAdmin(context.kiosk as Kiosk, "");
  await page.locator(".hub-card", { hasText: "Presence check off until Fri 20 Nov 20:00" }).waitFor();
  await goAdmin(context.kiosk as Kiosk, "site");
  await page.getByLabel("Let cars in without the presence check").uncheck();
  await save(page).click();
  await until(async () => (await page.locator(".site-warning").count()) === 0, "no warning");
  assert.equal((await configOf(admin)).entryPresenceBypass, false);
});

test("one plate is erased after one question, and the ledger says so without the plate", async (context) => {
  const { booth, admin } = context;
  await openShift(admin);
  await visit(context, "ERASEME1");
  const page = await show(context, "site");
  await page.getByRole("link", { name: "Erase one plate…" }).click();
  await page.getByRole("heading", { name: "Erase one plate" }).waitFor();
  await field(page, "Plate").fill("nobody 1");
  await field(page, "Reason").fill("asked by letter");
  const ask = () => page.locator("footer .danger").click();
  const confirm = () => page.locator(".confirm .danger-fill").click();
  await ask();
  await confirm();
  await page.getByText("No such plate is kept here.").waitFor();
  await field(page, "Plate").fill("eraseme 1");
  await field(page, "Reason").fill("wants ERASEME1 gone");
  await ask();
  await confirm();
  await page.getByText("expected words without the plate: the ledger keeps them").waitFor();
  await field(page, "Reason").fill("asked by letter");
  await ask();
  await page.getByText("Erase ERASEME 1 for ever?").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".confirm").waitFor({ state: "detached" });
  assert.equal(entriesOf(booth, "erasure").length, 0);
  await ask();
  await confirm();
  await page.getByText("The plate is erased.").waitFor();
  const [erasure] = entriesOf(booth, "erasure");
  assert.deepEqual([erasure?.data.cause, erasure?.data.plates], ["request", 1]);
  const [stay] = (await admin.get("/api/sessions")).body.items;
  assert.equal(stay.plate, null);
  await page.getByRole("link", { name: `Show entry ${erasure?.seq} of the ledger` }).click();
  await page.getByRole("heading", { name: `Entry ${erasure?.seq}` }).waitFor();
});

test("modules show their three states, what they need, and how many entries saving will sign", async (context) => {
  const { booth, admin } = context;
  const page = await show(context, "modules");
  const module = (name: string) => page.locator(".module", { hasText: name });
  await module("Car wash").getByText("Not licensed").waitFor();
  await module("Car wash")
    .getByText(/carwash added to MODULES_ENTITLED/)
    .waitFor();
  assert.equal(await module("Car wash").getByRole("button").count(), 0);
  assert.equal(await module("Always on").getByRole("button").count(), 0);
  await module("Needs Parking. Stations: bar.").getByRole("button", { name: "Off" }).click();
  await page.getByText("1 change → 1 signed entry").waitFor();
  await save(page).click();
  await page.getByText("Switch off Validation?").waitFor();
  await page.locator(".confirm .danger-fill").click();
  await module("Stations").locator(".pill", { hasText: "Off" }).waitFor();
  assert.deepEqual((await configOf(admin)).modules, ["parking"]);
  assert.deepEqual(
    entriesOf(booth, "config_change").map(({ data }) => data),
    [{ module: "validation", active: false }],
  );
  await module("Stations").getByRole("button", { name: "On" }).click();
  await save(page).click();
  await until(async () => (await configOf(admin)).modules.length === 2, "validation again");
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("a role that may only look sees the values locked and no way to change or erase", async (context) => {
  const page = await show(context, "site", { as: "operator" });
  await page.getByText("Your role may look at this and not change it.").waitFor();
  assert.equal(await field(page, "Name").isDisabled(), true);
  assert.equal(await save(page).count(), 0);
  assert.equal(await page.getByRole("link", { name: /Erase/ }).count(), 0);
  await goAdmin(context.kiosk as Kiosk, "site/erase");
  await page.getByRole("heading", { name: "Site", exact: true }).waitFor();
  await goAdmin(context.kiosk as Kiosk, "modules");
  await page.locator(".module").first().waitFor();
  assert.equal(await page.locator(".module button").count(), 0);
  await context.kiosk?.close();
  const cashier = await show(context, "site", { as: "cashier" });
  await cashier.getByText("There is no such page, or your role may not see it.").waitFor();
});

for (const language of ["en", "de"] as const) {
  test(`nothing is cut off, covered or hard to reach, in ${language}`, async (context) => {
    const { admin } = context;
    await admin.put("/api/site-config", { capacity: 220, receiptHeader: "VAT ES12345678", entryPresenceBypass: true });
    await admin.put("/api/auth/language", { language });
    const page = await show(context, "site");
    const audit = async (where: string) => assert.deepEqual(await faultsInLooks(page, language), [], where);
    for (const path of ["site", "site/erase", "modules"]) {
      await goAdmin(context.kiosk as Kiosk, path);
      await page.locator(".form-part").first().waitFor();
      await audit(path);
    }
    await page.locator(".module .options .button").nth(1).click();
    await save(page).click();
    await page.locator(".confirm").waitFor();
    await audit("the question");
    assert.deepEqual(context.kiosk?.complaints, []);
  });
}

test.run();
