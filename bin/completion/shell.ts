import type { Node, Word } from "./tree.ts";

export type { Node };

/** As a POSIX shell reads it: one word, nothing in it meant. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Words without what they mean. */
export const namesOf = (words: readonly Word[]): string[] => words.map(({ name }) => name);
