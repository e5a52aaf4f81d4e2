/** A sentence of the booth with names in braces for what it fills in, and what it means in a language. */
export type ProblemTexts = Readonly<Record<string, string>>;

interface Pattern {
  sentence: RegExp;
  names: readonly string[];
  text: string;
}

const compiled = new WeakMap<ProblemTexts, readonly Pattern[]>();

/**
 * What a sentence of the booth means in a language; the sentence itself where it has no text for it. What the sentence
 * has filled in is put into words the same way, and stands in the text as `fill` makes it.
 */
export function translate(
  texts: ProblemTexts,
  sentence: string,
  fill: (text: string, values: Record<string, string>) => string,
): string {
  for (const { sentence: pattern, names, text } of patternsOf(texts)) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const values = names.map((name, at) => [name, translate(texts, found[at + 1] ?? "", fill)]);
    return fill(text, Object.fromEntries(values));
  }
  return sentence;
}

/** The sentences as patterns, those that say most first: `expected at most {n}` would also fit what says more. */
function patternsOf(texts: ProblemTexts): readonly Pattern[] {
  const known = compiled.get(texts);
  if (known) return known;
  const patterns = Object.entries(texts)
    .map(([sentence, text]) => ({ literal: sentence.replace(/\{\w+\}/g, "").length, ...patternOf(sentence), text }))
    .sort((a, b) => b.literal - a.literal);
  compiled.set(texts, patterns);
  return patterns;
}

function patternOf(sentence: string): Pick<Pattern, "sentence" | "names"> {
  const names = Array.from(sentence.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const source = sentence
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : isNumber(part) ? "(-?[\\d.]+)" : "(.+?)"))
    .join("");
  return { sentence: new RegExp(`^${source}$`, "s"), names };
}

const isNumber = (name: string): boolean => name === "n" || name === "m";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
