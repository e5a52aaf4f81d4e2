/** How a converter writes a frame: as characters 0 and 1, as a hex or a decimal number, or as the bytes themselves. */
export const ENCODINGS = ["bits", "hex", "decimal", "bytes"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How the bits of a frame lie in what is sent. */
export interface BitLayout {
  /** Bits of the frame. */
  length: number;
  /** At which end a frame that does not fill its bytes stands. */
  align: "right" | "left";
  byteOrder: "first-byte-first" | "last-byte-first";
  bitOrder: "first-bit-first" | "last-bit-first";
  /** Whether every bit is the other way round, as when the two data wires are swapped. */
  inverted: boolean;
}

const WHOLE = /^\d{1,20}$/;
const HEX = /^(?:0x)?([0-9a-f]{1,32})$/i;
const BITS = /^[01]{1,128}$/;

const bitsOfBytes = (bytes: Iterable<number>) =>
  Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
const reversed = (bits: string) => [...bits].reverse().join("");
const flipped = (bits: string) => bits.replace(/[01]/g, (bit) => (bit === "0" ? "1" : "0"));

function reverseBytes(bits: string): string {
  const whole = bits.padStart(Math.ceil(bits.length / 8) * 8, "0");
  return (whole.match(/.{8}/g) ?? []).reverse().join("");
}

/** The bits that were sent, padding included; null where they are not in this encoding at all. */
export function sentBits(text: string, encoding: Exclude<Encoding, "bytes">): string | null {
  if (encoding === "bits") return BITS.test(text) ? text : null;
  if (encoding === "decimal") return WHOLE.test(text) ? BigInt(text).toString(2) : null;
  const digits = HEX.exec(text)?.[1];
  return digits === undefined ? null : Array.from(digits, (digit) => nibble(digit)).join("");
}

const nibble = (digit: string) => Number.parseInt(digit, 16).toString(2).padStart(4, "0");

/** The bits of a frame that came as bytes. */
export function bitsOfFrame(frame: Buffer): string {
  return bitsOfBytes(frame);
}

/** The frame's own bits; null where more was sent than the format has, or, of bits, fewer. */
export function frameOf(sent: string, encoding: Encoding, layout: BitLayout): string | null {
  const { length, align, byteOrder, bitOrder, inverted } = layout;
  if (encoding === "bits" && sent.length !== length) return null;
  const ordered = byteOrder === "last-byte-first" && encoding !== "bits" ? reverseBytes(sent) : sent;
  // A number is written without the zeros before it.
  const filled = align === "right" ? ordered.padStart(length, "0") : ordered;
  if (filled.length < length) return null;
  const at = align === "right" ? filled.length - length : 0;
  const padding = filled.slice(0, at) + filled.slice(at + length);
  if (padding.includes("1")) return null;
  const frame = filled.slice(at, at + length);
  const turned = bitOrder === "last-bit-first" ? reversed(frame) : frame;
  return inverted ? flipped(turned) : turned;
}
