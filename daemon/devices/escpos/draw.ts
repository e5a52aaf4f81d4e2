import { assetPath } from "../../../common/node/assets.ts";
import { PAPER_COLUMNS } from "../../../common/paper.ts";
import { isRightToLeft } from "../../../common/words.ts";
import { type Bitmap, blankBitmap, setDot } from "./bitmap.ts";

const FONT = "Booth Paper";
/** A character of the font is so wide, measured in its size: 42 of them fill the paper. */
const ADVANCE = 0.602;
const LINE_HEIGHT = 1.3;
/** Where letters stand in a line; above is room for the highest marks. */
const BASELINE = 1;
/** Dots lighter than this stay white. */
const DARK = 128;

type Canvas = typeof import("@napi-rs/canvas");
let loading: Promise<Canvas> | undefined;

/** Loaded when the first picture is drawn: most booths never draw one. */
function loadCanvas(): Promise<Canvas> {
  loading ??= import("@napi-rs/canvas").then((canvas) => {
    canvas.GlobalFonts.registerFromPath(assetPath("fonts/DejaVuSansMono.ttf"), FONT);
    return canvas;
  });
  return loading;
}

/**
 * Lines drawn as a picture of `width` dots, for scripts that a printer's own characters cannot write. Letters are joined
 * and turned by the drawing library as Unicode says.
 */
export async function drawLines(lines: readonly string[], language: string, width: number): Promise<Bitmap> {
  const { createCanvas } = await loadCanvas();
  const size = width / PAPER_COLUMNS / ADVANCE;
  const lineHeight = Math.ceil(size * LINE_HEIGHT);
  const isFromRight = isRightToLeft(language);
  const canvas = createCanvas(width, Math.max(1, lines.length * lineHeight));
  const pen = canvas.getContext("2d");
  pen.font = `${size.toFixed(2)}px "${FONT}"`;
  pen.direction = isFromRight ? "rtl" : "ltr";
  pen.textAlign = isFromRight ? "right" : "left";
  for (const [index, line] of lines.entries())
    pen.fillText(line, isFromRight ? width : 0, index * lineHeight + size * BASELINE);
  return darkDots(pen.getImageData(0, 0, canvas.width, canvas.height));
}

/** Ink on a transparent ground: what is opaque enough is black. */
function darkDots({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }): Bitmap {
  const bitmap = blankBitmap(width, height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) if ((data[(y * width + x) * 4 + 3] ?? 0) >= DARK) setDot(bitmap, x, y);
  return bitmap;
}
