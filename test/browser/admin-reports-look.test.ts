import assert from "node:assert/strict";
import { suite } from "uvu";
import type { TestBooth } from "../helpers/booth.ts";
import { goAdmin, openAdmin } from "./helpers/admin.ts";
import { accessFaults } from "./helpers/audit.ts";
import { LOOKS, pageFaults } from "./helpers/looks.ts";
import { closeBrowser } from "./helpers/page.ts";
import { startReportStory } from "./helpers/report-story.ts";

const test = suite<{ booth: TestBooth }>("the look of the site manager's reports");

test.before.each(async (context) => {
  context.booth = (await startReportStory()).booth;
});
test.after.each(({ booth }) => booth.close());
test.after(closeBrowser);

/** Every page, and what is there once it has its answer. */
const SCREENS = {
  reports: ".chart-touch",
  "reports/glance/week": ".chart-touch",
  "reports/revenue": ".chart-touch",
  "reports/revenue/month/person": ".rank li",
  "reports/occupancy": ".chart-touch",
  "reports/occupancy/count": ".count-form",
  "reports/exceptions": ".data-table",
  "reports/day/2026-11-19": ".sum-card",
  "reports/shifts": ".data-table",
  "reports/shifts/1": ".sum-card",
} as const;

for (const [{ theme, size }, language] of [
  [LOOKS.en[0], "en"],
  [LOOKS.en[1], "de"],
] as const) {
  test(`every report is whole and fit for all at ${size.width}x${size.height}, ${theme}, in ${language}`, async ({
    booth,
  }) => {
    await (await booth.signIn("operator")).put("/api/auth/language", { language });
    const kiosk = await openAdmin(booth, "reports", { as: "operator", theme, size });
    for (const [path, ready] of Object.entries(SCREENS)) {
      await goAdmin(kiosk, path);
      await kiosk.page.locator(ready).first().waitFor();
      const faults = await pageFaults(kiosk.page);
      if (ready === ".chart-touch") {
        await kiosk.page.locator(".twin-head .button").nth(1).click();
        faults.push(...(await accessFaults(kiosk.page)));
      }
      assert.deepEqual([path, ...faults], [path]);
    }
    assert.deepEqual(kiosk.complaints, []);
    await kiosk.close();
  });
}

test.run();
