import assert from "node:assert/strict";
import { suite } from "uvu";
import { startReceiptPrinter } from "../../bin/demo/hardware/printer.ts";
import type { Client } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { faultsInLooks } from "./helpers/looks.ts";
import { beginShift, closeBrowser, openKiosk, startKioskBooth } from "./helpers/page.ts";

const test = suite("printer");
test.after(closeBrowser);

test("without paper the cashier goes on taking money, sees what waits, and it comes when there is paper", async () => {
  const printer = await startReceiptPrinter();
  const booth = await startKioskBooth();
  const admin = await booth.signIn("admin");
  const device = { driver: "escpos-tcp", config: { host: "127.0.0.1", port: printer.port, pollMs: 200 } };
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { printer: device } });
  const kiosk = await openKiosk(booth);
  try {
    await beginShift(kiosk);
    const banner = kiosk.page.locator(".banner");
    printer.setPaper("low");
    await banner.getByText("paper is running low").waitFor();
    printer.setPaper("out");
    await banner.getByText("printer not ready. Payments work. The printer is out of paper").waitFor();
    await carAt(booth, "entry-1", "KX482BD");
    booth.clock.set("2026-11-20T17:42:00.000Z");
    await carAt(booth, "exit-1", "KX482BD");
    await kiosk.tap("€ 20");
    await kiosk.tap(/^Take € 20/);
    await kiosk.tap("Print receipt");
    await kiosk.page.getByText("Waits for the printer.").waitFor();
    assert.equal(await kiosk.page.getByRole("button", { name: "Print from this screen" }).count(), 0);
    await banner.getByText("Receipts wait (1).").waitFor();
    printer.setPaper("ok");
    await banner.waitFor({ state: "detached" });
    await until(() => printer.papers().length === 1, "the receipt on paper");
    assert.match(printer.papers()[0]!.text, /Receipt 1 /);
  } finally {
    await kiosk.close();
    await booth.close();
    await printer.close();
  }
});

/** A booth whose printer at the exit has no paper, with a car that came in and one receipt that waits. */
async function startWaiting() {
  const printer = await startReceiptPrinter();
  const booth = await startKioskBooth();
  const admin = await booth.signIn("admin");
  const device = { driver: "escpos-tcp", config: { host: "127.0.0.1", port: printer.port, pollMs: 200 } };
  await admin.post("/api/setup/assign", { lane: "exit-1", devices: { printer: device } });
  printer.setPaper("out");
  const kiosk = await openKiosk(booth);
  await beginShift(kiosk);
  await carAt(booth, "entry-1", "KX482BD");
  booth.clock.set("2026-11-20T17:42:00.000Z");
  await carAt(booth, "exit-1", "KX482BD");
  await kiosk.page.locator(".banner").getByText("out of paper").waitFor();
  await kiosk.tap("€ 20");
  await kiosk.tap(/^Take € 20/);
  await kiosk.tap("Print receipt");
  await kiosk.page.getByText("Waits for the printer.").waitFor();
  const close = async () => {
    await kiosk.close();
    await booth.close();
    await printer.close();
    assert.deepEqual(kiosk.complaints, []);
  };
  return { booth, admin, kiosk, page: kiosk.page, printer, close };
}

const waitingIds = async (client: Client): Promise<number[]> =>
  (await client.get("/api/prints")).body.items.map(({ id }: { id: number }) => id);

test("what waits for a printer is shown from the banner, and removed after one question", async () => {
  const { booth, admin, kiosk, page, close } = await startWaiting();
  try {
    await kiosk.tap("Done");
    await carAt(booth, "entry-1", "LM901TR");
    const [stay] = (await admin.get("/api/sessions?state=open")).body.items;
    await admin.post(`/api/sessions/${stay.id}/ticket`);
    booth.booth.db.exec("UPDATE print_jobs SET begun_at = asked_at WHERE kind = 'receipt'");
    await kiosk.tap("Show what waits");
    const rows = page.locator(".print-row");
    await rows.nth(1).waitFor();
    assert.match((await rows.nth(0).innerText()).replace(/\s+/g, " "), /^Receipt 1 since .+ · Exit 1 .*May have been/);
    assert.match((await rows.nth(1).innerText()).replace(/\s+/g, " "), /^Ticket 00002 since /);
    await page.getByRole("button", { name: /Choose a print first/ }).waitFor();
    await rows.nth(1).click();
    await kiosk.tap("Remove print");
    await page.getByText("Do not print “Ticket 00002” any more?").waitFor();
    assert.equal((await waitingIds(admin)).length, 2);
    await page.locator(".confirm .danger-fill").click();
    await until(async () => (await rows.count()) === 1, "the ticket to be gone");
    assert.equal((await waitingIds(admin)).length, 1);
  } finally {
    await close();
  }
});

test("the menu leads to what waits, and it goes from the list as it is printed", async () => {
  const { kiosk, page, printer, close } = await startWaiting();
  try {
    await kiosk.tap("Done");
    await kiosk.tap("Menu");
    await kiosk.tap("Waiting prints (1)");
    await page.locator(".print-row").waitFor();
    printer.setPaper("ok");
    await page.getByText("Nothing waits for a printer.").waitFor();
    await kiosk.tap("Back");
    await kiosk.tap("Menu");
    assert.equal(await page.getByRole("button", { name: /^Waiting prints/ }).count(), 0);
  } finally {
    await close();
  }
});

test("a ticket is printed for a stay that was entered by hand, and for one that was found", async () => {
  const { kiosk, page, printer, close } = await startWaiting();
  const printed = async (text: string) => {
    await kiosk.tap("Print ticket");
    await page.locator(".toasts").getByText("Printed").last().waitFor();
    assert.match(printer.papers().at(-1)?.text ?? "", new RegExp(text));
  };
  try {
    printer.setPaper("ok");
    await page.locator(".banner").waitFor({ state: "detached" });
    await kiosk.tap("Done");
    await kiosk.tap("Menu");
    await kiosk.tap("Manual entry");
    await kiosk.tap(/^Open stay/);
    await printed("00002-");
    await kiosk.tap("Put back");
    await page.keyboard.press("F2");
    await page.locator(".stay").first().click();
    await printed("00002-");
  } finally {
    await close();
  }
});

test("a site manager prints the report of a day and of a shift on the receipt printer", async () => {
  const { kiosk, booth, printer, close } = await startWaiting();
  try {
    printer.setPaper("ok");
    await until(() => printer.papers().length === 1, "the receipt");
    await kiosk.close();
    const manager = await openAdmin(booth, "reports/day/2026-11-20");
    await manager.tap("On the receipt printer");
    await until(() => printer.papers().length === 2, "the day");
    assert.deepEqual(await faultsInLooks(manager.page, "en"), []);
    await goAdmin(manager, "reports/shifts");
    await manager.page.locator(".data-table a").first().click();
    await manager.tap("On the receipt printer");
    await until(() => printer.papers().length === 3, "the shift");
    const [, day, shift] = printer.papers();
    assert.match(day?.text ?? "", /^Day +20 Nov 2026|2026-11-20/m);
    assert.match(shift?.text ?? "", /^X report, shift #1/m);
    assert.deepEqual(manager.complaints, []);
    await manager.close();
  } finally {
    await close();
  }
});

test.run();
