// Pictures of every screen, to look at: the cashier's in all their states, the site manager's as each role. Not a test.
// `tsx test/browser/helpers/shots.ts [folder]`
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LOOKS } from "./looks.ts";
import { closeBrowser, type Kiosk, openKiosk, SIZES, signIn } from "./page.ts";
import { SCENES, signInAndShow, startStory } from "./scenes.ts";
import { TOUR, visitAll } from "./tour.ts";

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
for (const [role, look] of Object.keys(TOUR).flatMap((role) => LOOKS.en.map((look) => [role, look] as const))) {
  if (only && !`role-${role}`.includes(only)) continue;
  const booth = await startStory();
  const kiosk = await openKiosk(booth, look);
  await signIn(kiosk, role);
  const { width, height } = look.size;
  await visitAll(kiosk, async (area) => {
    const name = `role-${role}-${area || "overview"}-${width}x${height}-${look.theme}.png`;
    await kiosk.page.screenshot({ path: join(folder, name) });
  });
  await kiosk.close();
  await booth.close();
}
await closeBrowser();
