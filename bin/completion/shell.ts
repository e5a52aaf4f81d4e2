import type { Node } from "./tree.ts";

export type { Node };

/** As a POSIX shell reads it: one word, nothing in it meant. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The bare words of a node. */
export const wordsOf = {
  verbs: ({ verbs }: Node) => verbs.map(({ name }) => name),
  flags: ({ flags }: Node) => flags.map(({ name }) => name),
};
