import assert from "node:assert/strict";
import { suite } from "uvu";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { entries, entriesOf } from "./helpers/ledger.ts";
import {
  beginShift,
  button,
  closeBrowser,
  type Kiosk,
  openKiosk,
  scan,
  signIn,
  startKioskBooth,
} from "./helpers/page.ts";

const test = suite("cashier", {} as { booth: TestBooth; kiosk: Kiosk });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.kiosk = await openKiosk(context.booth);
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

/** A car came in at 15:54 and stands at the exit at 18:42, owing 7.50. */
async function carOwing(booth: TestBooth, plate = "KX482BD"): Promise<void> {
  await carAt(booth, "entry-1", plate);
  booth.clock.set("2026-11-20T17:42:00.000Z");
  await carAt(booth, "exit-1", plate);
}

const due = ({ page }: Kiosk) => page.locator(".due-amount");
const change = ({ page }: Kiosk) => page.locator(".done-change .number");

test("takes a shift from its float over a payment to the Z report", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carAt(booth, "entry-1", "KX482BD");
  booth.clock.set("2026-11-20T17:42:00.000Z");
  await kiosk.page.reload();
  await carAt(booth, "exit-1", "KX482BD");
  await due(kiosk).getByText("€ 7.50").waitFor();
  await kiosk.tap("€ 20");
  await kiosk.tap(/^Take € 20/);
  await change(kiosk).getByText("€ 12.50").waitFor();
  assert.equal(kiosk.taps, 2);
  await kiosk.page.getByText(/Exit 1: (open requested \d\d:\d\d:\d\d|moving|open)/).waitFor();
  const kinds = entries(booth).map(({ kind }) => kind);
  assert.ok(kinds.indexOf("payment") < kinds.lastIndexOf("barrier_intent"), kinds.join(" "));
  const [payment] = entriesOf(booth, "payment");
  assert.deepEqual(
    [payment?.data.amount, payment?.data.tendered, payment?.data.change, payment?.lane],
    [750, 2000, 1250, "exit-1"],
  );
  await kiosk.tap("Next");
  await kiosk.page.locator(".bench-idle").waitFor();
  await kiosk.tap("Menu");
  await kiosk.tap("Close shift");
  for (const [value, count] of [
    ["€ 50", "3"],
    ["€ 5", "1"],
    ["€ 2", "1"],
    ["€ 0.50", "1"],
  ] as const) {
    await kiosk.page.locator(".piece", { has: kiosk.page.getByText(value, { exact: true }) }).click();
    await kiosk.page.locator(".key", { hasText: new RegExp(`^${count}$`) }).click();
  }
  await kiosk.page.locator("footer [data-primary]").click();
  await kiosk.page.locator(".confirm [data-primary]").click();
  await kiosk.page.getByRole("heading", { name: "Shift #1 is closed" }).waitFor();
  const [close] = entriesOf(booth, "shift_close");
  assert.deepEqual([close?.data.countedTotal, close?.data.expected, close?.data.overShort], [15_750, 15_750, 0]);
  assert.deepEqual(kiosk.complaints, []);
});

test("makes one payment of a double tap", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await kiosk.tap("Exact");
  await button(kiosk.page, /^Take € 7.50/).dblclick();
  await kiosk.page.getByText("No change").waitFor();
  await kiosk.page.waitForTimeout(200);
  assert.equal(entriesOf(booth, "payment").length, 1);
});

test("shows the new fee when it moved, keeps what was given and takes nothing by itself", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await kiosk.tap("€ 20");
  booth.clock.set("2026-11-20T17:56:00.000Z");
  await kiosk.tap(/^Take € 20/);
  await kiosk.page.getByText("Fee is now € 10.00.").waitFor();
  assert.equal(await due(kiosk).innerText(), "€\u00a010.00");
  assert.equal(await kiosk.page.locator(".given .number").innerText(), "€\u00a020.00");
  assert.equal(entriesOf(booth, "payment").length, 0);
  await kiosk.tap(/^Take € 20/);
  await change(kiosk).getByText("€ 10.00").waitFor();
  assert.equal(entriesOf(booth, "payment").length, 1);
});

test("types what was given, cents first, and says what is missing", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await due(kiosk).waitFor();
  for (const key of ["7", "00"]) await kiosk.page.locator(".key", { hasText: new RegExp(`^${key}$`) }).click();
  await kiosk.page.getByRole("button", { name: "€ 0.50 missing" }).waitFor();
  await kiosk.page.locator(".key[aria-label]").click();
  for (const key of ["5", "0"]) await kiosk.page.keyboard.press(key, { delay: 60 });
  await kiosk.page.locator(".change").getByText("€ 63.00").waitFor();
  await kiosk.page.keyboard.press("Enter");
  await change(kiosk).getByText("€ 63.00").waitFor();
});

test("keeps keys that are typed over a sheet out of the amount below it", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await due(kiosk).getByText("€ 7.50").waitFor();
  await kiosk.tap("Find");
  const { page } = kiosk;
  await page.getByRole("dialog").focus();
  for (const key of ["0", "1", "0", "0", "0"]) await page.keyboard.press(key, { delay: 90 });
  await kiosk.tap(/Back/);
  await button(page, /^Take/).getByText("What was given?").waitFor();
});

