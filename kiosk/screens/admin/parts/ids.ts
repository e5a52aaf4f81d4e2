/** The longest id that the booth takes. */
const LONGEST = 64;

/**
 * An id out of a name: small letters, digits and hyphens; with a number behind it where it is taken. `plain` stands for a
 * name that has none of them.
 */
export function idOf(name: string, taken: readonly string[], plain: string): string {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, LONGEST - 4);
  const id = letters === "" ? plain : letters;
  for (let n = 1; ; n += 1) {
    const next = n === 1 ? id : `${id}-${n}`;
    if (!taken.includes(next)) return next;
  }
}
