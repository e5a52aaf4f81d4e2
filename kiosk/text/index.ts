import { computed, effect, signal } from "@preact/signals";
import { LANGUAGES, type Language } from "../../common/words.ts";
import type { admin } from "./en/admin.ts";
import { en } from "./en.ts";

/** English is the measure: every language has exactly its keys. */
export type TextKey = keyof typeof en | keyof typeof admin;
type Texts = typeof en & typeof admin;
type Words = Partial<Readonly<Record<string, string>>>;

/**
 * Each language comes when it is wanted, what a cashier reads apart from what a site manager reads. English is always
 * there, so that there are words on the screen before anything else has arrived.
 */
const SOURCES: Readonly<Record<Language, { base: () => Promise<Words>; admin: () => Promise<Words> }>> = {
  en: { base: async () => en, admin: async () => (await import("./en/admin.ts")).admin },
  de: { base: async () => (await import("./de.ts")).de, admin: async () => (await import("./de/admin.ts")).admin },
};
const RIGHT_TO_LEFT = ["ar", "he", "fa", "ur"];

const shown = signal<{ language: Language; words: Words }>({ language: "en", words: en });
let latest: Language = "en";
let withAdmin = false;

/** The names in braces that a text wants filled in. */
type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Params<K extends TextKey> = [Names<Texts[K]>] extends [never]
  ? []
  : [params: Record<Names<Texts[K]>, string | number>];

/** Keys that come in plural forms, without the form; every text of them may use `{n}`. */
type PluralKey = { [K in TextKey]: K extends `${infer Base}_other` ? Base : never }[TextKey];

/** The language of the screen. */
export const language = computed(() => shown.value.language);

/** Speaks a language from now on. Rejects, and stays with the one before, where its texts cannot be had. */
export async function speak(wanted: Language): Promise<void> {
  latest = wanted;
  const { base, admin } = SOURCES[wanted];
  const words = { ...(await base()), ...(withAdmin ? await admin() : {}) };
  if (latest === wanted) shown.value = { language: wanted, words };
}

/** Adds the texts of the site manager's pages, in this language and in each that is chosen later. */
export async function speakOfAdmin(): Promise<void> {
  withAdmin = true;
  await speak(latest);
}

/** The text for a key, with its names filled in. */
export function t<K extends TextKey>(key: K, ...[params]: Params<K>): string {
  return fill(shown.value.words[key] ?? key, params);
}

/** The text for a number of things, in the plural form that the language wants. */
export function tn(base: PluralKey, n: number, params: Record<string, string | number> = {}): string {
  const { language, words } = shown.value;
  const form = new Intl.PluralRules(language).select(n);
  return fill(words[`${base}_${form}`] ?? words[`${base}_other`] ?? base, { n, ...params });
}

/** The text for a key that is only known at run time, such as the code of an error; undefined where there is none. */
export function lookUp(key: string): string | undefined {
  return shown.value.words[key];
}

/** Settles the language of a screen nobody has signed in to, and keeps `<html lang dir>` in step from then on. */
export function startLanguage(preferred: Language | null, offered: readonly Language[]): Promise<void> {
  const wanted = [preferred, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const known = wanted.find((tag): tag is Language =>
    LANGUAGES.some((known) => known === tag && offered.includes(known)),
  );
  return speak(known ?? offered[0] ?? "en");
}

effect(() => {
  const root = document.documentElement;
  root.lang = language.value;
  root.dir = RIGHT_TO_LEFT.includes(language.value) ? "rtl" : "ltr";
});

function fill(text: string, params: Partial<Record<string, string | number>> | undefined): string {
  return params === undefined
    ? text
    : text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
