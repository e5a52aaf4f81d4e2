import type { Language } from "../../common/words.ts";

/** What a keyboard shows at a time: the rows below its digits, and the text of the key that leads to it. */
export interface KeyboardPage {
  name: "keys.letters" | "keys.accents" | "keys.arabic" | "keys.symbols";
  rows: readonly string[];
}

const latin = (...rows: string[]): KeyboardPage => ({ name: "keys.letters", rows });
const accents = (...rows: string[]): KeyboardPage => ({ name: "keys.accents", rows });
const QWERTY = latin("qwertyuiop", "asdfghjkl", "zxcvbnm");
const ARABIC: KeyboardPage = { name: "keys.arabic", rows: ["ضصثقفغعهخحج", "شسيبلاتنمكط", "دذرزوةىئءؤظ"] };
const SYMBOLS: KeyboardPage = { name: "keys.symbols", rows: ["!?\"'@#%&/\\", "+-=*_~^|<>", ".,:;()[]{}"] };

/** The pages of each language in the order in which one key leads through them. */
export const KEYBOARD_PAGES: Readonly<Record<Language, readonly [KeyboardPage, ...KeyboardPage[]]>> = {
  en: [QWERTY, SYMBOLS],
  de: [latin("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"), SYMBOLS],
  es: [latin("qwertyuiop", "asdfghjklñ", "zxcvbnm"), accents("áéíóúü", "¿¡ºª€", "'\"-.,:;"), SYMBOLS],
  fr: [latin("azertyuiop", "qsdfghjklm", "wxcvbn'-"), accents("àâäçéèêëîï", "ôöùûüÿœæ", '«»’".,:;€'), SYMBOLS],
  // Plates and user names are Latin everywhere.
  ar: [ARABIC, QWERTY, SYMBOLS],
};

/** What the shift key makes of Arabic letters, where the Arabic PC keyboard has them. */
const ARABIC_SHIFTED: Readonly<Record<string, string>> = { ا: "أ", غ: "إ", ى: "آ" };

/** A key with the shift key down: a capital, or another Arabic letter. */
export function shifted(character: string): string {
  // The capital of ß is two letters.
  return character === "ß" ? character : (ARABIC_SHIFTED[character] ?? character.toUpperCase());
}
