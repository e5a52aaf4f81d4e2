// Pictures of every screen, to look at: `tsx test/browser/helpers/shots.ts [folder]`. Not a test.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { closeBrowser, type Kiosk, openKiosk, SIZES } from "./page.ts";
import { SCENES, signInAndShow, startStory } from "./scenes.ts";

const folder = process.argv[2] ?? process.env.SHOTS ?? "shots";
const only = process.env.ONLY;
const variants = [
  { size: SIZES[1], theme: "light", language: "en" },
  { size: SIZES[1], theme: "dark", language: "de" },
  { size: SIZES[0], theme: "light", language: "de" },
  { size: SIZES[0], theme: "dark", language: "en" },
  { size: SIZES[1], theme: "dark", language: "ar" },
  { size: SIZES[0], theme: "light", language: "ar" },
] as const;

mkdirSync(folder, { recursive: true });
for (const variant of process.env.QUICK ? variants.slice(0, Number(process.env.QUICK)) : variants) {
  const booth = await startStory();
  const kiosk: Kiosk = await openKiosk(booth, variant);
  await signInAndShow(kiosk, booth, variant.language);
  for (const [name, show] of Object.entries(SCENES)) {
    if (only && !name.includes(only)) continue;
    await show(kiosk, booth);
    await kiosk.page.waitForTimeout(150);
    const { width, height } = variant.size;
    await kiosk.page.screenshot({
      path: join(folder, `${name}-${width}x${height}-${variant.theme}-${variant.language}.png`),
    });
    await kiosk.page.keyboard.press("Escape");
  }
  for (const complaint of kiosk.complaints) console.error(complaint);
  await kiosk.close();
  await booth.close();
}
await closeBrowser();
