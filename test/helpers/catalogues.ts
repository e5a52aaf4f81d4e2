// The text catalogues of the kiosk as a test reads them: both parts of every language, and the source that uses them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../common/words.ts";
import { SOURCES } from "../../kiosk/text/sources.ts";
import { root } from "./source-tree.ts";

type Texts = Readonly<Record<string, string>>;

/** Every text of a language, the cashier's and the site manager's. */
export async function textsOf(language: Language): Promise<Texts> {
  const { base, admin } = SOURCES[language];
  return { ...(await base()), ...(await admin()) } as Texts;
}

/** The source files of the kiosk but its catalogues: path and text. */
export function kioskSources(): { path: string; text: string }[] {
  return readdirSync(join(root, "kiosk"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/^text\/\w\w(\/|\.ts$)/.test(path))
    .sort()
    .map((path) => ({ path: `kiosk/${path}`, text: readFileSync(join(root, "kiosk", path), "utf8") }));
}

/** The names in braces of a text, sorted. */
export function namesIn(text: string): string[] {
  return Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name).sort();
}
