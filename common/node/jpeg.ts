const BEGINNING = Buffer.from([0xff, 0xd8, 0xff]);
const END = Buffer.from([0xff, 0xd9]);
const START_OF_SCAN = 0xda;
/** C0 to CF but for the tables DHT, JPG and DAC: the frame headers (ITU-T T.81 table B.1). */
const isFrameHeader = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

export interface Jpeg {
  /** From SOI to EOI, without what was put behind. */
  bytes: Buffer;
  width: number;
  height: number;
}

/** The bytes are no whole JPEG; the message says what is wrong, in the middle of a sentence. */
export class NoJpeg extends Error {}

/**
 * Reads what a JPEG says of itself (ITU-T T.81 annex B), without decoding it: segments in order up to the first scan, a
 * frame header with a size among them, and an end after it. Throws NoJpeg.
 */
export function readJpeg(bytes: Buffer): Jpeg {
  if (!bytes.subarray(0, 3).equals(BEGINNING)) throw new NoJpeg("it does not begin as one");
  let size: { width: number; height: number } | null = null;
  let at = 2;
  for (;;) {
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
    if (at + 4 > bytes.length || bytes[at] !== 0xff) throw new NoJpeg("it breaks off before the image");
    const marker = bytes.readUInt8(at + 1);
    const length = bytes.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN) break;
    if (length < 2 || at + 2 + length > bytes.length) throw new NoJpeg("it breaks off before the image");
    if (isFrameHeader(marker) && length >= 8)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + length;
  }
  if (!size) throw new NoJpeg("it does not say its size");
  const end = bytes.lastIndexOf(END);
  if (end < at) throw new NoJpeg("its end is missing");
  return { bytes: bytes.subarray(0, end + 2), ...size };
}
