import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Language } from "../../../common/words.ts";
import { openTestClock, startBooth, type TestBooth, type TestBoothOptions } from "../../helpers/booth.ts";
import { freePort } from "../../helpers/child-booth.ts";

const ARGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(
    " ",
  );

/** The sizes a booth's screen may have. */
export const SIZES = [
  { width: 1024, height: 640 },
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
] as const;

export type Size = (typeof SIZES)[number];

let browser: Promise<Browser> | null = null;

/** The one browser of a test file, started when it is first wanted. */
export function openBrowser(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath: process.env.CHROMIUM_PATH || "/usr/bin/chromium", args: ARGS });
  return browser;
}

/** Ends the browser; to be called after the last test. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = null;
}

/** A booth that a browser may follow live: it knows its own address. The clock stands at an evening in Madrid. */
export async function startKioskBooth(options: TestBoothOptions = {}): Promise<TestBooth> {
  const port = await freePort();
  return startBooth({
    clock: openTestClock("2026-11-20T14:54:00.000Z"),
    ...options,
    env: { PORT: String(port), WS_ALLOWED_ORIGINS: `http://127.0.0.1:${port}`, ...options.env },
  });
}

export interface Kiosk {
  page: Page;
  context: BrowserContext;
  /** Everything that no kiosk should say or do: errors, refused content, requests to elsewhere. */
  complaints: string[];
  /** Taps a button by what is written on it; counted. */
  tap(name: string | RegExp): Promise<void>;
  taps: number;
  close(): Promise<void>;
}

export interface KioskOptions {
  size?: Size;
  theme?: "light" | "dark";
  language?: Language;
}

/** Opens the kiosk of a booth in a profile of its own. */
export async function openKiosk(booth: TestBooth, options: KioskOptions = {}): Promise<Kiosk> {
  const { size = SIZES[1], theme = "light", language = "en" } = options;
  const context = await (await openBrowser()).newContext({
    viewport: size,
    locale: language,
    colorScheme: theme,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(8000);
  // tsx wraps named functions in this helper, which a page they are sent to does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  const page = await context.newPage();
  const complaints: string[] = [];
  watch(page, booth.url, complaints);
  await page.goto(booth.url);
  const kiosk: Kiosk = {
    page,
    context,
    complaints,
    taps: 0,
    async tap(name) {
      kiosk.taps += 1;
      await button(page, name).click();
    },
    close: () => context.close(),
  };
  return kiosk;
}

/** The button with these words; what lies under a sheet is inert and does not count. */
export function button(page: Page, name: string | RegExp) {
  return page.getByRole("button", { name }).first();
}

/** Notes what a page should not say or do. */
export function watch(page: Page, origin: string, complaints: string[]): void {
  page.on("console", (message) => {
    // A refusal by the booth is logged by the browser and is no mistake of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      complaints.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!/^(data|blob):$/.test(url.protocol) && url.origin !== origin) complaints.push(`request: ${request.url()}`);
  });
}

/** Signs in through the screen as somebody who was here before or not. */
export async function signIn(kiosk: Kiosk, username: string): Promise<void> {
  const { page } = kiosk;
  const name = page.locator("input[name=username]");
  await page.locator("input[name=password]").waitFor();
  if (!(await name.isVisible())) await page.locator(".other").click();
  await name.fill(username);
  await page.locator("input[name=password]").fill(`${username}-pass`);
  await page.locator("input[name=password]").press("Enter");
  await page.locator(".bar-who").waitFor();
}

/** Signs in and opens a shift with a float, as every day begins. */
export async function beginShift(kiosk: Kiosk, username = "cashier"): Promise<void> {
  await signIn(kiosk, username);
  const open = kiosk.page.locator("footer [data-primary]");
  await open.waitFor();
  for (const digit of ["1", "5", "0", "00"])
    await kiosk.page.locator(".keypad .key", { hasText: new RegExp(`^${digit}$`) }).click();
  await open.click();
  await kiosk.page.locator(".rail").waitFor();
}

/** Sends a code as a scanner does: all keys at once, whatever the load of this machine, and Enter. */
export async function scan(kiosk: Kiosk, code: string): Promise<void> {
  const keys = JSON.stringify([...code, "Enter"]);
  await kiosk.page.evaluate(
    `for (const key of ${keys}) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))`,
  );
}
