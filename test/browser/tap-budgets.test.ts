import assert from "node:assert/strict";
import { suite } from "uvu";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { entriesOf } from "./helpers/ledger.ts";
import { beginShift, closeBrowser, type Kiosk, openKiosk, scan, startKioskBooth } from "./helpers/page.ts";

const test = suite("tap budgets", {} as { booth: TestBooth; kiosk: Kiosk });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.kiosk = await openKiosk(context.booth);
  await beginShift(context.kiosk, "operator");
  for (const plate of ["KX482BD", "LM901TR"]) await carAt(context.booth, "entry-1", plate);
  context.booth.clock.set("2026-11-20T17:42:00.000Z");
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const paid = (booth: TestBooth, n = 1) => until(() => entriesOf(booth, "payment").length === n, "the payment");

/** Taps something that is not known by its words alone; counted like any other. */
async function tapAt(kiosk: Kiosk, place: string): Promise<void> {
  kiosk.taps += 1;
  await kiosk.page.locator(place).first().click();
}

test("a matched plate and a note: 2", async ({ booth, kiosk }) => {
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.tap("€ 20");
  await kiosk.tap(/^Take/);
  await paid(booth);
  assert.equal(kiosk.taps, 2);
});

test("exact cash: 2", async ({ booth, kiosk }) => {
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.tap("Exact");
  await kiosk.tap(/^Take/);
  await paid(booth);
  assert.equal(kiosk.taps, 2);
});

test("an unread plate and a ticket: 2, the scan is none", async ({ booth, kiosk }) => {
  const client = await booth.signIn("operator");
  const ticket = (await client.get("/api/sessions?q=KX482BD")).body.items[0].ticket as string;
  await booth.anonymous.post("/api/ingress/camera/exit-1", { plate: null, confidence: 0.2, vehicleClass: "sedan" });
  await kiosk.page.locator(".puzzle").waitFor();
  await scan(kiosk, ticket);
  await kiosk.tap("€ 20");
  await kiosk.tap(/^Take/);
  await paid(booth);
  assert.equal(entriesOf(booth, "payment")[0]?.lane, "exit-1");
  assert.equal(kiosk.taps, 2);
});

test("a plate read wrong, back on its quote: 2 of 3", async ({ booth, kiosk }) => {
  await carAt(booth, "entry-1", "KX481BD");
  booth.clock.advance(3_600_000);
  await carAt(booth, "exit-1", "KX481BD");
  await tapAt(kiosk, ".plate-button");
  await tapAt(kiosk, ".sheet .stay");
  await kiosk.page.locator(".due .plate.big").getByText("KX 482 BD").waitFor();
  assert.ok(kiosk.taps <= 3, String(kiosk.taps));
});

test("a lost ticket whose car is found, paid: 4", async ({ booth, kiosk }) => {
  await kiosk.page.locator(".bench-idle").waitFor();
  await kiosk.tap("Lost ticket");
  await tapAt(kiosk, ".sheet .stay");
  await kiosk.tap("€ 20");
  await kiosk.tap(/^Take/);
  await paid(booth);
  assert.equal(kiosk.taps, 4);
});

test("a lost ticket whose car is not found pays the flat fee: 4", async ({ booth, kiosk }) => {
  await kiosk.page.locator(".bench-idle").waitFor();
  await kiosk.tap("Lost ticket");
  await kiosk.tap(/^Flat fee € 25/);
  await kiosk.tap("Exact");
  await kiosk.tap(/^Take € 25/);
  await paid(booth);
  assert.equal(entriesOf(booth, "payment")[0]?.data.fee.lost, true);
  assert.equal(kiosk.taps, 4);
});

test("opening by hand: 3", async ({ booth, kiosk }) => {
  await kiosk.tap("Open by hand: Exit 1");
  await kiosk.tap("Emergency vehicle");
  await kiosk.tap("Open Exit 1");
  await until(() => entriesOf(booth, "barrier_intent").some(({ data }) => data.cause === "hand"), "the intent");
  assert.equal(kiosk.taps, 3);
});

test("letting a car go unpaid: 3", async ({ booth, kiosk }) => {
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.tap("No payment…");
  await kiosk.tap("Waived");
  await kiosk.tap(/^Let go unpaid/);
  await until(() => entriesOf(booth, "session_close").some(({ data }) => data.how === "hand"), "the close");
  assert.equal(kiosk.taps, 3);
});

test("validating for the bar: 2", async ({ booth, kiosk }) => {
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.tap("Validate");
  await kiosk.tap("Validate · bar");
  await until(() => entriesOf(booth, "validation").length === 1, "the validation");
  assert.equal(kiosk.taps, 2);
  await kiosk.page.getByText("Validation · bar").waitFor();
});

test("ordering a wash: 2", async ({ booth, kiosk }) => {
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.tap("Car wash");
  await kiosk.tap(/^M\b/);
  await until(() => entriesOf(booth, "wash_order").length === 1, "the order");
  assert.equal(kiosk.taps, 2);
});

test("voiding the last payment: 3 of 4", async ({ booth, kiosk }) => {
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.tap("Exact");
  await kiosk.tap(/^Take/);
  await paid(booth);
  await kiosk.tap("Next");
  kiosk.taps = 0;
  await kiosk.tap("Void…");
  await kiosk.tap("Wrong amount");
  await kiosk.tap("Void € 7.50");
  await until(() => entriesOf(booth, "void").length === 1, "the void");
  assert.ok(kiosk.taps <= 4, String(kiosk.taps));
});

test("a cash drop: 6, three of them the amount", async ({ booth, kiosk }) => {
  await kiosk.page.locator(".bench-idle").waitFor();
  await kiosk.tap("Cash in or out");
  await kiosk.tap("To the bank");
  for (const key of ["5", "0", "00"]) await kiosk.tap(new RegExp(`^${key}$`));
  await kiosk.tap("Drop € 50.00");
  await until(() => entriesOf(booth, "cash_movement").length === 1, "the movement");
  assert.equal(kiosk.taps, 6);
});

test.run();
