import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Language } from "../../common/words.ts";
import { accessFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { closeBrowser, type Kiosk, openKiosk, SIZES, type Size } from "./helpers/page.ts";
import { SCENES, signInAndShow, startStory } from "./helpers/scenes.ts";

const test = suite("layout");
test.after(closeBrowser);

type Theme = "light" | "dark";

/**
 * English at every size and in both themes. The others differ in the length of their words, which shows at the smallest
 * size first; Arabic runs the other way too, so it is looked at like English at the two sizes that booths have.
 */
const PLANS: Readonly<Record<Language, { sizes: readonly Size[]; themes: readonly Theme[] }>> = {
  en: { sizes: SIZES, themes: ["light", "dark"] },
  ar: { sizes: SIZES.slice(0, 2), themes: ["light", "dark"] },
  de: { sizes: SIZES.slice(0, 1), themes: [] },
  es: { sizes: SIZES.slice(0, 1), themes: [] },
  fr: { sizes: SIZES.slice(0, 1), themes: [] },
};

/** What is wrong with the screen as it is now, at each size and in each theme of the plan. */
async function faultsOf({ page }: Kiosk, scene: string, language: Language): Promise<string[]> {
  const { sizes, themes } = PLANS[language];
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    faults.push(...(await layoutFaults(page)).map((fault) => `${scene} ${size.width}x${size.height}: ${fault}`));
  }
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    faults.push(...(await accessFaults(page)).map((fault) => `${scene} ${theme}: ${fault}`));
  }
  return faults;
}

for (const language of Object.keys(PLANS) as Language[]) {
  test(`every screen fits, nothing is cut off, and axe finds nothing (${language})`, async () => {
    const booth = await startStory();
    const kiosk = await openKiosk(booth, { language });
    try {
      await kiosk.page.locator("input[name=password]").waitFor();
      const faults = await faultsOf(kiosk, "00-sign-in", language);
      await signInAndShow(kiosk, booth, language);
      for (const [name, show] of Object.entries(SCENES)) {
        await show(kiosk, booth);
        faults.push(...(await faultsOf(kiosk, name, language)));
        await kiosk.page.keyboard.press("Escape");
      }
      assert.equal(faults.join("\n"), "");
      assert.equal(await kiosk.page.evaluate("document.documentElement.lang"), language);
      assert.deepEqual(kiosk.complaints, []);
    } finally {
      await kiosk.close();
      await booth.close();
    }
  });
}

test.run();
