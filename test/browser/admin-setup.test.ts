import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import type { AssignedLane, SetupState } from "../../common/api/setup.ts";
import { addBenchCamera } from "../helpers/bench-camera.ts";
import type { Client, TestBooth } from "../helpers/booth.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults, adminFaults, settled } from "./helpers/audit.ts";
import { entriesOf } from "./helpers/ledger.ts";
import { button, closeBrowser, type Kiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

interface Context {
  booth: TestBooth;
  admin: Client;
  kiosk: Kiosk | null;
  bench: ReturnType<typeof addBenchCamera>;
}
const test = suite<Context>("setup on the screen");

test.before.each(async (context) => {
  context.bench = addBenchCamera();
  context.booth = await startKioskBooth();
  context.admin = await context.booth.signIn("admin");
  context.kiosk = null;
});
test.after.each(async ({ booth, kiosk, bench }) => {
  await kiosk?.close();
  await booth.close();
  bench.remove();
});
test.after(closeBrowser);

async function show(context: Context, path = "setup", options: Parameters<typeof openAdmin>[2] = {}): Promise<Page> {
  context.kiosk = await openAdmin(context.booth, path, options);
  return context.kiosk.page;
}

const stateOf = async (client: Client): Promise<SetupState> => (await client.get("/api/setup/state")).body;
const laneOf = async (client: Client, id: string): Promise<AssignedLane> =>
  (await client.get(`/api/setup/lanes/${id}`)).body;
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const primary = (page: Page) => page.locator("footer .primary");
const grid = (page: Page) => page.locator(".setup-grid");
const BENCH = { driver: "bench", config: { host: "10.0.0.21", password: "open sesame" } };
const assign = (client: Client, devices: object, lane = "exit-1") =>
  client.post("/api/setup/assign", { lane, devices });

test("a booth is set up from nothing to finished, and goes on where it was after a restart", async (context) => {
  await context.booth.close();
  context.booth = await startKioskBooth({ lanes: false });
  context.admin = await context.booth.signIn("admin");
  const { admin } = context;
  const page = await show(context);
  await primary(page).click();
  await page.getByText("The setup is not complete.").waitFor();
  await page.getByRole("link", { name: "Add the first lane." }).click();
  await field(page, "Name").fill("  ");
  await primary(page).click();
  await page.getByText("Type a name.").waitFor();
  assert.equal(await field(page, "Id").inputValue(), "entry-1");
  await button(page, /^Exit$/).click();
  await field(page, "Name").fill("North exit");
  await field(page, "Id").fill("north");
  await primary(page).click();
  await grid(page).getByRole("link", { name: "North exit" }).first().waitFor();
  assert.equal((await laneOf(admin, "north")).direction, "exit");

  await page.getByRole("link", { name: "North exit: choose a barrier." }).click();
  await primary(page).getByText("Choose a driver first").waitFor();
  await button(page, "Simulated barrier").click();
  await primary(page).getByText("Not tested yet").waitFor();
  await primary(page).click();
  await grid(page).getByText("Ready").first().waitFor();

  await page.reload();
  await page.getByRole("link", { name: "North exit: choose a scanner or a camera." }).click();
  await button(page, "Simulated reader").click();
  await button(page, /^Test device/).click();
  await page.getByText("The simulated reader is connected.").waitFor();
  await primary(page).click();
  await page.getByText("1 of 1 lanes have what they need").waitFor();
  await primary(page).click();
  await page.getByText(/^Finished on /).waitFor();
  assert.equal((await stateOf(admin)).completed, true);
  assert.equal(entriesOf(context.booth, "setup_complete").length, 1);
  await goAdmin(context.kiosk as Kiosk, "");
  await page.getByText("2 of 2 devices ready").waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("a driver's form is made of its fields: what is missing or wrong is said at each, and nothing is stored", async (context) => {
  const { admin } = context;
  const page = await show(context, "setup/lanes/exit-1/camera");
  await button(page, "Bench camera").click();
  await page.getByText("Mind: needs an account on the camera.").waitFor();
  assert.equal(await field(page, "Port").inputValue(), "80");
  assert.equal(await field(page, "Deadline").count(), 0);
  await primary(page).click();
  await page.getByText("Fill this in.").waitFor();
  await field(page, "Address").fill("not an address");
  await page.getByText("Advanced settings").click();
  await field(page, "Deadline").fill("soon");
  await page.getByText("Type a number.").waitFor();
  await field(page, "Deadline").fill("9000");
  await primary(page).click();
  await page.getByText(/^. ?expected a whole number .*5000/).waitFor();
  await page.getByText("expected a host name or an address, such as 10.0.0.21").waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.camera?.driver, "simulated");
  await field(page, "Address").fill("10.0.0.21");
  await field(page, "Deadline").fill("900");
  await field(page, "Zoom").fill("0.05");
  await field(page, "Mirror the picture").check();
  await field(page, "Scheme").selectOption("digest");
  await primary(page).click();
  await grid(page).getByText("Bench camera").waitFor();
  assert.deepEqual((await laneOf(admin, "exit-1")).devices.camera?.config, {
    host: "10.0.0.21",
    port: 80,
    zoom: 0.05,
    deadlineMs: 900,
    mirror: true,
    scheme: "digest",
  });
  await grid(page).getByText("the camera refused the password; check it").waitFor();
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("a device is tested before it is saved, and a secret is written, kept and removed, never shown", async (context) => {
  const { admin, bench } = context;
  const page = await show(context, "setup/lanes/exit-1/camera");
  await button(page, "Bench camera").click();
  await field(page, "Address").fill("10.0.0.21");
  await field(page, "Password").fill("open says me");
  const before = entriesOf(context.booth, "device_assign").length;
  await button(page, /^Test device/).click();
  await page.getByText("the camera refused the password; check it").waitFor();
  await field(page, "Password").fill("open sesame");
  await page.getByText("The settings have changed since this test.").waitFor();
  await button(page, /^Test device/).click();
  await page.getByText("The camera at 10.0.0.21 answered.").waitFor();
  assert.equal(entriesOf(context.booth, "device_assign").length, before);
  await primary(page).click();
  await grid(page).waitFor();
  assert.deepEqual((await laneOf(admin, "exit-1")).devices.camera?.config.password, { set: true });

  await grid(page).getByRole("link", { name: "Bench camera" }).click();
  await page.getByText("Stored. Type to replace it.").waitFor();
  assert.equal(await field(page, "Password").inputValue(), "");
  assert.equal((await page.content()).includes("sesame"), false);
  await field(page, "User name").fill("gate");
  await primary(page).click();
  await grid(page).waitFor();
  assert.deepEqual([bench.config?.user, bench.config?.password], ["gate", "open sesame"]);

  await grid(page).getByRole("link", { name: "Bench camera" }).click();
  await button(page, "Remove stored secret").click();
  await page.getByText("Will be removed when you save.").waitFor();
  await primary(page).click();
  await grid(page).waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.camera?.config.password, undefined);
});

test("somebody else who changed the lane first is not overwritten: take theirs, or keep mine and save again", async (context) => {
  const { admin } = context;
  const page = await show(context, "setup/lanes/exit-1/access");
  await field(page, "Stays open").fill("7000");
  await assign(admin, { access: { driver: "simulated", config: { openMs: 3000 } } });
  await primary(page).click();
  await page.getByText("Somebody else saved this meanwhile.").waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.access?.config.openMs, 3000);
  await button(page, /^Take theirs/).click();
  await until(async () => (await field(page, "Stays open").inputValue()) === "3000", "theirs");
  await field(page, "Stays open").fill("8000");
  await assign(admin, { access: { driver: "simulated", config: { openMs: 4000 } } });
  await primary(page).click();
  await button(page, /^Keep mine/).click();
  await primary(page).click();
  await grid(page).waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.access?.config.openMs, 8000);
  assert.deepEqual(context.kiosk?.complaints, []);
});

test("a lane gets another name and place, its devices are tested at once, and one is taken off after one question", async (context) => {
  const { admin } = context;
  await assign(admin, { camera: BENCH });
  const page = await show(context, "setup/lanes/exit-1");
  await field(page, "Name").fill("South exit");
  await button(page, /^One less: Place/).click();
  await primary(page).click();
  await page.getByRole("heading", { name: "South exit" }).waitFor();
  assert.deepEqual(await laneOf(admin, "exit-1").then(({ name, position }) => [name, position]), ["South exit", 1]);
  await button(page, /^Test all devices/).click();
  await page.getByText("The camera at 10.0.0.21 answered.").waitFor();
  assert.equal(await page.locator(".setup-result").count(), 3);
  await page.getByRole("link", { name: "Bench camera" }).click();
  await button(page, "Take device off").click();
  await page.getByText("Take this device off South exit?").waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.camera?.driver, "bench");
  await page.locator(".question .danger-fill").click();
  await grid(page).waitFor();
  assert.equal((await laneOf(admin, "exit-1")).devices.camera, undefined);
});

