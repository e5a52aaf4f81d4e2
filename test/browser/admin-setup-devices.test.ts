import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import { startModbusRelay } from "../../bin/demo/hardware/modbus-relay.ts";
import type { AssignedLane } from "../../common/api/setup.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { faultsInLooks } from "./helpers/looks.ts";
import { button, closeBrowser, type Kiosk, startKioskBooth } from "./helpers/page.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  kiosk: Kiosk | null;
}
const test = suite<Context>("devices on the setup page");

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.admin = await context.booth.signIn("admin");
  context.kiosk = null;
});
test.after.each(async ({ booth, kiosk }) => {
  assert.deepEqual(kiosk?.complaints ?? [], []);
  await kiosk?.close();
  await booth.close();
});
test.after(closeBrowser);

async function show(context: Context, path = "setup"): Promise<Page> {
  context.kiosk = await openAdmin(context.booth, path);
  return context.kiosk.page;
}

const laneOf = async (client: Client, id: string): Promise<AssignedLane> =>
  (await client.get(`/api/setup/lanes/${id}`)).body;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const primary = (page: Page) => page.locator("footer .primary");
const grid = (page: Page) => page.locator(".setup-grid");
const FAST = { driver: "simulated", config: { driftMs: 4100 } };
const assign = (client: Client, devices: object, lane = "exit-1") =>
  client.post("/api/setup/assign", { lane, devices });

test("what works and has something to say is amber, in the grid and on the overview", async (context) => {
  await assign(context.admin, { camera: FAST });
  await context.admin.post("/api/setup/complete");
  const page = await show(context);
  const cell = grid(page).locator("td", { hasText: "its clock was 4.1 s fast" });
  await cell.locator(".pill.warn").getByText("Ready, with a note").waitFor();
  assert.equal(await grid(page).locator(".pill.ok").count(), 5);
  await goAdmin(context.kiosk as Kiosk, "");
  await page.getByText("6 of 6 devices ready · 1 with a note").waitFor();
});

test("a test tells on request what was tried, step by step", async (context) => {
  const relay = await startModbusRelay();
  try {
    const page = await show(context, "setup/lanes/exit-1/access");
    await button(page, "Relay board (Modbus TCP)").click();
    await field(page, "Board's address").fill("127.0.0.1");
    await field(page, "Port").fill(String(relay.port));
    await button(page, /^Test device/).click();
    const steps = page.locator(".transcript li");
    await page.locator(".setup-result").waitFor();
    assert.equal(await steps.first().isVisible(), false, "it is folded away");
    await page.getByText("What was tried").click();
    await steps.first().waitFor();
    const told = (await steps.allTextContents()).join("\n");
    assert.match(told, new RegExp(`^connect to 127\\.0\\.0\\.1.*${relay.port}, unit 1\n`));
  } finally {
    await relay.close();
  }
});

test("a device is not taken off on sight of an older state", async (context) => {
  const { admin } = context;
  const page = await show(context, "setup/lanes/exit-1/camera");
  await button(page, "Take device off").click();
  await assign(admin, { camera: FAST });
  await page.locator(".question .danger-fill").click();
  await page.getByText("Somebody else saved this meanwhile.").waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.camera?.config.driftMs, 4100);
  await button(page, /^Take theirs/).click();
  await page.locator(".folded").waitFor();
  await button(page, "Take device off").click();
  await page.locator(".question .danger-fill").click();
  await grid(page).waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.camera, undefined);
});

test("of two who add a lane with the same id at once, the second is told at the id", async (context) => {
  const { admin } = context;
  const page = await show(context, "setup/new");
  await page.route("**/api/setup/assign", async (route) => {
    await admin.post("/api/setup/assign", { lane: "exit-2", name: "Theirs", direction: "exit" });
    await route.continue();
  });
  await field(page, "Name").fill("Mine");
  await primary(page).click();
  await page.getByText("expected an id that no lane has yet").waitFor();
  assert.equal((await laneOf(admin, "exit-2")).name, "Theirs");
  await page.unroute("**/api/setup/assign");
  await field(page, "Id").fill("exit-3");
  await primary(page).click();
  await grid(page).getByRole("link", { name: "Mine" }).first().waitFor();
});

for (const language of ["en", "de"] as const) {
  test(`nothing is cut off, covered or hard to reach, in ${language}`, async (context) => {
    const { admin } = context;
    await assign(admin, { camera: FAST });
    await admin.put("/api/auth/language", { language });
    const page = await show(context);
    await grid(page).locator(".setup-noted").waitFor();
    assert.deepEqual(await faultsInLooks(page, language), []);
    await goAdmin(context.kiosk as Kiosk, "setup/lanes/exit-1");
    await page.locator("footer .button").first().click();
    await page.locator(".transcript summary").first().click();
    assert.deepEqual(await faultsInLooks(page, language), [], "tested");
  });
}

test.run();
