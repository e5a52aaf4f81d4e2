/** The word that was probably meant: one that begins so, else one with few letters changed; null where none is near. */
export function nearest(typed: string, words: readonly string[]): string | null {
  const begun = words.filter((word) => typed.length > 1 && word.startsWith(typed));
  if (begun.length > 0) return shortest(begun);
  const near = words.map((word) => ({ word, changes: changesBetween(typed, word) }));
  const least = Math.min(...near.map(({ changes }) => changes));
  const found = near.find(({ changes }) => changes === least);
  return found && least <= Math.ceil(found.word.length / 4) ? found.word : null;
}

const shortest = (words: readonly string[]) => words.reduce((one, two) => (two.length < one.length ? two : one));

/** How many letters have to be added, taken or changed (Levenshtein). */
function changesBetween(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...two].entries()) {
      const kept = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[two.length] ?? 0;
}
