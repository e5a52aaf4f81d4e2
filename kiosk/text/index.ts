import { computed, effect, signal } from "@preact/signals";
import { isRightToLeft, LANGUAGES, type Language } from "../../common/words.ts";
import type { admin } from "./en/admin.ts";
import { en } from "./en.ts";
import { type ProblemTexts, translate } from "./problems.ts";
import type { Counted } from "./same-keys.ts";
import { SOURCES, type Words } from "./sources.ts";

/** English is the measure: every language has exactly its keys. */
export type TextKey = keyof typeof en | keyof typeof admin;
type Texts = typeof en & typeof admin;

/** First strong isolate and its end (UAX #9): a plate or an amount in an Arabic sentence keeps its own direction. */
const ISOLATE = ["\u2068", "\u2069"] as const;
/** The space before a French mark, which must not end a line there. */
const FRENCH_SPACE = / (?=[:;?!»])/g;
const NARROW_NO_BREAK = "\u202f";

const shown = signal<{ language: Language; words: Words; problems: ProblemTexts }>({
  language: "en",
  words: en,
  problems: {},
});
let latest: Language = "en";
let withAdmin = false;

/** The names in braces that a text wants filled in. */
type Names<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Params<K extends TextKey> = [Names<Texts[K]>] extends [never]
  ? []
  : [params: Record<Names<Texts[K]>, string | number>];

/** Keys that come in plural forms, without the form; every text of them may use `{n}`. */
type PluralKey = Counted<TextKey>;

/** The language of the screen. */
export const language = computed(() => shown.value.language);

/** Whether the language of the screen runs from right to left. */
export const rightToLeft = computed(() => isRightToLeft(language.value));

/** Speaks a language from now on. Rejects, and stays with the one before, where its texts cannot be had. */
export async function speak(wanted: Language): Promise<void> {
  latest = wanted;
  const { base, admin, problems: sentences } = SOURCES[wanted];
  const texts = withAdmin ? [base(), admin(), sentences()] : [base(), {}, {}];
  const [general, further, problems = {}] = await Promise.all(texts);
  if (latest === wanted) shown.value = { language: wanted, words: { ...general, ...further }, problems };
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

/** A sentence of the booth about a field in the language of the screen; as it is where there is no text for it. */
export function problemText(sentence: string): string {
  return translate(shown.value.problems, sentence, fill);
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
  root.dir = rightToLeft.value ? "rtl" : "ltr";
});

function fill(text: string, params: Partial<Record<string, string | number>> | undefined): string {
  const [open, close] = rightToLeft.value ? ISOLATE : ["", ""];
  const set = language.value === "fr" ? text.replace(FRENCH_SPACE, NARROW_NO_BREAK) : text;
  if (params === undefined) return set;
  return set.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? `${open}${params[name]}${close}` : whole,
  );
}
