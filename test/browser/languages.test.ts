import assert from "node:assert/strict";
import { suite } from "uvu";
import { LANGUAGES } from "../../common/words.ts";
import type { TestBooth } from "../helpers/booth.ts";
import { carAt } from "../helpers/stay.ts";
import { until } from "../helpers/until.ts";
import { layoutFaults } from "./helpers/audit.ts";
import { beginShift, closeBrowser, type Kiosk, openKiosk, SIZES, signIn, startKioskBooth } from "./helpers/page.ts";

const test = suite("languages", {} as { booth: TestBooth; kiosk: Kiosk });

test.before.each(async (context) => {
  context.booth = await startKioskBooth();
  context.kiosk = await openKiosk(context.booth, { size: SIZES[0] });
});
test.after.each(async ({ booth, kiosk }) => {
  await kiosk.close();
  await booth.close();
});
test.after(closeBrowser);

const OWN_NAMES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ar: "العربية" };
const TITLES = {
  en: "Who is on?",
  de: "Wer ist da?",
  es: "¿Quién está de turno?",
  fr: "Qui est en poste\u202f?",
  ar: "من في الخدمة؟",
};

const choose = ({ page }: Kiosk, name: string) => page.locator(".languages button", { hasText: name }).click();
const html = ({ page }: Kiosk, attribute: string) => page.locator("html").getAttribute(attribute);

test("whoever signs in chooses among five languages, each in its own name", async ({ kiosk }) => {
  const { page } = kiosk;
  await page.locator(".languages").waitFor();
  assert.deepEqual(await page.locator(".languages button").allInnerTexts(), Object.values(OWN_NAMES));
  for (const language of LANGUAGES) {
    await choose(kiosk, OWN_NAMES[language]);
    await page.getByRole("heading", { name: TITLES[language] }).waitFor();
    assert.deepEqual(
      [await html(kiosk, "lang"), await html(kiosk, "dir")],
      [language, language === "ar" ? "rtl" : "ltr"],
    );
  }
});

test("a long name of the site leaves the languages their room", async ({ booth, kiosk }) => {
  const name = "Estación Central · Aparcamiento subterráneo norte";
  await (await booth.signIn("admin")).put("/api/site-config", { name });
  await kiosk.page.reload();
  await kiosk.page.getByText(name).waitFor();
  assert.deepEqual(await layoutFaults(kiosk.page), []);
});

test("the language chosen in the menu is the person's, on any screen; another person keeps another", async ({
  booth,
  kiosk,
}) => {
  await beginShift(kiosk);
  await kiosk.tap("Menu");
  await choose(kiosk, "Français");
  await kiosk.page.getByRole("heading", { name: "Menu" }).waitFor();
  const cashier = await booth.signIn("cashier");
  await until(async () => (await cashier.get("/api/auth/me")).body.language === "fr", "the choice");
  const elsewhere = await openKiosk(booth, { language: "de" });
  try {
    await signIn(elsewhere, "cashier");
    await elsewhere.page.getByRole("button", { name: "Verrouiller" }).waitFor();
    assert.equal(await html(elsewhere, "lang"), "fr");
  } finally {
    await elsewhere.close();
  }
  assert.equal((await (await booth.signIn("operator")).get("/api/auth/me")).body.language, "en");
  assert.deepEqual(kiosk.complaints, []);
});

test("in Arabic the screen runs from right to left, and amounts, plates, times and keys from left to right", async ({
  booth,
  kiosk,
}) => {
  const { page } = kiosk;
  await (await booth.signIn("cashier")).put("/api/auth/language", { language: "ar" });
  await beginShift(kiosk);
  await carAt(booth, "entry-1", "KX482BD");
  booth.clock.set("2026-11-20T17:42:00.000Z");
  await carAt(booth, "exit-1", "KX482BD");
  await page.locator(".due-amount .number").getByText("€ 7.50").waitFor();
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x ?? Number.NaN;
  assert.ok((await left(".rail")) > (await left(".due")), "the lanes are at the start, which is the right");
  assert.ok((await left(".due-amount")) < (await left(".plate-button .plate")), "the amount is at the end");
  const keys = await page.locator(".keypad .key").allInnerTexts();
  assert.deepEqual(keys.slice(0, 3), ["1", "2", "3"]);
  const [one, three] = await Promise.all([0, 2].map((at) => page.locator(".keypad .key").nth(at).boundingBox()));
  assert.ok(one && three && one.x < three.x, "1 is left of 3");
  const turned = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.number, .plate')].filter((e) => getComputedStyle(e).direction !== 'ltr').map((e) => e.outerHTML)",
  );
  assert.deepEqual(turned, []);
  assert.deepEqual(kiosk.complaints, []);
});

test("the Arabic keyboard writes Arabic, and Latin where it is switched", async ({ booth, kiosk }) => {
  const { page } = kiosk;
  await (await booth.signIn("cashier")).put("/api/auth/language", { language: "ar" });
  await beginShift(kiosk);
  await page.locator(".by-hand").first().click();
  await page.locator(".sheet .options .button").nth(5).click();
  const key = (text: string) => page.locator(".keyboard .key").getByText(text, { exact: true }).click();
  for (const letter of ["ع", "ط", "ل"]) await key(letter);
  await key("⇧");
  await key("أ");
  await key("ABC");
  await key("k");
  assert.equal(await page.locator(".sheet input, .sheet textarea").first().inputValue(), "عطلأk");
  await key("#+=");
  await key("أ ب ج");
  await key("ض");
});

test("the French keyboard has its letters where people look for them, and accents", async ({ booth, kiosk }) => {
  const { page } = kiosk;
  await (await booth.signIn("cashier")).put("/api/auth/language", { language: "fr" });
  await beginShift(kiosk);
  await page.locator(".by-hand").first().click();
  await page.locator(".sheet .options .button").nth(5).click();
  assert.equal(
    (await page.locator(".keyboard .keys").nth(1).allInnerTexts()).join("").replace(/\s/g, ""),
    "azertyuiop",
  );
  const key = (text: string) => page.locator(".keyboard .key").getByText(text, { exact: true }).click();
  await key("áéç");
  await key("é");
  assert.equal(await page.locator(".sheet input, .sheet textarea").first().inputValue(), "é");
});

test.run();
