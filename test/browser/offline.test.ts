import assert from "node:assert/strict";
import { suite } from "uvu";
import { startBooth, type TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { beginShift, closeBrowser, type Kiosk, openKiosk, startKioskBooth } from "./helpers/page.ts";

const test = suite("offline");
test.after(closeBrowser);

async function restart(booth: TestBooth): Promise<TestBooth> {
  const port = new URL(booth.url).port;
  const env = { PORT: port, WS_ALLOWED_ORIGINS: booth.url };
  return startBooth({ dataDir: booth.dataDir, clock: booth.clock, env });
}

const owing = ({ page }: Kiosk) => page.locator(".due-amount").getByText("€ 7.50");

test("says so when the booth does not answer, takes no money meanwhile, and goes on when it is back", async () => {
  const booth = await startKioskBooth();
  const kiosk = await openKiosk(booth);
  let again: TestBooth | null = null;
  try {
    await beginShift(kiosk);
    await carAt(booth, "entry-1", "KX482BD");
    booth.clock.set("2026-11-20T17:42:00.000Z");
    await carAt(booth, "exit-1", "KX482BD");
    await owing(kiosk).waitFor();
    await kiosk.tap("€ 20");
    await booth.daemon.stop();
    await kiosk.page.locator(".banner.grave").getByText("Do not take payments here").waitFor({ timeout: 20_000 });
    await kiosk.page.getByRole("button", { name: /No answer from the booth/ }).waitFor();
    again = await restart(booth);
    await kiosk.page.locator(".banner.grave").waitFor({ state: "detached", timeout: 20_000 });
    await carAt(again, "exit-1", "KX482BD");
    await owing(kiosk).waitFor();
    await kiosk.tap("€ 20");
    await kiosk.tap(/^Take € 20/);
    await kiosk.page.locator(".done-change").getByText("€ 12.50").waitFor();
    assert.equal(await kiosk.page.locator(".banner").count(), 0);
  } finally {
    await kiosk.close();
    await again?.close();
    await booth.close();
  }
});

test("says that the disk is full, takes no money meanwhile, and goes on when there is room", async () => {
  const booth = await startKioskBooth();
  const kiosk = await openKiosk(booth);
  const { db } = booth.booth;
  const usual = db.pragma("max_page_count", { simple: true });
  try {
    await beginShift(kiosk);
    await carAt(booth, "entry-1", "KX482BD");
    booth.clock.set("2026-11-20T17:42:00.000Z");
    await carAt(booth, "exit-1", "KX482BD");
    await owing(kiosk).waitFor();
    await kiosk.tap("€ 20");
    db.pragma(`max_page_count = ${db.pragma("page_count", { simple: true })}`);
    const operator = await booth.signIn("operator");
    const stay = { enteredAt: "2026-11-20T15:00:00.000Z", reason: "no read" };
    let n = 0;
    await until(async () => {
      n += 1;
      return (await operator.post("/api/sessions", { ...stay, plate: `F${n}` })).status === 503;
    }, "the disk to be full");
    await kiosk.page.locator(".banner.grave").getByText("Payments are off: the disk is full.").waitFor();
    assert.ok(await kiosk.page.getByRole("button", { name: "Payments are off" }).isDisabled());
    db.pragma(`max_page_count = ${usual}`);
    await kiosk.page.locator(".banner").waitFor({ state: "detached", timeout: 20_000 });
    await kiosk.tap(/^Take € 20/);
    await kiosk.page.locator(".done-change").getByText("€ 12.50").waitFor();
  } finally {
    await kiosk.close();
    await booth.close();
  }
});

test.run();
