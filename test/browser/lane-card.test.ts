import assert from "node:assert/strict";
import { suite } from "uvu";
import { LANGUAGES } from "../../common/words.ts";
import { startBooth, type TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { accessFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { beginShift, closeBrowser, type Kiosk, openKiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("lane card", {} as { booth: TestBooth; kiosk: Kiosk });

/** A car left twelve minutes ago; its picture is the last there is. */
test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  await carAt(context.booth, "exit-1", "KX482BD");
  context.booth.clock.advance(12 * 60_000);
  context.kiosk = await openKiosk(context.booth, { size: SIZES[0] });
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const card = ({ page }: Kiosk, name: string) => page.locator(".lane-card", { hasText: name });
const assignCamera = async (booth: TestBooth, lane: string, config: object) =>
  (await booth.signIn("admin")).post("/api/setup/assign", {
    lane,
    devices: { camera: { driver: "simulated", config } },
  });

test("a picture that is not of now is grey and says how old it is; a fresh one is neither", async ({
  booth,
  kiosk,
}) => {
  await beginShift(kiosk);
  const exit = card(kiosk, "Exit 1");
  await exit.locator("img").waitFor();
  assert.equal(await exit.locator(".stale").count(), 0);
  await assignCamera(booth, "exit-1", { answers: "silent" });
  await exit.getByText("Picture 12 min old").waitFor();
  await exit.getByText("No new picture · use ticket or plate").waitFor();
  const filter = "getComputedStyle(document.querySelector('.lane-picture.stale img')).filter";
  assert.match(await kiosk.page.evaluate<string>(filter), /grayscale\(1\)/);
  await assignCamera(booth, "exit-1", {});
  await carAt(booth, "exit-1", "LM901TR");
  await exit.locator(".stale").waitFor({ state: "detached" });
  assert.equal(await exit.getByText("old", { exact: false }).count(), 0);
  assert.deepEqual(kiosk.complaints, []);
});

test("a picture that did not come leaves the one before it, which stays old although the camera is back", async ({
  booth,
  kiosk,
}) => {
  await beginShift(kiosk);
  await assignCamera(booth, "exit-1", { answers: "ok", latencyMs: 10_000 });
  await carAt(booth, "exit-1", "LM901TR");
  const exit = card(kiosk, "Exit 1");
  await exit.getByText("No new picture").waitFor({ timeout: 15_000 });
  await assignCamera(booth, "exit-1", {});
  await exit.getByText("No new picture").waitFor({ state: "detached" });
  await exit.getByText("Picture 12 min old").waitFor();
});

test("while news do not arrive, every picture is marked as old", async ({ booth, kiosk }) => {
  await beginShift(kiosk);
  await card(kiosk, "Exit 1").locator("img").waitFor();
  const { port } = new URL(booth.url);
  await booth.daemon.stop();
  await card(kiosk, "Exit 1").getByText("Picture 12 min old").waitFor({ timeout: 20_000 });
  const again = await startBooth({
    dataDir: booth.dataDir,
    clock: booth.clock,
    env: { PORT: port, WS_ALLOWED_ORIGINS: booth.url },
  });
  await kiosk.page.locator(".lane-picture.stale").waitFor({ state: "detached", timeout: 20_000 });
  await again.close();
});

for (const language of LANGUAGES)
  test(`with two old pictures nothing scrolls or is cut off at the smallest size (${language})`, async ({
    booth,
    kiosk,
  }) => {
    const { page } = kiosk;
    await (await booth.signIn("cashier")).put("/api/auth/language", { language });
    for (const lane of ["entry-1", "exit-1"]) {
      await carAt(booth, lane, "RX482PD");
      await assignCamera(booth, lane, { answers: "silent" });
    }
    await beginShift(kiosk);
    await page.locator(".lane-picture.stale .pill.warn").nth(1).waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      assert.deepEqual([...(await layoutFaults(page)), ...(await accessFaults(page))], [], colorScheme);
    }
    assert.deepEqual(await cutOff(kiosk), []);
  });

/** Words on the pictures that do not fit their pill, and pills that lie over each other. */
const cutOff = ({ page }: Kiosk) =>
  page.evaluate<string[]>(`[...document.querySelectorAll(".lane-marks .pill-text")]
    .filter((text) => text.scrollWidth > text.clientWidth + 1).map((text) => text.textContent)`);

test.run();
