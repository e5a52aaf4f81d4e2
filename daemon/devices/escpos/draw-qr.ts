import encodeQR from "qr";
import { type Bitmap, blankBitmap, setDot } from "./bitmap.ts";

/** The quiet zone that ISO/IEC 18004 asks for, in modules. */
const BORDER = 4;

/** A QR code as a picture, each module so many dots wide; for printers that cannot draw one themselves. */
export function drawQr(text: string, moduleDots: number): Bitmap {
  const modules = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  const side = modules.length * moduleDots;
  const bitmap = blankBitmap(side, side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (modules[Math.floor(y / moduleDots)]?.[Math.floor(x / moduleDots)]) setDot(bitmap, x, y);
  return bitmap;
}
