import assert from "node:assert/strict";
import { suite } from "uvu";
import { arabic } from "../daemon/services/reports/words/ar.ts";
import { german } from "../daemon/services/reports/words/de.ts";
import { english } from "../daemon/services/reports/words/en.ts";
import { spanish } from "../daemon/services/reports/words/es.ts";
import { french } from "../daemon/services/reports/words/fr.ts";

const test = suite("the words of reports");
const LANGUAGES = { german, spanish, french, arabic };

type Words = string | { [key: string]: Words };

/** Each word with the way to it. */
function listed(words: Words, way = ""): [way: string, word: string][] {
  if (typeof words === "string") return [[way, words]];
  return Object.entries(words).flatMap(([key, word]) => listed(word, `${way}/${key}`));
}

const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test("every language has each word, and fills in the same names", () => {
  const measure = listed(english);
  for (const [language, words] of Object.entries(LANGUAGES)) {
    const translated = new Map(listed(words));
    for (const [way, word] of measure) {
      const other = translated.get(way) ?? "";
      assert.ok(other.trim() !== "", `${language}${way} is missing`);
      assert.deepEqual(names(other), names(word), `${language}${way}`);
    }
    assert.equal(translated.size, measure.length, language);
  }
});

test.run();
