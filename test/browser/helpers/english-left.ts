import type { Page } from "playwright-core";
import type { Language } from "../../../common/words.ts";
import { textsOf } from "../../helpers/catalogues.ts";

/** Shorter texts are often the same word in two languages. */
const LEAST_CHARACTERS = 12;

/** Text nodes and what is read out, of all that is drawn. */
const SHOWN = `(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode.data);
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) found.push(element.getAttribute(name) ?? "");
  return found.map((text) => text.trim());
})()`;

/** A search for texts of the English catalogue on a screen in another language. */
export async function englishSearch(language: Language): Promise<(page: Page) => Promise<string[]>> {
  const own = new Set(Object.values(await textsOf(language)));
  const english = Object.values(await textsOf("en")).filter((text) => !own.has(text));
  const patterns = english.filter((text) => literalOf(text).length > LEAST_CHARACTERS).map(patternOf);
  return async (page) => {
    const shown = await page.evaluate<string[]>(SHOWN);
    return shown.filter((text) => text !== "" && patterns.some((pattern) => pattern.test(text)));
  };
}

const literalOf = (text: string): string => text.replace(/\{\w+\}/g, "").trim();

/** What is filled in may be anything. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`, "s");
}