test("what another person assigns appears while one looks, and so does what a device says of itself", async (context) => {
  const { admin } = context;
  const page = await show(context);
  await grid(page).waitFor();
  await admin.post("/api/setup/assign", { lane: "exit-9", name: "Exit 9", direction: "exit" });
  await page.getByRole("link", { name: "Exit 9: choose a barrier." }).waitFor();
  await assign(admin, { access: { driver: "simulated", config: { answers: "silent" } } });
  await grid(page).getByText("Not answering").waitFor();
  await page.route("**/api/carwash/status", (route) => route.fulfill({ json: { entrySample: 20 } }));
  await page.reload();
  await page.getByText("1 in 20 entries sampled").waitFor();
});

test("whoever does not have the administrator's role sees no setup and gets no page", async (context) => {
  const page = await show(context, "setup", { as: "operator" });
  await page.getByText("There is no such page, or your role may not see it.").waitFor();
  assert.equal(await page.getByRole("link", { name: "Setup" }).count(), 0);
});

const PATHS = ["setup", "setup/new", "setup/lanes/exit-1", "setup/lanes/exit-1/camera", "setup/lanes/exit-2/reader"];

for (const [size, theme, language] of [
  [SIZES[1], "light", "en"],
  [SIZES[0], "dark", "de"],
  [SIZES[0], "light", "ar"],
] as const)
  test(`nothing is cut off and all is reachable, ${size.width} ${theme} ${language}`, async (context) => {
    const { admin } = context;
    await assign(admin, { camera: { driver: "bench", config: { host: "10.0.0.21", password: "wrong" } } });
    await admin.post("/api/setup/assign", { lane: "exit-2", name: "Exit 2 (south, by the river)", direction: "exit" });
    await admin.put("/api/auth/language", { language });
    const page = await show(context, "setup", { size, theme, language });
    const faults: string[] = [];
    const look = async (what: string) => {
      await settled(page);
      const found = [...(await adminFaults(page)), ...(await accessFaults(page))];
      faults.push(...found.map((fault) => `${what}: ${fault}`));
    };
    for (const path of PATHS) {
      await goAdmin(context.kiosk as Kiosk, path);
      await page.locator(path === "setup" ? ".setup-grid" : ".choice").waitFor();
      await look(path);
    }
    await goAdmin(context.kiosk as Kiosk, "setup/lanes/exit-1/camera");
    await page.locator(".setup-advanced summary").click();
    await page.locator("footer .button").first().click();
    await page.locator(".setup-result").waitFor();
    await look("tested");
    await page.locator(".admin-body button.danger").click();
    await look("asked");
    assert.deepEqual(faults, []);
    assert.deepEqual(context.kiosk?.complaints, []);
  });

test.run();
