import assert from "node:assert/strict";
import { suite } from "uvu";
import { LANGUAGES } from "../../common/words.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt, openShift, pay, quoteOf } from "../helpers/stay.ts";
import { accessFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { entriesOf } from "./helpers/ledger.ts";
import { beginShift, button, closeBrowser, type Kiosk, openKiosk, SIZES, signIn } from "./helpers/page.ts";
import { startWashStory } from "./helpers/wash-story.ts";

const test = suite("ordering a wash", {} as { booth: TestBooth; kiosk: Kiosk });

test.before.each(async (context) => {
  context.booth = await startWashStory();
  context.kiosk = await openKiosk(context.booth);
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const orders = (booth: TestBooth) => entriesOf(booth, "wash_order").map(({ data }) => data);
const washButton = ({ page }: Kiosk) => button(page, "Car wash");
const category = ({ page }: Kiosk, name: string) => button(page, new RegExp(`^${name}\\b`));

/** A cashier with a shift, and a car at the exit that owes money. */
async function carAtExit({ booth, kiosk }: { booth: TestBooth; kiosk: Kiosk }, plate: string): Promise<void> {
  await beginShift(kiosk);
  await carAt(booth, "exit-1", plate);
  await washButton(kiosk).waitFor();
}

test("the cashier orders with one tap beside what the camera saw: one signed event, and the fee stays", async (context) => {
  const { booth, kiosk } = context;
  const { page } = kiosk;
  await carAtExit(context, "LM901TR");
  await kiosk.tap("Car wash");
  await page.getByText("The camera saw: SUV").waitFor();
  await category(kiosk, "M").getByText("SUV, MPV, Pickup").waitFor();
  await category(kiosk, "L").click();
  await page.getByText("Wash L ordered for LM 901 TR.").waitFor();
  assert.equal(await page.locator(".sheet").count(), 0);
  assert.deepEqual(
    orders(booth).map(({ category: { id }, cameraClass, queued }) => [id, cameraClass, queued]),
    [["l", "suv", true]],
  );
  await kiosk.tap("Car wash");
  await page.getByText("Ordered before: L, 18:42.").waitFor();
  await page.keyboard.press("Escape");
  await button(page, /^Exact/).waitFor();
  assert.deepEqual(kiosk.complaints, []);
});

test("two taps at once, and an answer that is lost on its way, order one wash", async (context) => {
  const { booth, kiosk } = context;
  const { page } = kiosk;
  await carAtExit(context, "RX482PD");
  await kiosk.tap("Car wash");
  const keys: (string | undefined)[] = [];
  await page.route("**/api/carwash/orders", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await category(kiosk, "L").dblclick();
  await page.getByText("Wash L ordered for RX 482 PD.").waitFor();
  assert.equal(orders(booth).length, 1);
  assert.equal(keys.length, 2);
  assert.equal(new Set(keys).size, 1);
});

test("it is all done with the keyboard, and Enter alone never chooses a category", async (context) => {
  const { booth, kiosk } = context;
  const { page } = kiosk;
  await carAtExit(context, "KX482BD");
  await washButton(kiosk).focus();
  await page.keyboard.press("Enter");
  await category(kiosk, "S").waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".sheet").count(), 1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Wash S ordered for KX 482 BD.").waitFor();
  assert.equal(orders(booth).length, 1);
});

test("a category that is gone, and a car that has left, are refused in words", async (context) => {
  const { booth, kiosk } = context;
  const { page } = kiosk;
  const admin = await booth.signIn("admin");
  await carAtExit(context, "MTK2208");
  await kiosk.tap("Car wash");
  await category(kiosk, "L").waitFor();
  const items = [{ id: "big", name: "Big", classes: ["truck", "bus"] }];
  assert.equal((await admin.put("/api/carwash/categories", { items })).status, 200);
  await category(kiosk, "L").click();
  await page.getByRole("alert").getByText("This category is gone. Choose another one.").waitFor();
  await category(kiosk, "Big").waitFor();
  const { id } = (await admin.get("/api/sessions?q=MTK2208")).body.items[0];
  const left = await admin.post(`/api/sessions/${id}/close`, { reason: "waived" });
  assert.equal(left.status, 200, left.text);
  await category(kiosk, "Big").click();
  await page.getByRole("alert").getByText("This vehicle has already left.").waitFor();
  assert.equal(orders(booth).length, 0);
});

test("without the module, or without the right, there is no such button", async (context) => {
  const { booth, kiosk } = context;
  const admin = await booth.signIn("admin");
  await carAtExit(context, "KX482BD");
  await admin.put("/api/site-config", { modules: ["parking", "validation"] });
  await washButton(kiosk).waitFor({ state: "detached" });
  await admin.put("/api/site-config", { modules: null });
  await washButton(kiosk).waitFor();
  const { body: role } = await admin.get("/api/roles/cashier");
  const permissions = role.permissions.filter((permission: string) => permission !== "session:update");
  await admin.put("/api/roles/cashier", { name: role.name, permissions });
  await washButton(kiosk).waitFor({ state: "detached" });
});

test("with no categories the sheet says who adds them", async (context) => {
  const { booth, kiosk } = context;
  await (await booth.signIn("admin")).put("/api/carwash/categories", { items: [] });
  await carAtExit(context, "KX482BD");
  await kiosk.tap("Car wash");
  await kiosk.page.getByText("No categories yet. The site manager adds them.").waitFor();
});

test("all tools and the sheet have their room in every language at both sizes", async ({ booth, kiosk }) => {
  const operator = await booth.signIn("operator");
  const { page } = kiosk;
  await openShift(operator);
  // With a payment before, there is also one to void and a receipt to print.
  const { id } = (await operator.get("/api/sessions?q=KX482BD")).body.items[0];
  assert.equal((await pay(operator, await quoteOf(operator, id))).status, 201);
  await signIn(kiosk, "operator");
  await carAt(booth, "exit-1", "LM901TR");
  const faults: string[] = [];
  const look = async (what: string) => {
    for (const size of SIZES.slice(0, 2)) {
      await page.setViewportSize(size);
      await settled(page);
      faults.push(...(await layoutFaults(page)).map((fault) => `${what} ${size.width}: ${fault}`));
    }
  };
  const lookClosely = async (theme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme: theme });
    faults.push(...(await accessFaults(page)).map((fault) => `${theme}: ${fault}`));
  };
  for (const language of LANGUAGES) {
    await operator.put("/api/auth/language", { language });
    await page.reload();
    await page.locator(".washes").waitFor();
    await look(`${language} tools`);
    await page.locator(".washes").click();
    await page.locator(".wash-categories .button").first().waitFor();
    await look(`${language} sheet`);
  }
  for (const theme of ["dark", "light"] as const) await lookClosely(theme);
  assert.equal(faults.join("\n"), "");
  assert.deepEqual(kiosk.complaints, []);
});

test.run();
