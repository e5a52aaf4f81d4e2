// Collects what the booth may say is wrong with a field: the literal sentences of its checks, from the source.
import { readSources, type Source } from "./source-tree.ts";

/** Where fields are checked. What only the command line, the environment or a machine reads is not here. */
const CHECKS =
  /^(common\/(api\/|pricing\/|rate-table|hours|modules|node\/input)|daemon\/services\/|daemon\/devices\/(fields|driver-config)\.ts)/;
const LITERAL = /"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`/g;
const SAID = /^(expected|must|is missing|is not a|no price|is too)\b/;
/** What stands before a literal that is the sentence of a refused field. */
const BEFORE = /(?:refuseInput\([^;]*?,\s*|\bmessage: |\bproblem: |\breason: |\badd\([^;]*?, |\breport\([^;]*?, )$/;

export interface FieldSentence {
  path: string;
  /** With `${…}` where the code fills something in. */
  sentence: string;
}

export function fieldSentences(): FieldSentence[] {
  const sources = readSources();
  return sources
    .filter(({ path }) => CHECKS.test(path) && !isOnlyOfCommands(path, sources))
    .flatMap((source) => sentencesOf(source));
}

/** Whether nothing but the command line takes anything from a file, so that its sentences reach no browser. */
function isOnlyOfCommands(path: string, sources: readonly Source[]): boolean {
  const users = sources.filter(({ imports }) => imports.some(({ target }) => target === path));
  return users.length > 0 && users.every((user) => user.path.startsWith("bin/"));
}

function sentencesOf({ path, text }: Source): FieldSentence[] {
  const code = text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
  return Array.from(code.matchAll(LITERAL), (found) => {
    const sentence = (found[1] ?? found[2] ?? found[3] ?? "").replace(/\\(["'`])/g, "$1");
    const before = code.slice(Math.max(0, found.index - 120), found.index);
    return { path, sentence, isSaid: SAID.test(sentence) || (BEFORE.test(before) && sentence.includes(" ")) };
  }).filter(({ isSaid }) => isSaid);
}