test("keeps the vehicle, the shift and what was given over a lock, and the vehicle over a reload", async ({
  booth,
  kiosk,
}) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await kiosk.tap("€ 20");
  await kiosk.tap("Lock");
  await kiosk.page.getByRole("heading", { name: "Locked" }).waitFor();
  assert.equal(await kiosk.page.getByText("KX 482 BD").count(), 0);
  await kiosk.page.locator("input[name=password]").fill("cashier-pass");
  await kiosk.page.keyboard.press("Enter");
  await kiosk.page.getByRole("button", { name: /^Take € 20/ }).waitFor();
  await kiosk.page.reload();
  await due(kiosk).getByText("€ 7.50").waitFor();
  await kiosk.page.getByText(/shift #1/).waitFor();
});

test("pays by card in two taps", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await kiosk.tap("Card");
  await kiosk.tap(/^Take € 7.50 by card/);
  await kiosk.page.locator(".done").getByText("Paid by card").waitFor();
  assert.equal(entriesOf(booth, "payment")[0]?.data.method, "card");
});

test("shows the quote of a scanned ticket without a tap", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carAt(booth, "entry-1", "KX482BD");
  booth.clock.set("2026-11-20T17:42:00.000Z");
  const client = await booth.signIn("operator");
  const ticket = (await client.get("/api/sessions?q=KX482BD")).body.items[0].ticket as string;
  await scan(kiosk, ticket);
  await due(kiosk).getByText("€ 7.50").waitFor();
  await kiosk.page.keyboard.press("F2");
  await kiosk.page.getByRole("dialog").waitFor();
});

test("finds the stay of a misread plate, and lets it out", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carAt(booth, "entry-1", "KX482BD");
  booth.clock.set("2026-11-20T17:42:00.000Z");
  await carAt(booth, "exit-1", "KX462BD");
  await kiosk.page.getByRole("heading", { name: "No stay found" }).waitFor();
  await kiosk.page.locator(".stay").click();
  await due(kiosk).getByText("€ 7.50").waitFor();
  await kiosk.tap("Exact");
  await kiosk.tap(/^Take € 7.50/);
  await kiosk.page.getByText("No change").waitFor();
  assert.equal(entriesOf(booth, "payment")[0]?.lane, "exit-1");
});

test("voids a payment and strikes it through, where the role may", async ({ booth, kiosk }) => {
  await beginShift(kiosk, "operator");
  await carOwing(booth);
  await kiosk.tap("€ 20");
  await kiosk.tap(/^Take € 20/);
  await kiosk.tap("Next");
  await kiosk.tap("Void…");
  await kiosk.page.getByText("Give back in cash:").waitFor();
  await kiosk.tap("Wrong amount");
  await kiosk.tap("Void € 7.50");
  await until(() => entriesOf(booth, "void").length === 1, "the void");
  await kiosk.tap("Journal");
  await kiosk.page.locator(".sheet .journal-row.voided s").waitFor();
});

test("shows nobody what they may not do", async ({ booth, kiosk }) => {
  await signIn(kiosk, "readonly");
  await carOwing(booth);
  await due(kiosk).waitFor();
  for (const name of [/^Take/, "Void", "Open by hand", "Lost ticket"]) {
    assert.equal(await kiosk.page.getByRole("button", { name }).count(), 0, String(name));
  }
});

test("opens by hand with a reason, and gives a plate of its own to a stay", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await carOwing(booth);
  await due(kiosk).waitFor();
  await kiosk.page.locator(".plate-button").click();
  for (const key of "KX999BD") await kiosk.page.locator(".plate-pad .key", { hasText: new RegExp(`^${key}$`) }).click();
  await kiosk.tap(/^Correct plate/);
  await kiosk.page.locator(".due .plate.big").getByText("KX 999 BD").waitFor();
  await kiosk.tap("Open by hand: Exit 1");
  await kiosk.tap("Equipment fault");
  await kiosk.tap("Open Exit 1");
  await until(() => entriesOf(booth, "barrier_intent").some(({ data }) => data.cause === "hand"), "the intent");
});

test("a plate that somebody else corrected meanwhile is shown, and corrected on the second tap", async (context) => {
  const { booth, kiosk } = context;
  await beginShift(kiosk);
  await carOwing(booth);
  await due(kiosk).waitFor();
  await kiosk.page.locator(".plate-button").click();
  for (const key of "KX999BD") await kiosk.page.locator(".plate-pad .key", { hasText: new RegExp(`^${key}$`) }).click();
  const admin = await booth.signIn("admin");
  const [stay] = (await admin.get("/api/sessions?q=KX482BD")).body.items;
  const other = await admin.put(`/api/sessions/${stay.id}/plate`, { plate: "KX777BD", reason: "misread" });
  assert.equal(other.status, 200, other.text);
  await kiosk.tap(/^Correct plate/);
  await kiosk.page.getByText("Somebody else changed this. Check it and save again.").waitFor();
  await kiosk.page.getByRole("heading", { name: /KX 777 BD/ }).waitFor();
  await kiosk.tap(/^Correct plate/);
  await kiosk.page.locator(".due .plate.big").getByText("KX 999 BD").waitFor();
});

test.run();
