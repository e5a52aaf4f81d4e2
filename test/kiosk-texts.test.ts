import assert from "node:assert/strict";
import { suite } from "uvu";
import type { DeviceState } from "../common/api/lanes.ts";
import { DEVICE_CATEGORIES } from "../common/drivers.ts";
import { ERROR_STATUS } from "../common/errors.ts";
import { MODULE_IDS, VALIDATION_STATIONS } from "../common/modules.ts";
import { VEHICLE_CLASSES } from "../common/review.ts";
import * as words from "../common/words.ts";
import { kioskSources, namesIn, textsOf } from "./helpers/catalogues.ts";
import { shownTexts } from "./helpers/shown-text.ts";

const test = suite("kiosk texts");
const sources = kioskSources();
const english = await textsOf("en");
const others = words.LANGUAGES.filter((language) => language !== "en");

/** Texts that are the same in every language, each as `path: "text"` with the reason; there are none so far. */
const ALIKE: readonly string[] = [];

/** Enumerations of which every word has a text, and the beginning of its key. */
const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  "intent.": words.INTENTS,
  "intent_reason.": words.INTENT_REASONS,
  "refusal.": words.REFUSAL_CAUSES,
  "cause.": words.REFUSAL_CAUSES,
  "session_state.": words.SESSION_STATES,
  "close_reason.": words.CLOSE_REASONS,
  "correction_reason.": words.CORRECTION_REASONS,
  "method.": words.PAYMENT_METHODS,
  "void_reason.": words.VOID_REASONS,
  "cash_type.": words.CASH_TYPES,
  "cash_reason.": words.CASH_REASONS,
  "direction.": words.DIRECTIONS,
  "language.": words.LANGUAGES,
  "class.": VEHICLE_CLASSES,
  "module.": MODULE_IDS,
  "station.": VALIDATION_STATIONS,
  "device.": DEVICE_CATEGORIES,
  "device_state.": ["ready", "offline", "fault"] satisfies DeviceState[],
};

/** The keys of those words; the contract has them, so they have texts before a page shows them. */
const enumerated = new Set(Object.entries(ENUMERATIONS).flatMap(([start, list]) => list.map((word) => start + word)));

/** The plural forms a language chooses among for counts a car park can have. */
function formsOf(language: string): Set<string> {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1000 }, (_, n) => rules.select(n)));
}

/** The keys a language must have: those of English, and of what is counted one for each of its own plural forms. */
function keysFor(language: string): string[] {
  const keys = Object.keys(english).flatMap((key) => {
    const base = countedOf(key);
    return base === undefined ? [key] : [...formsOf(language)].map((form) => `${base}_${form}`);
  });
  return [...new Set(keys)].sort();
}

/** What is counted, of the key of one of its forms: it comes both as `_one` and as `_other`. */
function countedOf(key: string): string | undefined {
  const base = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1];
  return base !== undefined && `${base}_one` in english && `${base}_other` in english ? base : undefined;
}

for (const language of words.LANGUAGES) {
  test(`every text is there, in every plural form, and none besides (${language})`, async () => {
    const keys = Object.keys(await textsOf(language)).sort();
    const wanted = keysFor(language);
    assert.deepEqual({ missing: without(wanted, keys), besides: without(keys, wanted) }, { missing: [], besides: [] });
  });
}

function without(list: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return list.filter((one) => !known.has(one));
}

for (const language of others) {
  test(`what is filled in is what English fills in (${language})`, async () => {
    const texts = await textsOf(language);
    const wrong = Object.entries(texts).filter(([key, text]) => {
      const counted = countedOf(key);
      const measure = namesIn(english[counted === undefined ? key : `${counted}_other`] ?? "");
      const names = namesIn(text);
      // "One car", "two cars" may say their number in a word.
      const spelt = counted !== undefined && /_(zero|one|two)$/.test(key) ? [...names, "n"].sort() : names;
      return ![names.join(), spelt.join()].includes(measure.join());
    });
    assert.deepEqual(wrong, []);
  });
}

test("no text is empty or ends in a space", async () => {
  for (const language of words.LANGUAGES)
    for (const [key, text] of Object.entries(await textsOf(language)))
      assert.equal(text.trim() === text && text !== "", true, `${language} ${key}: "${text}"`);
});

test("every text is used", () => {
  const code = sources.map(({ text }) => text).join("\n");
  const quoted = new Set(Array.from(code.matchAll(/"([\w.]+)"/g), ([, text]) => text));
  const begun = Array.from(code.matchAll(/`([\w.]+[._])\$\{/g), ([, start = ""]) => start);
  const unused = Object.keys(english).filter((key) => {
    const isBuilt = begun.some((start) => key.startsWith(start) && !(start in ENUMERATIONS));
    return !quoted.has(countedOf(key) ?? key) && !isBuilt && !enumerated.has(key);
  });
  assert.deepEqual(unused, []);
});

test("every word of an enumeration has its text", () => {
  // The collector's alone; its page speaks for itself.
  const codes = Object.keys(ERROR_STATUS)
    .filter((code) => code !== "item_taken")
    .map((code) => `error.${code}`);
  assert.deepEqual(without([...enumerated, ...codes], Object.keys(english)), []);
});

test("the search for text outside the catalogue finds it", () => {
  const code = `const a = <p title="Hello" class="x">Some text {x === "no" ? "yes" : \`in \${n} min\`} {t("key")}</p>;
    toast("Done", 1); const fine = <Button label={t("k")} class="wide">{n} × <b>{"✓ "}</b></Button>;`;
  assert.deepEqual(shownTexts(code).sort(), ["Done", "Hello", "Some text ", "in  min", "yes"].sort());
});

test("nobody reads a text that is not in the catalogue", () => {
  const outside = sources
    .filter(({ path }) => path.endsWith(".tsx"))
    .flatMap(({ path, text }) => shownTexts(text).map((shown) => `${path}: "${shown}"`))
    .filter((found) => !ALIKE.includes(found));
  assert.deepEqual(outside, []);
});

test.run();
