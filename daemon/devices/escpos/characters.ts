/**
 * Windows-1252, which every receipt printer of the last decades has: Latin-1, and these from 0x80 on, a dot where there
 * is none. Written out, as Node's own decoder of that name takes them for control characters.
 */
const FROM_0X80 = "€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ";
/** Characters that stand for one the page has: spaces of several widths, the minus sign, marks of direction. */
const SAME: Readonly<Record<string, string>> = {
  "\u2009": " ",
  "\u202f": " ",
  "\u00a0": " ",
  "\u2212": "-",
  "\u2066": "",
  "\u2067": "",
  "\u2069": "",
  "\u200e": "",
  "\u200f": "",
};
const NEWLINE = 0x0a;

const byteOf = new Map<string, number>();
for (let byte = 0x20; byte <= 0x7e; byte += 1) byteOf.set(String.fromCharCode(byte), byte);
for (let byte = 0xa1; byte <= 0xff; byte += 1) byteOf.set(String.fromCharCode(byte), byte);
for (const [index, character] of [...FROM_0X80].entries()) if (character !== ".") byteOf.set(character, 0x80 + index);

/** Lines in the printer's own characters, each with its line end; null where a character is not among them. */
export function encodeLines(lines: readonly string[]): Buffer | null {
  const bytes: number[] = [];
  for (const line of lines) {
    for (const character of line.normalize("NFC")) {
      const plain = SAME[character] ?? character;
      if (plain === "") continue;
      const byte = byteOf.get(plain);
      if (byte === undefined) return null;
      bytes.push(byte);
    }
    bytes.push(NEWLINE);
  }
  return Buffer.from(bytes);
}
