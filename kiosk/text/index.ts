import { effect, signal } from "@preact/signals";
import { LANGUAGES, type Language } from "../../common/words.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** English is the measure: every language has exactly its keys. */
export type TextKey = keyof typeof en;
export type Catalogue = Readonly<Record<TextKey, string>>;

/** The names in braces that a text wants filled in. */
type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Params<K extends TextKey> = [Names<(typeof en)[K]>] extends [never]
  ? []
  : [params: Record<Names<(typeof en)[K]>, string | number>];

/** Keys that come in plural forms, without the form; every text of them may use `{n}`. */
type PluralKey = { [K in TextKey]: K extends `${infer Base}_other` ? Base : never }[TextKey];

const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en, de };
const RIGHT_TO_LEFT = ["ar", "he", "fa", "ur"];

/** The language of the screen. */
export const language = signal<Language>("en");

/** The text for a key, with its names filled in. */
export function t<K extends TextKey>(key: K, ...[params]: Params<K>): string {
  return fill(CATALOGUES[language.value][key], params);
}

/** The text for a number of things, in the plural form that the language wants. */
export function tn(base: PluralKey, n: number, params: Record<string, string | number> = {}): string {
  const catalogue: Partial<Record<string, string>> = CATALOGUES[language.value];
  const form = new Intl.PluralRules(language.value).select(n);
  return fill(catalogue[`${base}_${form}`] ?? catalogue[`${base}_other`] ?? base, { n, ...params });
}

/** The text for a key that is only known at run time, such as the code of an error; undefined where there is none. */
export function lookUp(key: string): string | undefined {
  const catalogue: Partial<Record<string, string>> = CATALOGUES[language.value];
  return catalogue[key];
}

/** Settles the language of a screen nobody has signed in to, and keeps `<html lang dir>` in step from then on. */
export function startLanguage(preferred: Language | null, offered: readonly Language[]): void {
  const wanted = [preferred, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const known = wanted.find((tag): tag is Language =>
    LANGUAGES.some((known) => known === tag && offered.includes(known)),
  );
  language.value = known ?? offered[0] ?? "en";
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
