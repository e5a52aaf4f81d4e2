const BETWEEN = /[,;|\r\n\t]+/;
/** What people put between the letters and digits of a plate. */
const PLATE_TYPED = /^[\p{L}\p{N}\p{M}\s.·'’_\-–]*$/u;
const MOST_CARD = 100;

/** The names in a text that holds one or a list of them, each as `kept` makes it. */
export function namesIn(text: string, kept: (name: string) => string): string[] {
  const found = text.split(BETWEEN).map((part) => part.trim());
  return [...new Set(found.filter((part) => part !== "").map(kept))];
}

/** A plate as the booth keeps it; what is none stays as it was typed, so that it can be refused by its name. */
export function keptPlate(typed: string): string {
  const text = typed.normalize("NFKC");
  const plate = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
  return PLATE_TYPED.test(text) && isPlate(plate) ? plate : typed;
}

export function isPlate(name: string): boolean {
  return /^[\p{L}\p{N}]{1,16}$/u.test(name);
}

/** A card as the booth keeps it: upper case and without spaces. */
export function keptCard(typed: string): string {
  return typed.normalize("NFKC").replace(/\s/g, "").toUpperCase();
}

export function isCard(name: string): boolean {
  return name.length <= MOST_CARD;
}
