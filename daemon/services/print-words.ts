import { LANGUAGES, type Language } from "../../common/words.ts";
import { arabic } from "./print-words-ar.ts";
import { german } from "./print-words-de.ts";
import { english, type PrintWords } from "./print-words-en.ts";
import { spanish } from "./print-words-es.ts";
import { french } from "./print-words-fr.ts";

export type { PrintWords } from "./print-words-en.ts";

const WORDS: Readonly<Record<Language, PrintWords>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ar: arabic,
};

/** The words on paper, in the site's language: customers read it, not the cashier. */
export function printWords(language: string): PrintWords {
  const known = LANGUAGES.find((one) => one === language);
  return known === undefined ? english : WORDS[known];
}

/** Fills in the names that a text has in braces. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
