import { type Command, nextCommand, type Paper } from "./paper.ts";

/** The mechanism of a receipt printer: takes bytes, gives papers and kicks of the drawer. */
export interface Press {
  /** Takes what came, and answers the commands that ask something, in their order. */
  take(bytes: Buffer): void;
  /** Loses its power: a command that came in part is forgotten; what is on paper stays there. */
  forget(): void;
  /** Papers that were cut off, the oldest first. */
  readonly papers: readonly Paper[];
  /** What hangs out of the printer, not cut off yet. */
  hanging(): Paper;
  /** How often the drawer's coil was switched on. */
  kicks(): number;
  /** What it could not make sense of. */
  readonly strange: readonly string[];
}

/** The upper half of the character tables it knows, by the numbers that most printers share. */
const UPPER_HALVES: Readonly<Record<number, string>> = {
  // Windows-1252, as the Unicode consortium publishes it; what is not used is a space.
  16: `\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178${latin1From(0xa0)}`,
};

function latin1From(first: number): string {
  return Buffer.from(Array.from({ length: 256 - first }, (_, index) => first + index)).toString("latin1");
}

const blank = (): Paper => ({ text: "", qr: [], pictures: [] });

/** A press with paper in it; `onAsk` is called for each question when all before it is done, `onPaper` for each cut. */
export function openPress(
  onAsk: (name: string, parameter: number) => void,
  onPaper: (paper: Paper) => void = () => {},
): Press {
  const papers: Paper[] = [];
  const strange: string[] = [];
  let buffer: Buffer = Buffer.alloc(0);
  let paper = blank();
  let table = 0;
  let qr = "";
  let kicks = 0;

  const printText = (data: Buffer) => {
    const upper = UPPER_HALVES[table];
    for (const byte of data) {
      if (byte >= 0x80 && upper === undefined) strange.push(`byte ${byte} of table ${table}, which is not known here`);
      paper.text += byte < 0x80 ? String.fromCharCode(byte) : (upper?.[byte - 0x80] ?? "?");
    }
  };
  const cut = () => {
    papers.push(paper);
    onPaper(paper);
    paper = blank();
  };
  const obey: Readonly<Record<string, (data: Buffer) => void>> = {
    text: printText,
    LF: () => {
      paper.text += "\n";
    },
    "ESC @": () => {
      table = 0;
    },
    "ESC t": ([number = 0]) => {
      table = number;
    },
    "ESC d": ([lines = 0]) => {
      paper.text += "\n".repeat(lines);
    },
    "ESC p": () => {
      kicks += 1;
    },
    "GS V": cut,
    "GS v": (data) => {
      const width = data.readUInt16LE(2) * 8;
      paper.pictures.push({ width, height: data.readUInt16LE(4), bytes: Buffer.from(data.subarray(6)) });
    },
    // A QR code is stored by function 80 and printed by 81, of symbol 49.
    "GS (": (data) => {
      const [kind, , , symbol, fn] = data;
      if (kind !== 0x6b || symbol !== 49) strange.push(`GS ( ${data.toString("hex")}`);
      if (fn === 80) qr = data.subarray(6).toString("utf8");
      if (fn === 81) paper.qr.push(qr);
    },
    "GS r": ([parameter = 0]) => onAsk("GS r", parameter),
    "DLE \u0004": ([parameter = 0]) => onAsk("DLE EOT", parameter),
    control: (data) => void strange.push(`control character ${data.toString("hex")}`),
  };
  const step = (): Command | null => {
    try {
      return nextCommand(buffer);
    } catch (error) {
      strange.push(String(error));
      return { name: "unknown", length: buffer.length, data: buffer };
    }
  };
  return {
    papers,
    strange,
    hanging: () => paper,
    kicks: () => kicks,
    forget() {
      buffer = Buffer.alloc(0);
    },
    take(bytes) {
      buffer = Buffer.concat([buffer, bytes]);
      for (let command = step(); command !== null; command = step()) {
        buffer = buffer.subarray(command.length);
        obey[command.name]?.(command.data);
      }
    },
  };
}
