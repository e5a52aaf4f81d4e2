import assert from "node:assert/strict";
import { suite } from "uvu";
import type { Language } from "../../common/words.ts";
import { closeDueDays } from "../../daemon/services/day-close.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { accessFaults, adminFaults, settled } from "./helpers/audit.ts";
import { englishSearch } from "./helpers/english-left.ts";
import { closeBrowser, type Kiosk, openKiosk, SIZES, signIn } from "./helpers/page.ts";
import { startReportStory } from "./helpers/report-story.ts";
import { type Look, visitAll } from "./helpers/tour.ts";

const test = suite("the site manager's pages in every language", {} as { booth: TestBooth; details: string[] });

test.before.each(async (context) => {
  const { booth } = await startReportStory();
  context.booth = booth;
  context.details = await tellMore(booth);
});
test.after.each(({ booth }) => booth.close());
test.after(closeBrowser);

/** A subscription that is blocked, and the pages that show one thing each. */
async function tellMore(booth: TestBooth): Promise<string[]> {
  await closeDueDays(booth.booth);
  const admin = await booth.signIn("admin");
  const terms = { holder: "María Ortega", plates: ["KX182BD"], validFrom: "2026-11-01", validTo: "2026-11-30" };
  const subscription = (await admin.post("/api/subscriptions", terms)).body;
  const blocked = await admin.put(`/api/subscriptions/${subscription.id}`, {
    status: "blocked",
    blockedReason: "unpaid",
  });
  assert.equal(blocked.status, 200, blocked.text);
  const tariff = (await admin.get("/api/tariffs")).body.items[0];
  const users = (await admin.get("/api/users")).body.items;
  const paid = (await admin.get("/api/events?kind=payment")).body.items[0];
  return [
    `tariffs/${tariff.id}`,
    "tariffs/draft",
    "tariffs/draft/publish",
    "subscriptions/new",
    "subscriptions/import",
    `subscriptions/${subscription.id}`,
    "users/new",
    `users/${users.find(({ username }: { username: string }) => username === "cashier").id}`,
    "roles/+",
    "roles/operator",
    `ledger/${paid.seq}`,
    `ledger/${paid.seq}/void`,
    "reports/revenue",
    "reports/occupancy",
    "reports/occupancy/count",
    "reports/exceptions",
    "reports/shifts",
    "reports/validations",
    "carwash/orders",
    "carwash/categories",
    "reports/day/2026-11-19",
    "site/erase",
    "screen/measure",
  ];
}

async function openIn(booth: TestBooth, language: Language): Promise<Kiosk> {
  await (await booth.signIn("admin")).put("/api/auth/language", { language });
  const kiosk = await openKiosk(booth, { size: SIZES[0], language });
  await signIn(kiosk, "admin");
  await beginDraft(kiosk);
  return kiosk;
}

/** The draft of a tariff is this browser's own. */
async function beginDraft({ page }: Kiosk): Promise<void> {
  await page.evaluate("location.hash = '/admin/tariffs'");
  await page.locator(".admin-page .actions [data-primary]").click();
  await page.locator(".admin-page .tariff-rules, .admin-page fieldset").first().waitFor();
}

/** Looks at every page, and answers what was found, each with its page. */
async function faultsOn(kiosk: Kiosk, details: readonly string[], look: Look<string[]>): Promise<string[]> {
  const faults: string[] = [];
  await visitAll(
    kiosk,
    async (area) => {
      assert.equal(await kiosk.page.locator(".admin-page .failure").count(), 0, area);
      for (const fault of await look(area)) faults.push(`${area || "overview"}: ${fault}`);
    },
    details,
  );
  return [...faults, ...kiosk.complaints];
}

test("the search for English finds it where it is", async ({ booth }) => {
  const kiosk = await openIn(booth, "en");
  try {
    assert.ok((await (await englishSearch("ar"))(kiosk.page)).length > 5);
  } finally {
    await kiosk.close();
  }
});

for (const language of ["de", "es", "fr", "ar"] as const) {
  test(`nothing is cut off, covered or left in English at 1024 x 640 (${language})`, async ({ booth, details }) => {
    const { page, ...kiosk } = await openIn(booth, language);
    try {
      const englishLeft = await englishSearch(language);
      const look = async () => [...(await adminFaults(page)), ...(await englishLeft(page))];
      assert.deepEqual(await faultsOn({ page, ...kiosk }, details, look), []);
    } finally {
      await kiosk.close();
    }
  });
}

test("in Arabic every page is whole at 1280 x 800, and open to everybody in both themes", async ({
  booth,
  details,
}) => {
  const kiosk = await openIn(booth, "ar");
  const { page } = kiosk;
  try {
    await page.setViewportSize(SIZES[1]);
    const look = async () => {
      await settled(page);
      const faults = await adminFaults(page);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        for (const fault of await accessFaults(page)) faults.push(`${colorScheme}: ${fault}`);
      }
      return faults;
    };
    assert.deepEqual(await faultsOn(kiosk, details, look), []);
  } finally {
    await kiosk.close();
  }
});

test.run();
