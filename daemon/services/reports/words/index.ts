import type { Language } from "../../../../common/words.ts";
import { arabic } from "./ar.ts";
import { german } from "./de.ts";
import { english, type ReportWords } from "./en.ts";
import { spanish } from "./es.ts";
import { french } from "./fr.ts";

export type { ReportWords } from "./en.ts";

const WORDS = { en: english, de: german, es: spanish, fr: french, ar: arabic };

/** What is written from right to left. */
const RIGHT_TO_LEFT: readonly string[] = ["ar"];

/** The words of a report on paper and in a file: the reader's language, not the customer's. */
export function reportWords(language: Language): ReportWords {
  return WORDS[language];
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(language) ? "rtl" : "ltr";
}

/** The word for a member of a list; what the list does not know stands for itself. */
export function wordIn(words: Readonly<Record<string, string>>, key: string): string {
  return Object.hasOwn(words, key) ? (words[key] ?? key) : key;
}
