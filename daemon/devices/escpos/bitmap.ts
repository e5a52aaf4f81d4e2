/** A picture of black dots: rows from the top, eight dots a byte, the leftmost in the highest bit. */
export interface Bitmap {
  /** Dots in a row, a multiple of 8. */
  width: number;
  height: number;
  bytes: Buffer;
}

/** An empty bitmap at least so wide. */
export function blankBitmap(width: number, height: number): Bitmap {
  const rowBytes = Math.ceil(width / 8);
  return { width: rowBytes * 8, height, bytes: Buffer.alloc(rowBytes * height) };
}

/** Makes one dot black. */
export function setDot({ width, bytes }: Bitmap, x: number, y: number): void {
  const at = (y * width + x) >> 3;
  bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
}
