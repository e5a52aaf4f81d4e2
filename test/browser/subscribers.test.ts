import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { suite } from "uvu";
import { LANGUAGES } from "../../common/words.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { cardAt, subscribe } from "../helpers/subscriptions.ts";
import { accessFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { beginShift, closeBrowser, type Kiosk, openKiosk, SIZES, startKioskBooth } from "./helpers/page.ts";

const test = suite("subscribers on the screen", {} as { booth: TestBooth; kiosk: Kiosk });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.kiosk = await openKiosk(context.booth, { size: SIZES[0] });
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

async function faultsOf(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await layoutFaults(page)), ...(await accessFaults(page))];
}

const WORDS = {
  en: { opened: /Subscriber · opened$/, over: "Subscription has ended", full: /^▲ Full: / },
  de: { opened: /Dauerparker · geöffnet$/, over: "Dauerkarte abgelaufen", full: /^▲ Voll: / },
  es: { opened: /Abonado · abierto$/, over: "Abono caducado", full: /^▲ Completo: / },
  fr: { opened: /Abonné · ouvert$/, over: "Abonnement expiré", full: /^▲ Complet\s: / },
  ar: { opened: /مشترك.* · فُتح$/, over: "الاشتراك منتهٍ", full: /^▲ ممتلئ: / },
} as const;

for (const language of LANGUAGES) {
  test(`a subscriber who leaves, one who is refused and a full site are told, in ${language}`, async ({
    booth,
    kiosk: { page },
    kiosk,
  }) => {
    const words = WORDS[language];
    const operator = await booth.signIn("operator");
    await operator.put("/api/auth/language", { language });
    await subscribe(operator);
    await subscribe(operator, { holder: "Ben", plates: [], credentials: ["OLD"], validTo: "2026-11-02" });
    await beginShift(kiosk, "operator");
    await carAt(booth, "entry-1", "KX482BD");
    await carAt(booth, "exit-1", "KX482BD");
    await page.locator(".flash h1", { hasText: words.opened }).waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await page.locator(".flash .commit").click();
    await cardAt(booth, "entry-1", "OLD");
    await page.locator(".puzzle-cause h1", { hasText: words.over }).waitFor();
    assert.deepEqual(await faultsOf(page), []);
    await page.locator(".puzzle .tool").last().click();
    booth.clock.advance(60_000);
    const admin = await booth.signIn("admin");
    await admin.put("/api/site-config", { capacity: 1 });
    await carAt(booth, "entry-1", "A1");
    await page.locator(".spaces-full", { hasText: words.full }).waitFor();
    assert.deepEqual(await faultsOf(page), []);
    assert.deepEqual(kiosk.complaints, []);
  });
}

test.run();
