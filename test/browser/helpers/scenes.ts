import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DeviceCategory } from "../../../common/drivers.ts";
import type { Language } from "../../../common/words.ts";
import { cliActor } from "../../../daemon/services/actors.ts";
import { backupName } from "../../../daemon/services/backup/names.ts";
import { beginRun, endRun, rememberCopy } from "../../../daemon/services/backup/records.ts";
import { assignMany } from "../../../daemon/services/setup.ts";
import { siteOf } from "../../../daemon/services/sites.ts";
import { openTestClock, type TestBooth } from "../../helpers/booth.ts";
import { carAt } from "../../helpers/stay.ts";
import { beginShift, type Kiosk, startKioskBooth } from "./page.ts";

const simulated = { driver: "simulated", config: {} };

/** Cars that stand inside when the story begins, with the minutes after the hour at which they came. */
const INSIDE = ["KX182BD", "LM901TR", "RX482PD", "B7741QK", "0385GHT", "MTK2208", "KX482BD"];

/** A car that has been inside for days, with a breakdown as long as they get. */
const LONG_INSIDE = "OLD3031";

/** A booth with a printer and a few cars inside, at 18:42 in the evening. */
export async function startStory(): Promise<TestBooth> {
  const booth = await startKioskBooth({ lanes: false, clock: openTestClock("2026-11-16T09:20:00.000Z") });
  const devices = { access: simulated, reader: simulated, camera: simulated };
  await assignMany(booth.booth, cliActor("test"), [
    { lane: "exit-1", name: "Exit 1", direction: "exit", devices: { ...devices, printer: simulated } },
    { lane: "entry-1", name: "Entry 1", direction: "entry", devices },
  ]);
  await carAt(booth, "entry-1", LONG_INSIDE);
  booth.clock.set("2026-11-20T14:30:00.000Z");
  for (const plate of INSIDE) {
    booth.clock.advance(4 * 60_000);
    await carAt(booth, "entry-1", plate);
  }
  booth.clock.set("2026-11-20T17:42:00.000Z");
  backedUpAt(booth, "2026-11-20T14:00:00.000Z");
  return booth;
}

/** As if a backup had been made then, after the daily hour: an overdue one would be on every screen. */
function backedUpAt({ booth, dataDir }: TestBooth, at: string): void {
  const { db } = booth;
  const name = backupName(siteOf(db).id, Date.parse(at));
  endRun(db, beginRun(db, at, "schedule"), at, { outcome: "done", code: null, message: null, name });
  rememberCopy(db, { name, bytes: 0, sha256: "", seq: 1, proof: "verified", proved_at: at });
  mkdirSync(join(dataDir, "backups"));
  writeFileSync(join(dataDir, "backups", name), "");
}

/** Four more lanes than usual. */
export function addLanes(booth: TestBooth): Promise<unknown> {
  const devices = { access: simulated, reader: simulated, camera: simulated };
  return assignMany(
    booth.booth,
    cliActor("test"),
    [2, 3, 4, 5].map((n) => ({ lane: `exit-${n}`, name: `Exit ${n}`, direction: "exit" as const, devices })),
  );
}

/** Has a simulated device of a lane behave otherwise. */
function assignTo(booth: TestBooth, lane: string, category: DeviceCategory, config: Record<string, unknown>) {
  return assignMany(booth.booth, cliActor("test"), [
    { lane, devices: { [category]: { driver: "simulated", config } } },
  ]);
}

/** Signs in as an operator with an open shift, in the language wanted. */
export async function signInAndShow(
  kiosk: Kiosk,
  booth: TestBooth,
  language: Language,
  username = "operator",
): Promise<void> {
  const client = await booth.signIn(username);
  await client.put("/api/auth/language", { language });
  const admin = await booth.signIn("admin");
  const site = { name: "Harbour St · Booth 1", timezone: "Europe/Madrid", capacity: 220 };
  await admin.put("/api/site-config", site);
  await beginShift(kiosk, username);
}

type Scene = (kiosk: Kiosk, booth: TestBooth) => Promise<void>;

const tool = (kiosk: Kiosk, at: string) => kiosk.page.locator(at).first().click();
const sheetOpen = (kiosk: Kiosk) => kiosk.page.locator(".sheet").waitFor();

