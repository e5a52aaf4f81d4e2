import { until } from "../../helpers/until.ts";
import { goAdmin } from "./admin.ts";
import type { Kiosk } from "./page.ts";

/** The areas that each seeded role sees, in the order in which they are shown. */
export const TOUR = {
  admin: [
    "reports",
    "ledger",
    "tariffs",
    "subscriptions",
    "carwash",
    "users",
    "roles",
    "setup",
    "site",
    "modules",
    "backup",
    "screen",
  ],
  operator: ["reports", "ledger", "tariffs", "subscriptions", "carwash", "site", "modules", "backup", "screen"],
  cashier: ["tariffs", "subscriptions", "screen"],
  readonly: [
    "reports",
    "ledger",
    "tariffs",
    "subscriptions",
    "carwash",
    "users",
    "roles",
    "site",
    "modules",
    "backup",
    "screen",
  ],
} as const;

/** What is to be found out about a page. */
export type Look<T> = (area: string) => Promise<T>;

/**
 * Goes through every page of the site manager that the menu offers, and these besides; answers the areas of the menu,
 * '' for the overview.
 */
export async function visitAll(kiosk: Kiosk, look: Look<void>, besides: readonly string[] = []): Promise<string[]> {
  await goAdmin(kiosk, "");
  const hrefs = await kiosk.page
    .locator(".admin-nav a[href^='#/admin']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const areas = hrefs.map((href) => href.replace(/^#\/admin\/?/, ""));
  for (const area of [...areas, ...besides]) {
    await goAdmin(kiosk, area);
    const busy = kiosk.page.locator(".admin-page [aria-busy='true']");
    await until(async () => (await busy.count()) === 0, `${area} is read`);
    await look(area);
  }
  return areas;
}
