import type { PrintDocument } from "../print-document.ts";
import type { Bitmap } from "./bitmap.ts";
import { encodeLines } from "./characters.ts";
import { drawLines } from "./draw.ts";
import { drawQr } from "./draw-qr.ts";

/** What the printer is told besides the document. */
export interface PaperSettings {
  /** Dots across the paper that are printed on. */
  width: number;
  /** Whether 42 characters need the narrow font. */
  narrow: boolean;
  /** The printer's number of its Windows-1252 characters, for `ESC t`; null: lines are drawn as pictures. */
  table: number | null;
  /** Whether the printer draws QR codes itself. */
  ownQr: boolean;
  /** Whether there is a cutter. */
  cutter: boolean;
  /** The connector pin of the cash drawer, 0 for pin 2 and 1 for pin 5; null: none. */
  drawerPin: 0 | 1 | null;
}

/** What a printer that nobody described can most likely do. */
export const COMMON_PAPER: PaperSettings = {
  width: 504,
  narrow: false,
  table: 16,
  ownQr: true,
  cutter: true,
  drawerPin: null,
};

const ESC = 0x1b;
const GS = 0x1d;
/** A band of a picture is at most so high, so that it fits a small printer's memory. */
const BAND_ROWS = 128;
const QR_MODULE_DOTS = 6;
/** How far the last line must come out to be torn off by hand. */
const TEAR_LINES = 5;
/** The drawer's coil is on for 50 ms and then off for 500 ms, in steps of 2 ms. */
const KICK = { on: 25, off: 250 };

const LEFT = Buffer.from([ESC, 0x61, 0]);
const CENTRE = Buffer.from([ESC, 0x61, 1]);
const CUT_AFTER_FEED = Buffer.from([GS, 0x56, 66, 0]);

/**
 * A document as ESC/POS bytes (the command list that receipt printers have in common). A text the printer's own
 * characters can write is sent as text, any other as a picture, whole, so that its columns stay in line.
 */
export async function encodeDocument(document: PrintDocument, settings: PaperSettings): Promise<Buffer> {
  const { lines, qr, cut, kick, language } = document;
  const parts: Uint8Array[] = [Buffer.from([ESC, 0x40])];
  if (kick && settings.drawerPin !== null) parts.push(Buffer.from([ESC, 0x70, settings.drawerPin, KICK.on, KICK.off]));
  if (lines.length > 0) parts.push(LEFT, ...(await encodeText(lines, language, settings)));
  if (qr !== null) parts.push(CENTRE, ...encodeQrCode(qr, settings), LEFT);
  if (cut) parts.push(settings.cutter ? CUT_AFTER_FEED : Buffer.from([ESC, 0x64, TEAR_LINES]));
  return Buffer.concat(parts);
}

/** Whether a document makes this printer do anything at all. */
export function isEmpty({ lines, qr, kick }: PrintDocument, { drawerPin }: PaperSettings): boolean {
  return lines.length === 0 && qr === null && !(kick && drawerPin !== null);
}

async function encodeText(lines: readonly string[], language: string, settings: PaperSettings): Promise<Uint8Array[]> {
  const { table, narrow, width } = settings;
  const text = table === null ? null : encodeLines(lines);
  if (text === null || table === null) return rasterOf(await drawLines(lines, language, width));
  return [Buffer.from([ESC, 0x4d, narrow ? 1 : 0, ESC, 0x74, table]), text];
}

/** `GS ( k`: model 2, size of a module, error correction M, the data, print. */
function encodeQrCode(text: string, { ownQr }: PaperSettings): Uint8Array[] {
  if (!ownQr) return rasterOf(drawQr(text, QR_MODULE_DOTS));
  const data = Buffer.from(text, "utf8");
  const of = (fn: number, ...rest: number[]) => {
    const length = rest.length + 2;
    return Buffer.from([GS, 0x28, 0x6b, length & 0xff, length >> 8, 0x31, fn, ...rest]);
  };
  return [
    of(0x41, 0x32, 0),
    of(0x43, QR_MODULE_DOTS),
    of(0x45, 0x31),
    of(0x50, 0x30, ...data),
    of(0x51, 0x30),
    Buffer.from("\n"),
  ];
}

/** `GS v 0`, in bands. */
function rasterOf({ width, height, bytes }: Bitmap): Uint8Array[] {
  const rowBytes = width / 8;
  const parts: Uint8Array[] = [];
  for (let top = 0; top < height; top += BAND_ROWS) {
    const rows = Math.min(BAND_ROWS, height - top);
    parts.push(
      Buffer.from([GS, 0x76, 0x30, 0, rowBytes & 0xff, rowBytes >> 8, rows & 0xff, rows >> 8]),
      bytes.subarray(top * rowBytes, (top + rows) * rowBytes),
    );
  }
  return parts;
}