async function toBench({ page }: Kiosk): Promise<void> {
  for (let i = 0; i < 3 && (await page.locator(".sheet").count()) > 0; i += 1) {
    await page.locator(".sheet-head button").click();
  }
}

async function openMenu(kiosk: Kiosk): Promise<void> {
  await toBench(kiosk);
  await kiosk.page.locator(".bar .button").last().click();
  await sheetOpen(kiosk);
}

async function goTo({ page }: Kiosk, path: string, awaited: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(`/${path}`)}`);
  await page.locator(awaited).first().waitFor();
}

/** Every screen of the cashier, in an order in which each leads to the next. */
export const SCENES: Readonly<Record<string, Scene>> = {
  "01-idle": async (kiosk) => kiosk.page.locator(".bench-idle").waitFor(),
  "02-unmatched": async (kiosk, booth) => {
    await carAt(booth, "exit-1", "KX462BD");
    await kiosk.page.locator(".puzzle .stay").first().waitFor();
  },
  "03-due": async (kiosk, booth) => {
    booth.clock.advance(21_000);
    await carAt(booth, "exit-1", "KX482BD");
    await kiosk.page.locator(".due .quick .button").first().waitFor();
  },
  "04-given": async (kiosk) => kiosk.page.locator(".quick .button").last().click(),
  "05-plate": async (kiosk) => {
    await tool(kiosk, ".plate-button");
    await sheetOpen(kiosk);
    await kiosk.page.locator(".sheet .stay").first().waitFor();
  },
  "05-validate": async (kiosk) => {
    await toBench(kiosk);
    await tool(kiosk, ".validates");
    await kiosk.page.locator(".stations .button").waitFor();
  },
  "05-wash": async (kiosk) => {
    await toBench(kiosk);
    await tool(kiosk, ".washes");
    await kiosk.page.locator(".wash-categories .button").first().waitFor();
  },
  "06-hand": async (kiosk) => {
    await toBench(kiosk);
    await tool(kiosk, ".by-hand");
    await sheetOpen(kiosk);
  },
  "07-hand-note": async (kiosk) => {
    await kiosk.page.keyboard.press("Escape");
    await tool(kiosk, ".by-hand");
    await kiosk.page.locator(".sheet .options .button").nth(5).click();
    await kiosk.page.locator(".sheet .keyboard").waitFor();
  },
  "08-unpaid": async (kiosk) => {
    await toBench(kiosk);
    await tool(kiosk, ".method > .button");
    await sheetOpen(kiosk);
  },
  "09-find": async (kiosk) => {
    await toBench(kiosk);
    await kiosk.page.keyboard.press("F2");
    await kiosk.page.locator(".sheet .stay").first().waitFor();
  },
  "10-lost": async (kiosk) => {
    await toBench(kiosk);
    await kiosk.page
      .getByRole("button", { name: /^(Lost ticket|Ticket (verloren|perdido|perdu)|تذكرة مفقودة)$/ })
      .click();
    await kiosk.page.locator(".sheet .stay").first().waitFor();
  },
  "11-card": async (kiosk) => {
    await toBench(kiosk);
    await kiosk.page.locator(".method .options .button").nth(1).click();
  },
  "12-done": async (kiosk) => {
    await kiosk.page.locator(".method .options .button").nth(0).click();
    await kiosk.page.locator(".quick .button").last().click();
    await kiosk.page.locator(".commit").click();
    await kiosk.page.locator(".done-change").waitFor();
  },
  "13-receipt": async (kiosk) => {
    await kiosk.page.locator(".done .actions .button").first().click();
    await kiosk.page.locator(".receipt").waitFor();
  },
  "14-idle-last": async (kiosk) => {
    await toBench(kiosk);
    await kiosk.page.locator(".done .commit").click();
    await kiosk.page.locator(".idle-card").waitFor();
  },
  "15-void": async (kiosk) => {
    await kiosk.page.locator(".idle-card .danger").click();
    await sheetOpen(kiosk);
  },
  "16-journal": async (kiosk) => {
    await openMenu(kiosk);
    await kiosk.page.locator(".menu-ways .button").nth(0).click();
    await kiosk.page.locator(".journal-row").first().waitFor();
  },
  "17-entry": async (kiosk) => {
    await openMenu(kiosk);
    await kiosk.page.locator(".menu-ways .button").nth(1).click();
    await kiosk.page.locator(".entry-line").waitFor();
  },
  "18-cash": async (kiosk) => {
    await openMenu(kiosk);
    await kiosk.page.locator(".menu-ways .button").nth(2).click();
    await kiosk.page.locator(".cash-move").waitFor();
  },
  "19-menu": openMenu,
  "20-flash": async (kiosk, booth) => {
    await toBench(kiosk);
    booth.clock.advance(60_000);
    await carAt(booth, "entry-1", "FREE123");
    booth.clock.advance(60_000);
    await carAt(booth, "exit-1", "FREE123");
    await kiosk.page.locator(".flash").waitFor();
  },
  "21-carried": async (kiosk) => {
    await kiosk.page.keyboard.press("F2");
    await kiosk.page.locator(".sheet .stay").nth(2).click();
    await kiosk.page.locator(".due .notice").waitFor();
  },
  "22-long": async (kiosk, booth) => {
    await kiosk.page.locator(".notice .button").first().click();
    booth.clock.advance(21_000);
    await carAt(booth, "exit-1", LONG_INSIDE);
    await kiosk.page.locator(".breakdown").getByText("…").waitFor();
  },
  "22-no-camera": async (kiosk, booth) => {
    for (const lane of ["entry-1", "exit-1"]) await assignTo(booth, lane, "camera", { answers: "silent" });
    await kiosk.page.locator(".lane-picture.stale").nth(1).waitFor();
  },
  "22-prints-banner": async (kiosk, booth) => {
    for (const lane of ["entry-1", "exit-1"]) await assignTo(booth, lane, "camera", {});
    await assignTo(booth, "exit-1", "printer", { paper: "out" });
    await kiosk.page.locator(".banner").waitFor();
    const operator = await booth.signIn("operator");
    const [payment] = (await operator.get("/api/payments")).body.items;
    for (let n = 0; n < 12; n += 1) await operator.post(`/api/payments/${payment.id}/receipt`, {});
    booth.booth.db.exec("UPDATE print_jobs SET begun_at = asked_at WHERE id = (SELECT min(id) FROM print_jobs)");
    await kiosk.page.locator(".banner .button").waitFor();
  },
  "22-prints-menu": openMenu,
  "22-prints": async (kiosk) => {
    await toBench(kiosk);
    await tool(kiosk, ".banner .button");
    await kiosk.page.locator(".print-row").first().click();
  },
  "22-prints-remove": async (kiosk) => {
    await tool(kiosk, ".banner .button");
    await kiosk.page.locator(".print-row").nth(1).click();
    await tool(kiosk, ".sheet .danger");
    await kiosk.page.locator(".confirm").waitFor();
  },
  "23-six-lanes": async (kiosk, booth) => {
    await assignTo(booth, "exit-1", "printer", {});
    await kiosk.page.locator(".banner").waitFor({ state: "detached" });
    await addLanes(booth);
    await carAt(booth, "exit-3", "RX482PD");
    await kiosk.page.locator(".lane-compact").nth(4).waitFor();
  },
  "24-password": async (kiosk) => goTo(kiosk, "password", ".entry input, .change-password input"),
  "25-lock": async (kiosk) => {
    await goTo(kiosk, "", ".rail");
    await kiosk.page.locator(".bar .button").first().click();
    await kiosk.page.locator("input[name=password]").waitFor();
  },
  "26-close": async (kiosk) => {
    await kiosk.page.locator("input[name=password]").fill("operator-pass");
    await kiosk.page.locator("input[name=password]").press("Enter");
    await kiosk.page.locator(".rail").waitFor();
    await goTo(kiosk, "shift/close", ".piece");
  },
  "27-close-ask": async (kiosk) => {
    await kiosk.page.locator(".piece").nth(3).click();
    await kiosk.page.locator(".keypad .key", { hasText: /^9$/ }).click();
    await kiosk.page.locator("footer [data-primary]").click();
    await kiosk.page.locator("footer [data-primary]").waitFor();
  },
  "28-closed": async (kiosk) => {
    await kiosk.page.locator("footer [data-primary]").click();
    await kiosk.page.locator(".report-card").first().waitFor();
  },
};
