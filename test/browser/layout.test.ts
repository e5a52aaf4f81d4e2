// time limit: 300 s
import assert from "node:assert/strict";
import { suite } from "uvu";
import { accessFaults, layoutFaults, settled } from "./helpers/audit.ts";
import { closeBrowser, openKiosk, SIZES } from "./helpers/page.ts";
import { SCENES, signInAndShow, startStory } from "./helpers/scenes.ts";

const test = suite("layout");
test.after(closeBrowser);

const LANGUAGES = ["en", "de"] as const;
const THEMES = ["light", "dark"] as const;

for (const language of LANGUAGES) {
  test(`every screen fits four sizes in both themes, and axe finds nothing (${language})`, async () => {
    const booth = await startStory();
    const kiosk = await openKiosk(booth, { language });
    const { page } = kiosk;
    const faults: string[] = [];
    const note = (where: string, found: string[]) => faults.push(...found.map((fault) => `${where}: ${fault}`));
    try {
      await signInAndShow(kiosk, booth, language);
      for (const [name, show] of Object.entries(SCENES)) {
        await show(kiosk, booth);
        for (const size of SIZES) {
          await page.setViewportSize(size);
          await settled(page);
          note(`${name} ${size.width}x${size.height}`, await layoutFaults(page));
        }
        for (const theme of THEMES) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
          note(`${name} ${theme}`, await accessFaults(page));
        }
        await page.keyboard.press("Escape");
      }
      assert.equal(faults.join("\n"), "");
      assert.deepEqual(kiosk.complaints, []);
    } finally {
      await kiosk.close();
      await booth.close();
    }
  });
}

test.run();
