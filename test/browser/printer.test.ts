// time limit: 300 s
import assert from "node:assert/strict";
import { suite } from "uvu";
import { startReceiptPrinter } from "../../bin/demo/hardware/printer.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
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
    await banner.getByText("printer not ready. Payments work. the printer is out of paper").waitFor();
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

test.run();
