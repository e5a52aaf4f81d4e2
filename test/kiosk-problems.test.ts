import assert from "node:assert/strict";
import { suite } from "uvu";
import { LANGUAGES } from "../common/words.ts";
import { problems } from "../kiosk/text/en/problems.ts";
import { translate } from "../kiosk/text/problems.ts";
import { SOURCES } from "../kiosk/text/sources.ts";
import { namesIn } from "./helpers/catalogues.ts";
import { fieldSentences } from "./helpers/field-sentences.ts";

const test = suite("what the booth says of fields, in the screen's language");

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
const german = await SOURCES.de.problems();
const inGerman = (sentence: string) => translate(german, sentence, fill);

/** What code fills in, tried in turn: a number, a word, and what makes another sentence of it. */
const STAND_INS = ["7", "word", "plates", "entry"];

/** Sentences that are made of several parts, and what they come to. */
const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  "expected at most ${most} ${what}": ["expected at most 7 plates", "expected at most 7 lanes"],
  "expected ${issue.expected}": ["expected string", "expected number", "expected boolean", "expected Object"],
  "no price for ${classesText(classes)} ${gapText(from, to)}": [
    "no price for van at any time",
    "no price for van on Monday 1–2",
  ],
  'expected ${same === "id" ? "an id" : "a name"} that no other category has': [
    "expected an id that no other category has",
    "expected a name that no other category has",
  ],
  'expected a ${whole ? "whole " : ""}number${range || (max === undefined ? "" : ': [
    "expected a number",
    "expected a whole number from 1 to 7",
    "expected a number, at least 1",
    "expected a whole number, at most 7",
  ],
};

/** Files whose sentences no form shows: a device reads them, a log has them, or the collector says them, which speaks English. */
const ELSEWHERE: readonly string[] = [
  "common/api/collector.ts",
  "daemon/services/read-limit.ts",
  "daemon/services/sign-in-failures.ts",
  "daemon/services/reviews/crops.ts",
  "daemon/services/reviews/send.ts",
  "daemon/services/reviews/upload.ts",
];

function isKnown(sentence: string): boolean {
  const composed = COMPOSED[sentence];
  if (composed) return composed.every((one) => inGerman(one) !== one);
  return STAND_INS.some((word) => {
    const said = sentence.replace(/\${(?:[^{}]|\{[^{}]*\})*\}/g, word);
    return inGerman(said) !== said;
  });
}

test("the sentences of the checks are found", () => {
  assert.ok(fieldSentences().length > 120);
});

test("every sentence about a field can be said in the language of the screen", () => {
  const unknown = fieldSentences().filter(({ path, sentence }) => !ELSEWHERE.includes(path) && !isKnown(sentence));
  assert.deepEqual(unknown, []);
});

for (const language of LANGUAGES.filter((one) => one !== "en")) {
  test(`every one of them is there, with what it fills in (${language})`, async () => {
    const texts = await SOURCES[language].problems();
    assert.deepEqual(Object.keys(texts), [...problems]);
    const wrong = Object.entries(texts).filter(([sentence, text]) => `${namesIn(sentence)}` !== `${namesIn(text)}`);
    assert.deepEqual(wrong, []);
  });
}

test("numbers are taken over, the sentence that says most is taken, and sentences within sentences are said too", () => {
  assert.equal(inGerman("expected at most 200 characters"), "höchstens 200 Zeichen");
  assert.equal(inGerman("expected at most 60"), "höchstens 60");
  assert.equal(inGerman("is missing; expected a plate"), "fehlt; ein Kennzeichen eingeben");
  assert.equal(
    inGerman("line 4: plates KX1: is in line 3 for the same time already"),
    "Zeile 4: plates KX1: steht für diese Zeit schon in Zeile 3",
  );
  assert.equal(
    inGerman("no price for any class on Monday 07:00–09:00"),
    "kein Preis für alle Fahrzeuge am Montag 07:00–09:00",
  );
});

test("a sentence nobody has put into words stays as it is", () => {
  assert.equal(inGerman("expected something new"), "expected something new");
  assert.equal(translate({}, "expected at most 60", fill), "expected at most 60");
});

test.run();
